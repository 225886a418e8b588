import type { Pcm } from '../../../core/pcm.ts';
import { isPeriodic } from './is-periodic.ts';

/** Range of the level of a steady sound between its quietest and loudest tenth, in decibels. Speech has 15 and more, noise 3. */
const maxNoiseRange = 7.5;

/** The outer tenths of the levels, which are left out. */
const tenth = 0.1;

/** Number of places in the sound that are looked at. */
const places = 16;

/**
 * Reports whether a sound is noise: its level is steady, and it has no pitch. A steady tone is not noise: as far as
 * these measures go it could be a voice that sings. `levels` are those of the frames that sound, in decibels.
 */
export function isNoise(pcm: Pcm, levels: Float32Array, firstFrame: number): boolean {
  if (levels.length < places || rangeOf(levels) > maxNoiseRange) return false;
  let periodic = 0;
  for (let place = 0; place < places && periodic < places / 2; place += 1) {
    const frame = firstFrame + Math.floor(((place + 0.5) * levels.length) / places);
    if (isPeriodic(pcm, frame)) periodic += 1;
  }
  return periodic < places / 2;
}

/** The outer tenths are left out: codecs blur the ends of a sound. */
function rangeOf(levels: Float32Array): number {
  const sorted = levels.toSorted();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return at(1 - tenth) - at(tenth);
}
