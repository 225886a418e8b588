/** Returns the most frequent number, rounded to halves; 0 without any. */
export function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const one of numbers) {
    const rounded = Math.round(one * 2) / 2;
    counts.set(rounded, (counts.get(rounded) ?? 0) + 1);
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}
