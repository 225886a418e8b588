import type { EmphasisRange } from '../../../core/book.ts';
import { joinLines } from './join-lines.ts';
import type { BookWords } from './book-words.ts';
import { lineEmphasis } from './line-emphasis.ts';
import { linesByRegion } from '../layout/pdf-page.ts';
import type { Line } from '../layout/pdf-page.ts';

/** A footnote without its mark. */
export interface Footnote {
  readonly page: number;
  /** For example `1` or `*`; empty for the rest of a note whose beginning was not found. */
  readonly mark: string;
  readonly text: string;
  /** Parts of the text that are set off, when the pages show it. */
  readonly emphasis?: readonly EmphasisRange[] | undefined;
}

/** The body text without its footnotes, and the footnotes. */
export interface ExtractedFootnotes {
  readonly lines: readonly Line[];
  readonly notes: readonly Footnote[];
}

interface OpenNote {
  readonly page: number;
  readonly mark: string;
  readonly lines: Line[];
}

const writtenMark = /^(?:(\d{1,3}|[*†‡§¶]{1,4})[.)]?\s+|([*†‡§]{1,4}))(?=[\p{L}\p{N}"“‘«(])/u;

/**
 * Separates the notes at the foot of pages and columns from the body text: lines smaller than the body, below it, of
 * which the first begins with a mark or continues a note of the previous column.
 */
export function extractFootnotes(lines: readonly Line[], bodySize: number, words: BookWords): ExtractedFootnotes {
  const rest: Line[] = [];
  const notes: OpenNote[] = [];
  const marks = marksByPage(lines);
  for (const region of linesByRegion(lines)) {
    const start = notesBegin(region, marks.get(region[0]?.page ?? 0) ?? new Set(), bodySize, notes.at(-1));
    rest.push(...region.slice(0, start));
    for (const line of region.slice(start)) addLine(notes, line);
  }
  return {
    lines: rest,
    notes: notes.map((note) => toFootnote(note, words)),
  };
}

function toFootnote({ page, mark, lines }: OpenNote, words: BookWords): Footnote {
  const text = lines
    .map((line, index) => (index === 0 ? textWithoutMark(line) : line.text))
    .reduce((a, b) => joinLines(a, b, words));
  return { page, mark, text, emphasis: lineEmphasis(text, lines) };
}

/** Returns the index of the first line of the notes at the region's end, or the region's length without notes. */
function notesBegin(
  region: readonly Line[],
  marks: ReadonlySet<string>,
  bodySize: number,
  previous: OpenNote | undefined,
): number {
  let start = region.length;
  while (start > 0 && (region[start - 1]?.size ?? Infinity) < bodySize * 0.93) start -= 1;
  const first = region.findIndex(
    (line, index) => index >= start && (line.opensNote !== undefined || marks.has(markOf(line) ?? '')),
  );
  if (first !== -1) return isContinued(region, start, previous) ? start : first;
  if (start < region.length && isContinued(region, start, previous)) return start;
  return bodySizeNotesBegin(region, marks, bodySize);
}

function marksByPage(lines: readonly Line[]): ReadonlyMap<number, ReadonlySet<string>> {
  const pages = new Map<number, Set<string>>();
  for (const line of lines) {
    const marks = pages.get(line.page) ?? new Set();
    for (const mark of marksIn(line)) marks.add(mark);
    pages.set(line.page, marks);
  }
  return pages;
}

/** Returns the marks that refer from a line to a note: superscripts, and signs after a word. */
function marksIn(line: Line): readonly string[] {
  return [...line.marks, ...(line.text.match(/(?<=[\p{L}.,;:!?”’"'])[*†‡§]{1,4}(?=\W|$)/gu) ?? [])];
}

/** Reports whether small lines continue a note of the previous page or column, in the same font size. */
function isContinued(region: readonly Line[], start: number, previous: OpenNote | undefined): boolean {
  const line = region[start];
  const last = previous?.lines.at(-1);
  if (line === undefined || last === undefined || line.page - last.page > 1) return false;
  return Math.abs(line.size - last.size) < 0.5 && !/[.!?:;][”"’)\]]*$/u.test(last.text);
}

/** Finds notes set in the body size: only a superscript mark that the page refers to identifies them. */
function bodySizeNotesBegin(region: readonly Line[], marks: ReadonlySet<string>, bodySize: number): number {
  const first = region.findIndex((line) => line.opensNote !== undefined);
  if (first < region.length / 3 || region.slice(first).some((line) => line.size > bodySize * 1.02))
    return region.length;
  return marks.has(region[first]?.opensNote ?? '') ? first : region.length;
}

function markOf(line: Line): string | undefined {
  const written = writtenMark.exec(line.text);
  return line.opensNote ?? written?.[1] ?? written?.[2];
}

function textWithoutMark(line: Line): string {
  return line.opensNote === undefined ? line.text.replace(writtenMark, '') : line.text;
}

function addLine(notes: OpenNote[], line: Line): void {
  const mark = markOf(line);
  const last = notes.at(-1);
  if (mark !== undefined && !isInsideNote(mark, last)) notes.push({ page: line.page, mark, lines: [line] });
  else if (last === undefined) notes.push({ page: line.page, mark: '', lines: [line] });
  else last.lines.push(line);
}

/** A line inside a note can begin with a number too. Only the next number opens the next note. */
function isInsideNote(mark: string, last: OpenNote | undefined): boolean {
  if (last === undefined || !/^\d+$/u.test(mark) || !/^\d+$/u.test(last.mark)) return false;
  const [next, previous] = [Number(mark), Number(last.mark)];
  return next !== 1 && (next <= previous || next > previous + 5);
}
