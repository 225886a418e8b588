import type { Pcm } from '../../../core/pcm.ts';
import { frameSeconds } from './frame-levels.ts';
import { similarity } from './similarity.ts';

/** Similarity of a sound with itself a period later. Vowels and tones are near 1, noise is below 0.2. */
const minPeriodicity = 0.35;

/** Periods of voices, in seconds: 400 to 60 Hz. */
export const periods = { min: 1 / 400, max: 1 / 60 };

/** Reports whether the sound from a frame on is similar to itself a period later. */
export function isPeriodic({ samples, sampleRate }: Pcm, frame: number): boolean {
  const from = Math.floor(frame * frameSeconds * sampleRate);
  const length = Math.round(2.5 * periods.max * sampleRate);
  const window = samples.subarray(from, from + length);
  for (let lag = Math.floor(periods.min * sampleRate); lag <= periods.max * sampleRate; lag += 1) {
    if (similarity(window, samples.subarray(from + lag, from + lag + length)) > minPeriodicity) return true;
  }
  return false;
}
