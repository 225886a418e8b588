/** Decibels by which a syllable rises above what is before it and after it. */
const minRise = 2.5;
/** Decibels above the silence that a syllable reaches at least. */
const minLevel = 13;
/** Frames on either side that a level is averaged with, so that single periods of a low voice do not count. */
const smoothedFrames = 2;

/**
 * Returns how many syllables speech has: peaks of its level with a fall on either side, after the method of de Jong and
 * Wempe (2009). Levels are in decibels above the silence, one for each frame of 10 ms. Steady sounds have none or one.
 */
export function countSyllables(levels: Float32Array): number {
  const smooth = smoothed(levels);
  let count = 0;
  let isRising = true;
  let lowest = smooth[0] ?? 0;
  let highest = -Infinity;
  for (const level of [...smooth, -Infinity]) {
    if (isRising) {
      highest = Math.max(highest, level);
      if (highest - level < minRise) continue;
      if (highest > minLevel && highest - lowest >= minRise) count += 1;
      isRising = false;
      lowest = level;
    } else {
      lowest = Math.min(lowest, level);
      if (level - lowest < minRise) continue;
      isRising = true;
      highest = level;
    }
  }
  return count;
}

/** Returns the level of the mean power around each frame. */
function smoothed(levels: Float32Array): Float32Array {
  const powers = levels.map((level) => 10 ** (level / 10));
  return levels.map((_, index) => {
    const around = powers.subarray(Math.max(0, index - smoothedFrames), index + smoothedFrames + 1);
    return 10 * Math.log10(around.reduce((sum, power) => sum + power, 0) / around.length);
  });
}
