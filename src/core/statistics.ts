/** Returns the sum of numbers, 0 for none. */
export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Returns the mean of numbers, 0 for none. */
export function mean(values: ArrayLike<number> & Iterable<number>): number {
  return values.length === 0 ? 0 : sum(values) / values.length;
}

/** Returns the middle value (the upper one of two), 0 for none. */
export function median(values: ArrayLike<number> & Iterable<number>): number {
  return Float64Array.from(values).toSorted()[values.length >> 1] ?? 0;
}

/** Returns the greatest common divisor of two whole numbers. */
export function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
