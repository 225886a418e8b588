/** Steps before a place that must be quiet, too: after these, a decoder has left the speech before. */
const quietSteps = 5;

/**
 * Returns the quietest place in samples, a multiple of `step`, the last of several. Parts whose frames are decoded by means of those
 * before are cut there: the differences at a joint are as small as the sound.
 */
export function quietPlace(samples: Int16Array, step: number): number {
  const levels = Array.from({ length: Math.floor(samples.length / step) }, (_, index) =>
    samples.subarray(index * step, (index + 1) * step).reduce((sum, sample) => sum + Math.abs(sample), 0),
  );
  let quietest = 0;
  let lowest = Infinity;
  for (let at = quietSteps; at < levels.length; at += 1) {
    const around = levels.slice(at - quietSteps, at + 1).reduce((sum, level) => sum + level, 0);
    if (around > lowest) continue;
    lowest = around;
    quietest = at;
  }
  return quietest * step;
}
