import { addTo } from '../../../../core/collections/add-to.ts';
import { maskNumbers, pageNumberValue } from '../../../pdf/text/page-numbers.ts';

/** A line at the top or at the bottom of a page, or alone between two. */
export interface EdgeLine {
  /** Index of the line in the text. */
  readonly at: number;
  /** Position of its page. */
  readonly page: number;
  /** The line with single spaces. */
  readonly text: string;
  /** An empty line or another indent parts it from the text. */
  readonly isApart: boolean;
}

/** A line on fewer pages can be a text that repeats. */
export const minPages = 3;
/** Longer lines are text. Characters, spaces in a row as one. */
const maxLength = 80;

/** Another indent is that of a line in the middle. Spaces. */
const minIndent = 6;

/** Returns the edge of a page, or undefined if it is too long to be one. `inner` is the line next to it, towards the text. */
export function edgeLine(line: string, inner: string, place: Pick<EdgeLine, 'at' | 'page'>): EdgeLine | undefined {
  const text = line.trim().replaceAll(/\s+/gu, ' ');
  if (text === '' || text.length > maxLength) return undefined;
  const isApart = inner.trim() === '' || Math.abs(line.search(/\S/u) - inner.search(/\S/u)) >= minIndent;
  return { ...place, text, isApart };
}

/** Returns the lines that say the same on several pages. */
export function repeatedLines(lines: readonly EdgeLine[]): readonly EdgeLine[] {
  return groupsOf(lines, ({ text, isApart }) => (isApart ? [text] : []))
    .filter(({ length }) => length >= minPages)
    .flat();
}

/** Returns the lines with a number that counts the pages. Titles with a number of their own do not rise with each page. */
export function countedLines(lines: readonly EdgeLine[]): readonly EdgeLine[] {
  const groups = groupsOf(lines, ({ text, page }) => [
    ...new Set(numbersIn(text).map((value) => String(value - page))),
  ]);
  return groups.filter(({ length }) => length >= minPages).flat();
}

/** Returns the numbers of a line that can be that of its page: its first and its last word, or those of `Page 3 of 9`. */
export function numbersIn(text: string): readonly number[] {
  const words = text.split(' ');
  const ends = [words[0], words.at(-1), ...(words.length > maxWords ? [] : words)];
  const values = ends.map((word = '') => (/^\W*\p{L}\W*$/u.test(word) ? undefined : pageNumberValue(word)));
  return [...new Set(values.filter((value) => value !== undefined))];
}

/** In a line of this many words each can be the number of the page. */
const maxWords = 4;

/** Returns a key that lines of one kind share, whatever their numbers are. */
export function kindOf({ text }: EdgeLine): string {
  return maskNumbers(text);
}

function groupsOf(lines: readonly EdgeLine[], keysOf: (line: EdgeLine) => readonly string[]): EdgeLine[][] {
  const groups = new Map<string, EdgeLine[]>();
  for (const line of lines) {
    for (const key of keysOf(line)) {
      addTo(groups, key, line);
    }
  }
  return [...groups.values()];
}
