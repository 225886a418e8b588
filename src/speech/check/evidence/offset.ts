import type { Pcm } from '../../../core/pcm.ts';
import type { Finding } from './finding.ts';
import { decibels } from './levels.ts';

/** Decibels of the mean of a sound relative to its loud frames. Of 1,333 answers of 150 voices the largest was -28 (flite:rms). */
const maxOffset = -15;

/** Returns that the zero line of a sound is not at zero, or nothing. `loud` is the level of its loud frames, in decibels of full scale. */
export function findOffset({ samples, sampleRate }: Pcm, loud: number): Finding[] {
  let sum = 0;
  for (let at = 0; at < samples.length; at += 1) sum += samples[at] ?? 0;
  const offset = decibels(sum / Math.max(1, samples.length));
  if (offset - loud < maxOffset) return [];
  const message = `The audio is not around zero: its mean is at ${offset.toFixed(0)} dB.`;
  return [{ kind: 'offset', at: 0, seconds: samples.length / sampleRate, sureness: 'likely', message }];
}
