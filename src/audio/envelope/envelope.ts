import type { Pcm } from '../../core/pcm.ts';
import { pcmSeconds } from '../../core/pcm.ts';
import { trimSilence } from '../../core/trim-silence.ts';

/** Length of a step, in seconds. */
export const stepSeconds = 0.02;

/** The level of a speech over time, in steps of about 20 ms: 100 bytes for each second. */
export interface Envelope {
  /** RMS of the samples of each step. */
  readonly levels: Uint16Array;
}

/** Returns the envelope of speech without the silence around it and without a constant offset, as it is recorded. */
export function speechEnvelope(pcm: Pcm): Envelope {
  const speech = trimSilence(pcm);
  const { samples } = speech;
  const steps = Math.round(pcmSeconds(speech) / stepSeconds);
  let sum = 0;
  for (let at = 0; at < samples.length; at += 1) sum += samples[at] ?? 0;
  const mean = sum / Math.max(1, samples.length);
  const levels = new Uint16Array(steps);
  for (let step = 0; step < steps; step += 1) {
    const from = Math.floor((step * samples.length) / steps);
    const to = Math.floor(((step + 1) * samples.length) / steps);
    levels[step] = rms(samples.subarray(from, to), mean);
  }
  return { levels };
}

function rms(samples: Int16Array, mean: number): number {
  let sum = 0;
  for (let at = 0; at < samples.length; at += 1) sum += ((samples[at] ?? 0) - mean) ** 2;
  return Math.round(Math.sqrt(sum / Math.max(1, samples.length)));
}
