import { endsWithStop } from '../../../text/ends-sentence.ts';
import { lineEnd, lineStart } from './column-frames.ts';
import type { ColumnFrame } from './column-frames.ts';
import type { Line } from '../layout/pdf-page.ts';

/** What is known where a line follows another one. */
export interface LineBoundary {
  /** The lines of the open paragraph; never empty. */
  readonly open: readonly Line[];
  readonly line: Line;
  readonly before: ColumnFrame;
  readonly after: ColumnFrame;
  readonly bodySize: number;
  /** The book marks paragraphs by indents, not by blank space. */
  readonly indents: boolean;
}

/** A bullet at the beginning of a list item. */
export const bullet = /^[•‣◦▪■●○∙·\uF0B7\uF0A7]\s*(?=\S)/u;
const enumerated = /^(?:\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|§\s?\d+)\s+\S/u;
/** An item of an enumeration, or speech that a dash opens. */
const opensItem = new RegExp(`${enumerated.source}|^[–—-]\\s*\\S`, 'u');
/** Goes on in the middle of a sentence; scripts without capitals never tell. */
const smallStart = /^[\p{Ll}\p{Lo}\d,;)]/u;
const cutAtEnd = /\p{L}[-\u2010\u00AD]$/u;
const ordinalHeading = /^\p{L}+\.?\s+(?:[\dIVXLC]+|[a-z]+)[.:]?$/iu;

/** Whether a line begins a new paragraph. */
export function beginsParagraph(seam: LineBoundary): boolean {
  const { open, line } = seam;
  const last = open.at(-1);
  if (last === undefined || isOtherType(last, line)) return true;
  if (isRow(last) && isRow(line)) return true;
  if (last.size > seam.bodySize * 1.15) return beginsHeading(seam, last);
  return last.region === line.region ? breaksInside(seam, last) : breaksAcross(seam, last);
}

/** A line in several pieces: part of a table. */
function isRow(line: Line): boolean {
  return /\.{6,}/u.test(line.text) || (line.cells.length > 1 && line.cells.every((cell) => cell.length < 60));
}

function isOtherType(last: Line, line: Line): boolean {
  const larger = Math.max(last.size, line.size);
  return larger > Math.min(last.size, line.size) * 1.08 || (last.bold !== line.bold && !/\p{Ll}-$/u.test(last.text));
}

/** Lines of one heading stand close together; `CHAPTER I` on a line of its own is complete. */
function beginsHeading(seam: LineBoundary, last: Line): boolean {
  if (last.page !== seam.line.page || ordinalHeading.test(last.text)) return true;
  const distance = seam.line.baseline - last.baseline;
  return distance <= 0 || distance > 1.75 * last.size;
}

function breaksInside(seam: LineBoundary, last: Line): boolean {
  const { line, before, open } = seam;
  if (isSpaced(last, line, before) || bullet.test(line.text)) return true;
  if (cutAtEnd.test(last.text)) return false;
  const ended = endsWithStop(last.text);
  if (!ended && smallStart.test(line.text)) {
    // In the middle of a sentence only a line that ends far too early is the last one.
    return leavesRoom(last, line, before, 0.35) && isIndentBreak(open, line, before);
  }
  return (ended && opensItem.test(line.text)) || isIndentBreak(open, line, before) || leavesRoom(last, line, before, 0);
}

function isSpaced(last: Line, line: Line, frame: ColumnFrame): boolean {
  const distance = line.baseline - last.baseline;
  return distance > 1.35 * frame.leading && distance > 1.3 * line.size;
}

function isIndentBreak(open: readonly Line[], line: Line, frame: ColumnFrame): boolean {
  const [first, last] = [open[0], open.at(-1)];
  if (first === undefined || last === undefined) return false;
  const step = lineStart(line) - lineStart(last);
  if (step > 0.7 * line.size) {
    const hangs = open.length === 1 && (bullet.test(first.text) || enumerated.test(first.text));
    return !hangs && lineStart(line) - frame.start > 0.7 * line.size;
  }
  // Back to the margin after several indented lines: a quotation ends. After one: it was the indent of the first line.
  const wasBlock = open.length > 1 && Math.abs(lineStart(first) - lineStart(last)) < 1;
  return step < -0.7 * line.size && wasBlock && !isCentred(last, frame);
}

function isCentred(line: Line, frame: ColumnFrame): boolean {
  const [left, right] = [lineStart(line) - frame.start, frame.end - lineEnd(line)];
  return left > line.size && Math.abs(left - right) < line.size;
}

/** Whether the next line's first word would have fitted on the line before: then it was ended on purpose. */
function leavesRoom(last: Line, line: Line, frame: ColumnFrame, share: number): boolean {
  const word = /^\S+/u.exec(line.text)?.[0] ?? '';
  const width = ((line.right - line.left) * word.length) / Math.max(1, line.text.length);
  const room = frame.end - lineEnd(last);
  const isCjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);
  return room > (isCjk ? 2.5 * line.size : width + 0.8 * line.size) && room >= share * (frame.end - frame.start);
}

function breaksAcross(seam: LineBoundary, last: Line): boolean {
  const { line, before, after } = seam;
  if (cutAtEnd.test(last.text)) return false;
  if (bullet.test(line.text)) return true;
  if (!endsWithStop(last.text)) return !smallStart.test(line.text) && leavesRoom(last, line, before, 0.1);
  if (lineStart(line) - after.start > 0.7 * line.size || leavesRoom(last, line, before, 0)) return true;
  return !seam.indents && !smallStart.test(line.text);
}
