import { joinLines } from './join-lines.ts';
import type { WordFrequencies } from './join-lines.ts';
import { linesByRegion } from '../layout/lines-by-region.ts';
import type { Line } from '../layout/pdf-page.ts';

export interface Footnote {
  readonly page: number;
  /** `1`, `*`; empty for the rest of a note whose beginning was not found. */
  readonly mark: string;
  readonly text: string;
}

export interface WithoutFootnotes {
  readonly lines: readonly Line[];
  readonly notes: readonly Footnote[];
}

interface Open {
  readonly page: number;
  readonly mark: string;
  readonly lines: Line[];
}

const writtenMark = /^(?:(\d{1,3}|[*†‡§¶]{1,4})[.)]?\s+|([*†‡§]{1,4}))(?=[\p{L}\p{N}"“‘«(])/u;

/**
 * Takes the notes from the feet of pages and columns: lines smaller than the text, below it, the first of them opened
 * by a mark; or the rest of a note from the column before.
 */
export function extractFootnotes(
  lines: readonly Line[],
  bodySize: number,
  vocabulary: WordFrequencies,
): WithoutFootnotes {
  const rest: Line[] = [];
  const notes: Open[] = [];
  const marks = marksByPage(lines);
  for (const region of linesByRegion(lines)) {
    const start = notesBegin(region, marks.get(region[0]?.page ?? 0) ?? new Set(), bodySize, notes.at(-1));
    rest.push(...region.slice(0, start));
    for (const line of region.slice(start)) addLine(notes, line);
  }
  return {
    lines: rest,
    notes: notes.map((note) => ({
      page: note.page,
      mark: note.mark,
      text: note.lines
        .map((line, index) => (index === 0 ? withoutMark(line) : line.text))
        .reduce((a, b) => joinLines(a, b, vocabulary)),
    })),
  };
}

/** Index of the first line of the notes at the region's end; its length when there are none. */
function notesBegin(
  region: readonly Line[],
  marks: ReadonlySet<string>,
  bodySize: number,
  previous: Open | undefined,
): number {
  let start = region.length;
  while (start > 0 && (region[start - 1]?.size ?? Infinity) < bodySize * 0.93) start -= 1;
  const first = region.findIndex(
    (line, index) => index >= start && (line.opensNote !== undefined || marks.has(markOf(line) ?? '')),
  );
  if (first !== -1) return isContinued(region, start, previous) ? start : first;
  if (start < region.length && isContinued(region, start, previous)) return start;
  return raisedNotesBegin(region, marks, bodySize);
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

/** The marks that point from a line to a note: raised ones, and signs behind a word. */
function marksIn(line: Line): readonly string[] {
  return [...line.marks, ...(line.text.match(/(?<=[\p{L}.,;:!?”’"'])[*†‡§]{1,4}(?=\W|$)/gu) ?? [])];
}

/** Whether small lines go on with a note of the page before (or of the column before), in the same type. */
function isContinued(region: readonly Line[], start: number, previous: Open | undefined): boolean {
  const line = region[start];
  const last = previous?.lines.at(-1);
  if (line === undefined || last === undefined || line.page - last.page > 1) return false;
  return Math.abs(line.size - last.size) < 0.5 && !/[.!?:;][”"’)\]]*$/u.test(last.text);
}

/** Notes in the size of the text: only a raised mark, met on the page too, tells them. */
function raisedNotesBegin(region: readonly Line[], marks: ReadonlySet<string>, bodySize: number): number {
  const first = region.findIndex((line) => line.opensNote !== undefined);
  if (first < region.length / 3 || region.slice(first).some((line) => line.size > bodySize * 1.02))
    return region.length;
  return marks.has(region[first]?.opensNote ?? '') ? first : region.length;
}

function markOf(line: Line): string | undefined {
  const written = writtenMark.exec(line.text);
  return line.opensNote ?? written?.[1] ?? written?.[2];
}

function withoutMark(line: Line): string {
  return line.opensNote === undefined ? line.text.replace(writtenMark, '') : line.text;
}

function addLine(notes: Open[], line: Line): void {
  const mark = markOf(line);
  const last = notes.at(-1);
  if (mark !== undefined && !isInsideNote(mark, last)) notes.push({ page: line.page, mark, lines: [line] });
  else if (last === undefined) notes.push({ page: line.page, mark: '', lines: [line] });
  else last.lines.push(line);
}

/** A line of a note can begin with a number of its own: only the next number opens the next note. */
function isInsideNote(mark: string, last: Open | undefined): boolean {
  if (last === undefined || !/^\d+$/u.test(mark) || !/^\d+$/u.test(last.mark)) return false;
  const [next, before] = [Number(mark), Number(last.mark)];
  return next !== 1 && (next <= before || next > before + 5);
}
