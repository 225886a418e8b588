/** Stretch of sound whose loudness is looked at, and the distance of one from the next, in frames. */
const loudnessStretch = { frames: 200, step: 50 };

/** Share of the frames of a stretch that are not louder than its loud ones. */
const stretchLoudShare = 0.9;

/**
 * Returns the difference between the loudest and the quietest two seconds of speech in decibels; 0 for less than two seconds.
 * Pauses are left out. Levels are in decibels above the silence.
 */
export function loudnessRange(levels: Float32Array): number {
  const sounding = levels.filter((level) => level > 0);
  let [least, most] = [Infinity, -Infinity];
  for (let from = 0; from + loudnessStretch.frames <= sounding.length; from += loudnessStretch.step) {
    const sorted = sounding.subarray(from, from + loudnessStretch.frames).toSorted();
    const loud = sorted[Math.floor(stretchLoudShare * loudnessStretch.frames)] ?? 0;
    [least, most] = [Math.min(least, loud), Math.max(most, loud)];
  }
  return most > least ? most - least : 0;
}
