/** Returns the mean of the squares of samples, or 0 when there are none. */
export function meanSquare(samples: Int16Array): number {
  let sum = 0;
  for (let at = 0; at < samples.length; at += 1) sum += (samples[at] ?? 0) ** 2;
  return sum / Math.max(1, samples.length);
}
