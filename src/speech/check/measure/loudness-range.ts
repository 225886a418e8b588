import { frameSeconds } from './frame-levels.ts';

/** Stretch of sound whose loudness is looked at, and the distance of one from the next, in frames. */
const stretch = { frames: 2 / frameSeconds, step: 0.5 / frameSeconds };
/** Share of the frames of a stretch that are not louder than its loud ones. */
const loudShare = 0.9;

/**
 * Returns the difference between the loudest and the quietest two seconds of speech in decibels; 0 for less than two seconds.
 * Pauses are left out. Levels are in decibels above the silence.
 */
export function loudnessRange(levels: Float32Array): number {
  const sounding = levels.filter((level) => level > 0);
  let [least, most] = [Infinity, -Infinity];
  for (let from = 0; from + stretch.frames <= sounding.length; from += stretch.step) {
    const sorted = sounding.subarray(from, from + stretch.frames).toSorted();
    const loud = sorted[Math.floor(loudShare * stretch.frames)] ?? 0;
    [least, most] = [Math.min(least, loud), Math.max(most, loud)];
  }
  return most > least ? most - least : 0;
}
