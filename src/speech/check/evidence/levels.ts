import { fullScale } from '../../../core/pcm.ts';

/** Returns the level of samples in decibels of full scale. */
export function levelOf(samples: Int16Array): number {
  let squares = 0;
  for (let at = 0; at < samples.length; at += 1) squares += (samples[at] ?? 0) ** 2;
  return decibels(Math.sqrt(squares / Math.max(1, samples.length)));
}

/** Returns an amplitude in decibels of full scale. */
export function decibels(amplitude: number): number {
  return 20 * Math.log10(Math.abs(amplitude) / fullScale + 1e-6);
}
