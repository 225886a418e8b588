import type { TextGroup } from './text-group.ts';
import { sum } from '../../../core/statistics.ts';

/** The layout of the paragraphs of a text. */
export interface TextShape {
  /** Length at which a program broke the lines; undefined when each line is a paragraph. */
  readonly wrapWidth: number | undefined;
}

/** Longer lines are paragraphs: no one wraps at this width. */
const maxWrapWidth = 120;

/** Finds how the lines of a text were broken. */
export function shapeOf(groups: readonly TextGroup[]): TextShape {
  const lengths = groups.flatMap(({ lines }) => lines.map((line) => line.length));
  const total = sum(lengths);
  if (sum(lengths.filter((length) => length > maxWrapWidth)) > total / 4) return { wrapWidth: undefined };
  // The last line of a group says nothing about the width.
  const inner = groups
    .flatMap(({ lines }) => lines.slice(0, -1).map((line) => line.length))
    .filter((length) => length <= maxWrapWidth)
    .toSorted((one, other) => one - other);
  return { wrapWidth: inner[Math.floor(inner.length * 0.9)] };
}

/** A paragraph, or lines that were broken by hand. */
export interface TextPart {
  readonly kind: 'paragraph' | 'lines';
  readonly lines: readonly string[];
}

/** Lines of about the same length are prose only if they are long. */
const minWrapWidth = 55;

/** Divides a group into paragraphs, or says that its lines are verse, an address or a list. */
export function partsOf(group: TextGroup, { wrapWidth }: TextShape): TextPart[] {
  const { lines } = group;
  if (wrapWidth === undefined) return unwrapped(lines);
  if (lines.length === 1) return [{ kind: 'paragraph', lines }];
  return indentedParagraphs(lines).map((own) => ({
    kind: isWrapped(own, wrapWidth) ? 'paragraph' : 'lines',
    lines: own,
  }));
}

/** Three short lines or more in a text of long ones are verse. */
function unwrapped(lines: readonly string[]): TextPart[] {
  if (lines.length >= 3 && lines.every((line) => line.trim().length < 60)) return [{ kind: 'lines', lines }];
  return lines.map((line) => ({ kind: 'paragraph', lines: [line] }));
}

/** A text without empty lines has its paragraphs indented. */
function indentedParagraphs(lines: readonly string[]): string[][] {
  const indented = lines.filter((line) => indentOf(line) >= 2).length;
  const isMarked = indented > 0 && indented * 2 <= lines.length && lines.some((line) => indentOf(line) === 0);
  const paragraphs: string[][] = [];
  for (const [index, line] of lines.entries()) {
    const starts = isMarked && indentOf(line) >= 2 && indentOf(lines[index - 1] ?? '') < 2;
    if (index === 0 || starts) paragraphs.push([line]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** A program breaks a line where the next word has no room, and rarely before a capital; a poet often does both. */
function isWrapped(lines: readonly string[], wrapWidth: number): boolean {
  if (lines.length === 1) return true;
  const inner = lines.slice(0, -1);
  const full = inner.filter((line, index) => {
    if (/\p{Ll}-$/u.test(line)) return true;
    const [nextWord = ''] = (lines[index + 1] ?? '').trimStart().split(/\s/u, 1);
    return line.length + 1 + nextWord.length > wrapWidth - 2;
  });
  const capitals = lines.slice(1).filter((line) => /^[^\p{L}]*\p{Lu}/u.test(line)).length / inner.length;
  if (inner.length > 2 && capitals > 0.75) return false;
  if (full.length >= 0.6 * inner.length) return true;
  const mean = sum(inner.map((line) => line.length)) / inner.length;
  return capitals <= 0.5 && mean > 0.75 * wrapWidth && wrapWidth >= minWrapWidth;
}
