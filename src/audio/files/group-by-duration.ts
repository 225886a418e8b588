/** The longest file that players and 32-bit sample counters handle, in seconds: 14 hours. */
export const maxGroupSeconds = 14 * 3600;

/** Sums of durations have rounding errors. */
const toleranceSeconds = 1e-6;

/**
 * Splits a list, in order, into groups whose durations add up to at most `maxSeconds`. A sum that equals it fits. A longer
 * item is a group by itself.
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
