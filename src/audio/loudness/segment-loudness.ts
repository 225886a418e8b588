import { hopMs, loudnessOfEnergy } from './loudness-meter.ts';
import { mean } from '../../core/statistics.ts';

/** A louder or quieter segment is changed by at most this, in decibels. More is meant so, or an error of the service. */
export const maxCorrectionDb = 6;
/** A voice whose level differs by more from the first is hardly there: more gain would amplify noise. */
const maxVoiceDb = 24;
const silenceLufs = -70;
/** Pauses inside a segment are quieter than its mean by more. */
const pauseLu = 10;

/** Loudness of a segment of speech. */
export interface SegmentLoudness {
  /** Loudness without pauses, in LUFS. -Infinity for silence. */
  readonly lufs: number;
  readonly seconds: number;
  /**
   * Loudness of its voice so far, for every voice but the first: voices may differ by any amount, and what is corrected only in part is the
   * distance of a segment from its own voice.
   */
  readonly voiceLufs?: number | undefined;
}

/** Returns the loudness of the speech in a segment from the result of `hopEnergies`. */
export function segmentLoudness(energies: Float32Array): SegmentLoudness {
  const sounding = energies.filter((energy) => loudnessOfEnergy(energy) > silenceLufs);
  const floor = mean(sounding) / 10 ** (pauseLu / 10);
  const speech = sounding.filter((energy) => energy > floor);
  return { lufs: loudnessOfEnergy(mean(speech)), seconds: (speech.length * hopMs) / 1000 };
}

/** Returns the gain in decibels that brings a segment to the loudness of the others, or closer to it. */
export function segmentCorrection({ lufs, voiceLufs }: SegmentLoudness, referenceLufs: number): number {
  if (!Number.isFinite(lufs) || !Number.isFinite(referenceLufs)) return 0;
  if (voiceLufs === undefined) return within(maxCorrectionDb, referenceLufs - lufs);
  return within(maxVoiceDb, referenceLufs - voiceLufs) + within(maxCorrectionDb, voiceLufs - lufs);
}

function within(limit: number, gainDb: number): number {
  return Math.max(-limit, Math.min(limit, gainDb));
}

/** Returns the segments of the first voice that are heard: the others are brought to it. */
export function ofFirstVoice(segments: readonly SegmentLoudness[]): readonly SegmentLoudness[] {
  return segments.filter(({ lufs, voiceLufs }) => Number.isFinite(lufs) && voiceLufs === undefined);
}

/** Returns the loudness that half of the speech of the first voice exceeds, by duration. -Infinity for silence. */
export function medianLoudness(segments: readonly SegmentLoudness[]): number {
  const sorted = ofFirstVoice(segments).toSorted((a, b) => a.lufs - b.lufs);
  let left = sorted.reduce((sum, { seconds }) => sum + seconds, 0) / 2;
  for (const { lufs, seconds } of sorted) {
    left -= seconds;
    if (left <= 0) return lufs;
  }
  return -Infinity;
}
