/** What players and 32-bit sample counters bear in one file, in seconds: 14 hours. */
export const maxGroupSeconds = 14 * 3600;

/** Sums of durations are not exact to the last bit. */
const toleranceSeconds = 1e-6;

/**
 * Splits a list, in order, into groups whose durations sum up to at most `maxSeconds`; a sum that equals it fits, and an
 * item that is longer by itself stands alone.
 */
export function groupByDuration<T extends { readonly seconds: number }>(
  items: readonly T[],
  maxSeconds: number = maxGroupSeconds,
): T[][] {
  const groups: T[][] = [];
  let sum = Infinity;
  for (const item of items) {
    if (sum + item.seconds > maxSeconds + toleranceSeconds) {
      groups.push([]);
      sum = 0;
    }
    groups.at(-1)?.push(item);
    sum += item.seconds;
  }
  return groups;
}
