/** Requests to come. Times are in milliseconds. */
export interface Schedule {
  /** The remaining time of each request in flight. */
  readonly rests: readonly number[];
  /** Number of requests that are not sent yet. */
  readonly count: number;
  /** Mean time of those. */
  readonly meanMs: number;
  /** Times to expect, relative to the mean, in ascending order. */
  readonly ratios: readonly number[];
  /** Requests in flight. */
  readonly atOnce: number;
  /** The number grows by one with each answer up to this. */
  readonly maxAtOnce: number;
}

/** More requests than this are not followed one by one. */
const maxFollowed = 300;

/** Turns places in a sequence into shares that are spread evenly, however many there are. */
const goldenRatio = 0.618_033_988_749_895;

/** Returns the time until the last of the requests is answered, when each begins as soon as another has ended. */
export function scheduledMs({ rests, count, meanMs, ratios, atOnce, maxAtOnce }: Schedule): number {
  const followed = Math.min(maxFollowed, Math.ceil(count));
  const bulkMs = ((count - followed) * meanMs) / maxAtOnce;
  // The latest to be sent first: they decide the end.
  const free: number[] = rests.toSorted((a, b) => a - b).map((rest) => rest);
  while (free.length < Math.round(atOnce)) free.unshift(0);
  let lastMs = free.at(-1) ?? 0;
  for (let request = 0; request < followed; request += 1) {
    const share = (request * goldenRatio) % 1;
    const ratio = ratios[Math.floor(share * ratios.length)] ?? 1;
    const next = free.indexOf(Math.min(...free));
    const startMs = free[next] ?? 0;
    const endMs = startMs + ratio * meanMs;
    free[next] = endMs;
    if (free.length < Math.round(maxAtOnce)) free.push(endMs);
    lastMs = Math.max(lastMs, endMs);
  }
  return bulkMs + lastMs;
}
