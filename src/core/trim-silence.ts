import { fullScale } from './pcm.ts';
import type { Pcm } from './pcm.ts';

/** Quieter samples count as silence, in dBFS, unless the voice's own noise is louder. */
const thresholdDb = -50;
/** Silence that stays at each end, so that no breath or consonant is cut. */
const keepSeconds = 0.02;
const windowSeconds = 0.05;
/** Single samples of noise reach about five times its RMS. */
const noisePeaks = 5.5;
/** Louder or closer to the peak is not the noise of a recording but quiet speech. */
const maxNoiseDb = -48;
const maxThresholdOfPeak = 0.06;
/** A larger mean is not an offset but a sound. */
const maxOffset = 1000;

/** A segment is trimmed when it is measured, when its book is written, and when it is heard. */
const trimmedBefore = new WeakMap<Int16Array, Pcm>();

/**
 * Returns speech without the silence around it, so that the book decides the pauses and not the service. Silence gives no samples.
 * The samples must not change afterwards.
 */
export function trimSilence(pcm: Pcm): Pcm {
  const known = trimmedBefore.get(pcm.samples);
  if (known?.sampleRate === pcm.sampleRate) return known;
  const trimmed = trim(pcm);
  trimmedBefore.set(pcm.samples, trimmed);
  return trimmed;
}

/** Returns speech without the silence before it, after it, or both. The samples must not change afterwards. */
export function trimEdges(pcm: Pcm, edges: { readonly before: boolean; readonly after: boolean }): Pcm {
  const { samples } = trimSilence(pcm);
  const start = (samples.byteOffset - pcm.samples.byteOffset) / samples.BYTES_PER_ELEMENT;
  const end = edges.after ? start + samples.length : pcm.samples.length;
  return { ...pcm, samples: pcm.samples.subarray(edges.before ? start : 0, end) };
}

function trim({ samples, sampleRate }: Pcm): Pcm {
  const { offset, noise } = quietest(samples, Math.round(windowSeconds * sampleRate));
  const peak = peakAround(offset, samples);
  const threshold = Math.max(
    fullScale * 10 ** (thresholdDb / 20),
    Math.min(noise * noisePeaks, peak * maxThresholdOfPeak),
  );
  if (peak < threshold) return { samples: samples.subarray(0, 0), sampleRate };
  // Both ends exist now. Loops, because callbacks for each sample take longer than the encoder.
  let first = 0;
  while (Math.abs((samples[first] ?? 0) - offset) < threshold) first += 1;
  let last = samples.length - 1;
  while (Math.abs((samples[last] ?? 0) - offset) < threshold) last -= 1;
  const keep = Math.round(keepSeconds * sampleRate);
  const end = last + 1 + keep;
  return { samples: samples.subarray(Math.max(0, first - keep), end), sampleRate };
}

function peakAround(offset: number, samples: Int16Array): number {
  let least = 32_767;
  let most = -32_768;
  for (let at = 0; at < samples.length; at += 1) {
    const sample = samples[at] ?? 0;
    if (sample < least) least = sample;
    if (sample > most) most = sample;
  }
  return samples.length === 0 ? 0 : Math.max(Math.abs(least - offset), Math.abs(most - offset));
}

/**
 * Returns the level around which a voice is silent, and the RMS of its noise, both from the quietest parts of the audio. Both are 0 for
 * speech without pauses. Digital silence, which services put around a noisy voice, has no noise.
 */
function quietest(samples: Int16Array, window: number): { readonly offset: number; readonly noise: number } {
  const maxNoise = fullScale * 10 ** (maxNoiseDb / 20);
  let offset = 0;
  let least = Infinity;
  let noise = Infinity;
  for (let start = 0; start + window <= samples.length; start += window) {
    let sum = 0;
    let squares = 0;
    for (let at = start; at < start + window; at += 1) {
      const sample = samples[at] ?? 0;
      sum += sample;
      squares += sample * sample;
    }
    const mean = sum / window;
    const rms = Math.sqrt(Math.max(0, squares / window - mean * mean));
    if (rms < least) [offset, least] = [mean, rms];
    if (rms > 0 && rms < noise) noise = rms;
  }
  return {
    offset: least <= maxNoise && Math.abs(offset) <= maxOffset ? offset : 0,
    noise: noise <= maxNoise ? noise : 0,
  };
}
