import { normalizeForComparison } from '../normalize-for-comparison.ts';
import { numberOf } from './number-words.ts';

/** Reports whether two titles say the same: `Chapter 1: Creators` and `CHAPTER ONE. Creators`. */
export function isSameTitle(one: string, other: string): boolean {
  const first = normalizeForComparison(one);
  if (first === '') return false;
  return first === normalizeForComparison(other) || normalizeTitle(one) === normalizeTitle(other);
}

/** Returns the words of a title in lower case with all numbers in digits, joined by spaces. */
export function normalizeTitle(title: string): string {
  if (title.length > maxLength) return normalizeForComparison(title);
  const words =
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const numbered: (string | number)[] = [];
  for (const word of words) {
    const number = numberOf(word);
    const last = numbered.at(-1);
    // `twenty one` is one number.
    if (number !== undefined && number < 10 && typeof last === 'number' && last >= 20 && last % 10 === 0)
      numbered[numbered.length - 1] = last + number;
    else numbered.push(number ?? word);
  }
  return numbered.join(' ');
}

/** Longer texts are not titles. */
const maxLength = 300;
