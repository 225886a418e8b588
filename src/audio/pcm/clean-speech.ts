import { uninitialized } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { trimSilence } from './trim-silence.ts';

/** Too short to be heard, long enough that a cut does not click. */
const fadeSeconds = 0.003;

/** Returns speech without the silence around it and without a constant offset, faded at the cuts. */
export function cleanSpeech(pcm: Pcm): Pcm {
  const trimmed = trimSilence(pcm);
  const { samples, sampleRate } = withoutOffset(trimmed);
  const start = trimmed.samples.byteOffset - pcm.samples.byteOffset;
  const isCutAtStart = start > 0;
  const isCutAtEnd = start / 2 + samples.length < pcm.samples.length;
  const fade = Math.min(Math.round(fadeSeconds * sampleRate), samples.length >> 1);
  for (let at = 0; at < fade; at += 1) {
    const gain = at / fade;
    const last = samples.length - 1 - at;
    if (isCutAtStart) samples[at] = Math.round((samples[at] ?? 0) * gain);
    if (isCutAtEnd) samples[last] = Math.round((samples[last] ?? 0) * gain);
  }
  return { samples, sampleRate };
}

/** Returns a copy whose mean is zero. Some services add a constant, which clicks where a pause begins. */
function withoutOffset({ samples, sampleRate }: Pcm): Pcm {
  let sum = 0;
  for (let at = 0; at < samples.length; at += 1) sum += samples[at] ?? 0;
  const mean = Math.round(sum / Math.max(1, samples.length));
  if (mean === 0) return { samples: samples.slice(), sampleRate };
  const moved = uninitialized(samples.length);
  for (let at = 0; at < moved.length; at += 1) {
    const sample = (samples[at] ?? 0) - mean;
    moved[at] = sample > 32_767 ? 32_767 : sample < -32_768 ? -32_768 : sample;
  }
  return { samples: moved, sampleRate };
}
