import { invalidValue } from '../../core/errors.ts';

/** Far above the number of chapters of any book, for one list in all. */
const maxCount = 100_000;

/** Returns the numbers of a list such as `1,3-5`. Throws `bad-value`. */
export function chapterNumbers(text: string): readonly number[] {
  const ranges = text.split(',').map(parseRange);
  const isValid = ranges.every(([first, last]) => first >= 1 && last >= first && last <= maxCount);
  if (isValid && ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0) <= maxCount) {
    return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, offset) => first + offset));
  }
  throw invalidValue('chapter list', text, 'numbers or ranges, for example 1,3-5');
}

function parseRange(text: string): readonly [first: number, last: number] {
  const match = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/u.exec(text);
  return [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
}
