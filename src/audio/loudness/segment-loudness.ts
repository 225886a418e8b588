import { hopMs, loudnessOfEnergy } from './loudness-meter.ts';
import { mean } from '../../core/statistics.ts';

/** A louder or quieter segment is changed by at most this, in decibels. More is meant so, or an error of the service. */
export const maxCorrectionDb = 6;
const silenceLufs = -70;
/** Pauses inside a segment are quieter than its mean by more. */
const pauseLu = 10;

/** Loudness of a segment of speech. */
export interface SegmentLoudness {
  /** Loudness without pauses, in LUFS. -Infinity for silence. */
  readonly lufs: number;
  readonly seconds: number;
}

/** Returns the loudness of the speech in a segment from the result of `hopEnergies`. */
export function segmentLoudness(energies: Float32Array): SegmentLoudness {
  const sounding = energies.filter((energy) => loudnessOfEnergy(energy) > silenceLufs);
  const floor = mean(sounding) / 10 ** (pauseLu / 10);
  const speech = sounding.filter((energy) => energy > floor);
  return { lufs: loudnessOfEnergy(mean(speech)), seconds: (speech.length * hopMs) / 1000 };
}

/** Returns the gain in decibels that brings a segment to the loudness of the others, or closer to it. */
export function segmentCorrection({ lufs }: SegmentLoudness, referenceLufs: number): number {
  if (!Number.isFinite(lufs) || !Number.isFinite(referenceLufs)) return 0;
  return Math.max(-maxCorrectionDb, Math.min(maxCorrectionDb, referenceLufs - lufs));
}

/** Returns the loudness that half of the speech exceeds, by duration. -Infinity for silence. */
export function medianLoudness(segments: readonly SegmentLoudness[]): number {
  const sorted = segments.filter(({ lufs }) => Number.isFinite(lufs)).toSorted((a, b) => a.lufs - b.lufs);
  let left = sorted.reduce((sum, { seconds }) => sum + seconds, 0) / 2;
  for (const { lufs, seconds } of sorted) {
    left -= seconds;
    if (left <= 0) return lufs;
  }
  return -Infinity;
}
