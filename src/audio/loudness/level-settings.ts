import type { FinishedLevels } from './finished-meter.ts';
import type { Gains, LevelModel } from './level-model.ts';
import type { FormatLevels, LoudnessTarget } from './loudness-target.ts';
import { maxCorrectionDb } from './segment-loudness.ts';

/** Settings for leveling a book in one pass over its audio. */
export interface LevelSettings extends Gains {
  /** The pass that these settings are for, counted from 1. */
  readonly pass: number;
  /** Why this pass is needed. Empty for the first. */
  readonly reason: string;
}

/** The inputs from which the settings follow. */
export interface LevelGoal {
  readonly target: LoudnessTarget;
  readonly format: FormatLevels;
}

/** Half of what listeners may get: the measurements of others differ by a tenth. */
const toleranceLu = 0.3;
const peakToleranceDb = 0.05;
/** More of the audio is limited in the second pass, so that its peaks may exceed the samples by more than in the first. */
const peakMarginDb = 0.4;
/** At the limit of a correction, a reference that is off by more leaves differences that another reference removes. */
const referenceToleranceLu = 2;
/** A smaller change is not worth another encoding. */
const minGainChangeDb = 0.05;
/**
 * The first pass measures how far the format is off the prediction, which then covers the whole book. Only where passages
 * are close to the gate of the meter may the second one miss by what listeners may get; then there is a third.
 */
const passes = { usual: 2, max: 3, missedLu: 0.5 };

/** Returns the settings for a book of which the model knows the beginning. */
export function firstSettings(model: LevelModel, { target, format }: LevelGoal): LevelSettings {
  const shape = { referenceLufs: stepped(model.median(), format), ceilingDb: target.truePeakDb - format.overshootDb };
  const gainDb = stepped(model.gainFor(target.lufs - format.offsetLu, shape), format);
  return { ...shape, gainDb, pass: 1, reason: '' };
}

/**
 * Returns the settings of the second pass when the finished audio misses its target, or undefined when it does not or when another
 * pass could not improve it. `model` knows the whole book.
 */
export function nextSettings(
  settings: LevelSettings,
  { target, format }: LevelGoal,
  finished: FinishedLevels,
  model: LevelModel,
): LevelSettings | undefined {
  const missingLu = target.lufs - finished.lufs;
  if (!Number.isFinite(finished.lufs) || isLast(settings.pass, missingLu)) return undefined;
  const median = stepped(model.median(), format);
  const referenceLufs = Number.isFinite(median) ? median : settings.referenceLufs;
  const isCut = model.farthestFrom(settings.referenceLufs) > maxCorrectionDb;
  const reason = reasonOf({
    missingLu,
    excessDb: finished.truePeakDb - target.truePeakDb - peakToleranceDb,
    drift: isCut ? Math.abs(referenceLufs - settings.referenceLufs) : 0,
  });
  if (reason === undefined) return undefined;
  const overshootDb = Math.max(format.overshootDb, finished.truePeakDb - model.peakDb(settings)) + peakMarginDb;
  const ceilingDb = Math.min(settings.ceilingDb, stepped(target.truePeakDb - overshootDb, format, Math.floor));
  const shape = { referenceLufs, ceilingDb };
  const offsetLu = finished.lufs - model.loudness(settings);
  const gainDb = stepped(model.gainFor(target.lufs - offsetLu, shape), format);
  const isSameShape = referenceLufs === settings.referenceLufs && ceilingDb === settings.ceilingDb;
  if (isSameShape && Math.abs(gainDb - settings.gainDb) < minGainChangeDb) return undefined;
  return { ...shape, gainDb, pass: settings.pass + 1, reason };
}

function stepped(db: number, { stepDb }: FormatLevels, round = Math.round): number {
  return stepDb === undefined ? db : round(db / stepDb) * stepDb;
}

function isLast(pass: number, missingLu: number): boolean {
  return pass >= (Math.abs(missingLu) > passes.missedLu ? passes.max : passes.usual);
}

interface Misses {
  readonly missingLu: number;
  readonly excessDb: number;
  readonly drift: number;
}

function reasonOf({ missingLu, excessDb, drift }: Misses): string | undefined {
  if (Math.abs(missingLu) > toleranceLu) {
    return `it is ${Math.abs(missingLu).toFixed(1)} LU ${missingLu > 0 ? 'below' : 'above'} its target loudness`;
  }
  if (excessDb > 0) return `its peaks exceed the limit by ${(excessDb + peakToleranceDb).toFixed(1)} dB`;
  if (drift > referenceToleranceLu) return `its beginning is ${drift.toFixed(1)} LU off the rest`;
  return undefined;
}
