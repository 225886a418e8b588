import type { FinishedLevels } from './finished-meter.ts';
import type { LoudnessTarget } from './loudness-target.ts';
import { effectOfReference, maxCorrectionDb, medianLoudness } from './segment-loudness.ts';
import type { SegmentLoudness } from './segment-loudness.ts';

/** How a book is leveled in one pass over its audio. */
export interface LevelSettings {
  /** The loudness that segments of speech are brought to before the gain, in LUFS. */
  readonly referenceLufs: number;
  /** Gain of the whole book in decibels. */
  readonly gainDb: number;
  /** Upper limit of the samples in dBFS. */
  readonly ceilingDb: number;
  /** The pass that these settings are for, counted from 1. */
  readonly pass: number;
  /** Why this pass is needed. Empty for the first. */
  readonly reason: string;
  /** Gain and result of the pass before, when it had the same reference and ceiling. */
  readonly before?: { readonly gainDb: number; readonly lufs: number } | undefined;
}

/** A larger gain would amplify noise or a mistake. */
const maxGainDb = 24;
/** Half of what listeners may get: the measurements of others differ by a tenth. */
const toleranceLu = 0.3;
const peakToleranceDb = 0.05;
/** Where a correction is cut at its limit, a reference that is off by more leaves differences that another one removes. */
const referenceToleranceLu = 2;
/** A smaller change is not worth another encoding. */
const minGainChangeDb = 0.05;
const maxPasses = 5;

/** Returns a gain within the limits. */
export function limitGain(gainDb: number): number {
  return Math.max(-maxGainDb, Math.min(maxGainDb, gainDb));
}

/**
 * Returns the settings of another pass when the finished audio misses its target, or undefined when it does not or when another
 * pass could not improve it.
 */
export function nextSettings(
  settings: LevelSettings,
  target: LoudnessTarget,
  finished: FinishedLevels,
  segments: readonly SegmentLoudness[],
): LevelSettings | undefined {
  if (!Number.isFinite(finished.lufs) || settings.pass >= maxPasses) return undefined;
  const missingLu = target.lufs - finished.lufs;
  const excessDb = peakExcess(finished.truePeakDb, target);
  const median = medianLoudness(segments);
  const isCut = segments.some(
    ({ lufs }) => Number.isFinite(lufs) && Math.abs(lufs - settings.referenceLufs) > maxCorrectionDb,
  );
  const drift = isCut ? Math.abs(median - settings.referenceLufs) : 0;
  const reason = reasonOf(missingLu, excessDb, drift);
  if (reason === undefined) return undefined;
  const referenceLufs = Number.isFinite(median) ? median : settings.referenceLufs;
  const effect = effectOfReference(segments, settings.referenceLufs, referenceLufs);
  const gainDb = limitGain(settings.gainDb + missingLu / loudnessPerGain(settings, finished.lufs) - effect);
  const next = { referenceLufs, gainDb, ceilingDb: settings.ceilingDb - excessDb };
  const hasSameShape = referenceLufs === settings.referenceLufs && excessDb === 0;
  if (hasSameShape && Math.abs(gainDb - settings.gainDb) < minGainChangeDb) return undefined;
  const before = hasSameShape ? { gainDb: settings.gainDb, lufs: finished.lufs } : undefined;
  return { ...next, pass: settings.pass + 1, reason, before };
}

/** Returns by how much the ceiling must be lowered. 0 when the peaks are within the limit. */
function peakExcess(truePeakDb: number, target: LoudnessTarget): number {
  const excessDb = truePeakDb - target.truePeakDb + peakToleranceDb;
  return excessDb > 0 ? excessDb + peakToleranceDb : 0;
}

function reasonOf(missingLu: number, excessDb: number, drift: number): string | undefined {
  if (Math.abs(missingLu) > toleranceLu) {
    return `it is ${Math.abs(missingLu).toFixed(1)} LU ${missingLu > 0 ? 'below' : 'above'} its target loudness`;
  }
  if (excessDb > 0) return `its peaks exceed the limit by ${excessDb.toFixed(1)} dB`;
  if (drift > referenceToleranceLu) return `its beginning is ${drift.toFixed(1)} LU off the rest`;
  return undefined;
}

/** Returns how much louder the book got per decibel of gain. The limiter takes a part of it. */
export function loudnessPerGain({ gainDb, before }: LevelSettings, lufs: number): number {
  if (before === undefined || Math.abs(gainDb - before.gainDb) < 0.1) return 1;
  return Math.max(0.3, Math.min(1, (lufs - before.lufs) / (gainDb - before.gainDb)));
}
