import { AudiobookError } from '../core/errors.ts';

/** Far above what any book has, in one range or all; more is a slip of the keyboard. */
const most = 100_000;

/** Reads chapter numbers as people write them: `2`, `1,3-5`. Throws `bad-value`. */
export function chapterNumbers(value: string): readonly number[] {
  const ranges = value.split(',').map(rangeOf);
  const areNumbers = ranges.every(([first, last]) => first >= 1 && last >= first && last <= most);
  if (areNumbers && ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0) <= most) {
    return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, offset) => first + offset));
  }
  throw new AudiobookError('bad-value', `'${value}' are no chapter numbers; wanted some like 1,3-5.`);
}

function rangeOf(part: string): readonly [number, number] {
  const match = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/u.exec(part);
  return [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
}
