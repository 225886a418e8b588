import { decibels } from '../measure/frame-levels.ts';
import type { SampleBounds } from '../measure/frame-levels.ts';
import type { Finding } from './finding.ts';

/** Decibels of the mean of a sound relative to its loud frames. Of 1,333 answers of 150 voices the largest was -28 (flite:rms). */
const maxOffset = -15;

/** Returns that the zero line of a sound is not at zero, or nothing. `loud` is the level of its loud frames, in decibels of full scale. */
export function findOffset({ mean }: Pick<SampleBounds, 'mean'>, loud: number): Finding[] {
  const offset = decibels(mean);
  if (offset - loud < maxOffset) return [];
  const message = `The audio is not around zero: its mean is at ${offset.toFixed(0)} dB.`;
  return [{ kind: 'offset', sureness: 'likely', message }];
}
