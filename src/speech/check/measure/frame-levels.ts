import { fullScale } from '../../../core/pcm.ts';
import type { Pcm } from '../../../core/pcm.ts';

/** Decibels below the loud frames where silence begins in a clean recording. */
const cleanRange = 38;

/** The same in a recording with noise. */
const noisyRange = 26;

/** Decibels above the noise at which silence ends. */
const noiseMargin = 6;

/** One frame in twenty is louder than the loud ones. */
const loudShare = 0.95;

/** One frame in fifty is quieter than the quiet ones. */
const quietShare = 0.02;

/** One frame in five is quieter where a voice pauses or speaks a consonant. Another voice fills most of them. */
const restShare = 0.2;

/** Length of a frame, in seconds. */
export const frameSeconds = 0.01;

/** The least, the largest and the mean sample of a sound. */
export interface SampleBounds {
  readonly least: number;
  readonly most: number;
  readonly mean: number;
}

/** Returns the level of each frame in decibels of full scale, and the range of the samples. */
export function frameLevels({ samples, sampleRate }: Pcm): SampleBounds & { readonly levels: Float32Array } {
  const frame = Math.max(1, Math.round(sampleRate * frameSeconds));
  const levels = new Float32Array(Math.ceil(samples.length / frame));
  let [least, most, sum] = [0, 0, 0];
  for (let index = 0; index < levels.length; index += 1) {
    let squares = 0;
    const end = Math.min(samples.length, (index + 1) * frame);
    for (let at = index * frame; at < end; at += 1) {
      const sample = samples[at] ?? 0;
      squares += sample * sample;
      sum += sample;
      if (sample < least) least = sample;
      if (sample > most) most = sample;
    }
    levels[index] = decibels(Math.sqrt(squares / (end - index * frame)));
  }
  return { levels, least, most, mean: sum / Math.max(1, samples.length) };
}

/** Returns the level of samples in decibels of full scale. */
export function levelOf(samples: Int16Array): number {
  let squares = 0;
  for (let at = 0; at < samples.length; at += 1) squares += (samples[at] ?? 0) ** 2;
  return decibels(Math.sqrt(squares / Math.max(1, samples.length)));
}

/** Returns an amplitude in decibels of full scale. */
export function decibels(amplitude: number): number {
  return 10 * Math.log10((amplitude / fullScale) ** 2 + 1e-12);
}

/**
 * Returns the level below which frames are silence: relative to the speech's own level, so that a quiet voice pauses like a
 * loud one; above the noise where there is noise.
 */
export function silenceThreshold(levels: Float32Array): number {
  const sorted = levels.toSorted();
  const loud = levelAt(sorted, loudShare);
  return Math.min(loud - noisyRange, Math.max(loud - cleanRange, levelAt(sorted, quietShare) + noiseMargin));
}

/** Returns the level that one frame in twenty exceeds; 0 for no frames. */
export function loudLevel(levels: Float32Array): number {
  return levelAt(levels.toSorted(), loudShare);
}

/** Returns the levels that one frame in fifty is below, and one frame in five; 0 for no frames. */
export function quietLevels(levels: Float32Array): { readonly quiet: number; readonly rest: number } {
  const sorted = levels.toSorted();
  return { quiet: levelAt(sorted, quietShare), rest: levelAt(sorted, restShare) };
}

function levelAt(sorted: Float32Array, share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
