import { countEach } from '../../../core/collections/count-each.ts';

/** Returns the most frequent number, rounded to halves; 0 without any. */
export function mostFrequent(numbers: readonly number[]): number {
  const counts = countEach(numbers.map((one) => Math.round(one * 2) / 2));
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}
