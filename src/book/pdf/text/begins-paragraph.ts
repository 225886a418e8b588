import { endsWithStop } from '../../../text/ends-sentence.ts';
import { lineEnd, lineStart } from './column-frames.ts';
import type { ColumnFrame } from './column-frames.ts';
import type { Line } from '../layout/pdf-page.ts';

/** The boundary between an open paragraph and the line that follows it. */
export interface LineBoundary {
  /** The lines of the open paragraph, at least one. */
  readonly open: readonly Line[];
  readonly line: Line;
  /** Frame of the open paragraph's last line. */
  readonly before: ColumnFrame;
  /** Frame of the line. */
  readonly after: ColumnFrame;
  readonly bodySize: number;
  /** Indent of the first lines of paragraphs, in points; undefined where blank space marks paragraphs. */
  readonly indent: number | undefined;
}

/** A bullet at the beginning of a list item. */
export const bullet = /^[•‣◦▪■●○∙·\uF0B7\uF0A7]\s*(?=\S)/u;
const enumerated = /^(?:\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|§\s?\d+)\s+\S/u;
/** An item of an enumeration, or direct speech that begins with a dash. */
const opensItem = new RegExp(`${enumerated.source}|^[–—-]\\s*\\S`, 'u');
/** Can continue a sentence. Scripts without capitals always can. */
const smallStart = /^[\p{Ll}\p{Lo}\d,;)]/u;
const cutAtEnd = /\p{L}[-\u2010\u00AD]$/u;
const endsWithQuote = /[”’"»]$/u;
const ordinalHeading = /^\p{L}+\.?\s+(?:[\dIVXLC]+|[a-z]+)[.:]?$/iu;

/** Reports whether the line begins a new paragraph. */
export function beginsParagraph(boundary: LineBoundary): boolean {
  const { open, line } = boundary;
  const last = open.at(-1);
  if (last === undefined || isOtherType(last, line)) return true;
  if (isTableRow(last) && isTableRow(line)) return true;
  if (last.size > boundary.bodySize * 1.15) return beginsHeading(boundary, last);
  return last.region === line.region ? breaksInside(boundary, last) : breaksAcross(boundary, last);
}

function isTableRow(line: Line): boolean {
  return /\.{6,}/u.test(line.text) || (line.cells.length > 1 && line.cells.every((cell) => cell.length < 60));
}

function isOtherType(last: Line, line: Line): boolean {
  const larger = Math.max(last.size, line.size);
  return larger > Math.min(last.size, line.size) * 1.08 || (last.bold !== line.bold && !/\p{Ll}-$/u.test(last.text));
}

/** Lines of one heading are close together. A line such as `CHAPTER I` is a complete heading. */
function beginsHeading(boundary: LineBoundary, last: Line): boolean {
  if (last.page !== boundary.line.page || ordinalHeading.test(last.text)) return true;
  const distance = boundary.line.baseline - last.baseline;
  return distance <= 0 || distance > 1.75 * last.size;
}

function breaksInside(boundary: LineBoundary, last: Line): boolean {
  const { line, before, open } = boundary;
  if (isSpaced(last, line, before) || bullet.test(line.text)) return true;
  if (cutAtEnd.test(last.text)) return false;
  const ended = endsWithStop(last.text);
  if (!ended && smallStart.test(line.text)) {
    // In the middle of a sentence, only a line that ends far too early ends the paragraph.
    return leavesRoom(last, line, before, 0.35) && isIndentBreak(open, line, before);
  }
  return opensParagraph(boundary, last) || isIndentBreak(open, line, before) || leavesRoom(last, line, before, 0);
}

/** Reports whether the line looks like the first of a paragraph: of an item, or below a paragraph of one line. */
function opensParagraph(boundary: LineBoundary, last: Line): boolean {
  const ended = endsWithStop(last.text);
  if (ended && opensItem.test(boundary.line.text)) return true;
  return isFirstLine(boundary, last) && (ended || endsWithQuote.test(last.text));
}

/** Reports whether the line is indented as first lines are, as is the one above, which is a paragraph of one line. */
function isFirstLine({ open, line, before, indent }: LineBoundary, last: Line): boolean {
  if (indent === undefined || open.length > 1) return false;
  return [last, line].every((one) => Math.abs(lineStart(one) - before.start - indent) < 0.2 * line.size);
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
    const isHanging = open.length === 1 && (bullet.test(first.text) || enumerated.test(first.text));
    return !isHanging && lineStart(line) - frame.start > 0.7 * line.size;
  }
  // Back at the margin after several indented lines, a quotation ends. After one line, it was a first-line indent.
  const wasBlock = open.length > 1 && Math.abs(lineStart(first) - lineStart(last)) < 1;
  return step < -0.7 * line.size && wasBlock && !isCentered(last, frame);
}

function isCentered(line: Line, frame: ColumnFrame): boolean {
  const [left, right] = [lineStart(line) - frame.start, frame.end - lineEnd(line)];
  return left > line.size && Math.abs(left - right) < line.size;
}

/** Reports whether the next line's first word would have fitted on this line, which then ends a paragraph. */
function leavesRoom(last: Line, line: Line, frame: ColumnFrame, minShare: number): boolean {
  const word = /^\S+/u.exec(line.text)?.[0] ?? '';
  const width = ((line.right - line.left) * word.length) / Math.max(1, line.text.length);
  const room = frame.end - lineEnd(last);
  const isCjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);
  return room > (isCjk ? 2.5 * line.size : width + 0.8 * line.size) && room >= minShare * (frame.end - frame.start);
}

function breaksAcross(boundary: LineBoundary, last: Line): boolean {
  const { line, before, after } = boundary;
  if (cutAtEnd.test(last.text)) return false;
  if (bullet.test(line.text)) return true;
  if (!endsWithStop(last.text)) return !smallStart.test(line.text) && leavesRoom(last, line, before, 0.1);
  if (lineStart(line) - after.start > 0.7 * line.size || leavesRoom(last, line, before, 0)) return true;
  return boundary.indent === undefined && !smallStart.test(line.text);
}
