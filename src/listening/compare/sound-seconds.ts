import { meanSquare } from './mean-square.ts';
import type { Pcm } from '../../core/pcm.ts';

const stepSeconds = 0.02;

/** Mean square of a step that counts as sound, of samples from -1 to 1: -50 dBFS. */
const threshold = 1e-5 * 32_768 ** 2;

/** Returns the seconds with sound between two moments, in steps of 20 ms. */
export function soundSeconds({ samples, sampleRate }: Pcm, fromSeconds: number, toSeconds: number): number {
  const step = Math.round(sampleRate * stepSeconds);
  const end = Math.min(samples.length, toSeconds * sampleRate);
  let steps = 0;
  for (let at = Math.max(0, Math.round(fromSeconds * sampleRate)); at + step <= end; at += step) {
    if (meanSquare(samples.subarray(at, at + step)) > threshold) steps += 1;
  }
  return steps * stepSeconds;
}
