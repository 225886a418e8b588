import type { Pcm } from '../../core/pcm.ts';
import { trimSilence } from '../../core/trim-silence.ts';

/** Too short to be heard, long enough that speech does not click where a pause ends or begins, cut or as the voice gave it. */
const fadeSeconds = 0.003;

/** Options of `cleanSpeech`. */
export interface CleanOptions {
  /** Changes the given samples instead of copies. New memory for all speech takes longer than what is done with it. */
  readonly isInPlace?: boolean | undefined;
}

/** Returns speech without the silence around it and without a constant offset, faded at both ends. */
export function cleanSpeech(pcm: Pcm, { isInPlace = false }: CleanOptions = {}): Pcm {
  const trimmed = trimSilence(pcm);
  const { sampleRate } = trimmed;
  const samples = isInPlace ? trimmed.samples : trimmed.samples.slice();
  removeOffset(samples);
  const fade = Math.min(Math.round(fadeSeconds * sampleRate), samples.length >> 1);
  for (let at = 0; at < fade; at += 1) {
    const gain = at / fade;
    const last = samples.length - 1 - at;
    samples[at] = Math.round((samples[at] ?? 0) * gain);
    samples[last] = Math.round((samples[last] ?? 0) * gain);
  }
  return { samples, sampleRate };
}

/** Makes the mean zero. Some services add a constant, which clicks where a pause begins. */
function removeOffset(samples: Int16Array): void {
  let sum = 0;
  for (let at = 0; at < samples.length; at += 1) sum += samples[at] ?? 0;
  const mean = Math.round(sum / Math.max(1, samples.length));
  if (mean === 0) return;
  for (let at = 0; at < samples.length; at += 1) {
    const sample = (samples[at] ?? 0) - mean;
    samples[at] = sample > 32_767 ? 32_767 : sample < -32_768 ? -32_768 : sample;
  }
}
