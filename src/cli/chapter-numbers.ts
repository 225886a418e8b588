import { AudiobookError } from '../core/errors.ts';

/** Far above what any book has; a longer range is a slip of the keyboard. */
const most = 100_000;

/** Reads chapter numbers from the command line: `2`, `1,3-5`. Throws `bad-value`. */
export function chapterNumbers(value: string): readonly number[] {
  return value.split(',').flatMap((part) => {
    const match = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/u.exec(part);
    const first = Number(match?.[1]);
    const last = Number(match?.[2] ?? match?.[1]);
    if (first >= 1 && last >= first && last <= most)
      return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
    throw new AudiobookError('bad-value', `'${value}' are no chapter numbers; wanted some like 1,3-5.`);
  });
}
