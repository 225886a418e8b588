import type { Pcm } from '../../core/pcm.ts';

export interface TrimOptions {
  /** What is quieter counts as silence, in dBFS. */
  readonly thresholdDb: number;
  /** How much of the silence stays at each end, so that no breath or consonant is cut. */
  readonly keepSeconds: number;
}

const defaults: TrimOptions = { thresholdDb: -50, keepSeconds: 0.02 };

/** A piece of speech without the silence around it; pauses are then the book's and not the service's. All silence gives no samples. */
export function trimSilence({ samples, sampleRate }: Pcm, options: Partial<TrimOptions> = {}): Pcm {
  const { thresholdDb, keepSeconds } = { ...defaults, ...options };
  const threshold = 32_768 * 10 ** (thresholdDb / 20);
  const isLoud = (sample: number): boolean => Math.abs(sample) >= threshold;
  const first = samples.findIndex(isLoud);
  if (first === -1) return { samples: samples.subarray(0, 0), sampleRate };
  const keep = Math.round(keepSeconds * sampleRate);
  const end = samples.findLastIndex(isLoud) + 1 + keep;
  return { samples: samples.subarray(Math.max(0, first - keep), end), sampleRate };
}
