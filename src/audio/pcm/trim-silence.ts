import type { Pcm } from '../../core/pcm.ts';

/** Options of `trimSilence`. */
export interface TrimOptions {
  /** Quieter samples count as silence, in dBFS. Default: -50. */
  readonly thresholdDb: number;
  /** Silence that stays at each end, so that no breath or consonant is cut. Default: 0.02. */
  readonly keepSeconds: number;
}

const defaults: TrimOptions = { thresholdDb: -50, keepSeconds: 0.02 };

/** Returns speech without the silence around it, so that the book decides the pauses and not the service. Silence gives no samples. */
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
