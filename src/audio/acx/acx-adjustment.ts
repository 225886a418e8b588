import type { Levels } from '../loudness/level-meter.ts';
import { acxLimits } from './acx-limits.ts';

/** Changes to a chapter that bring it within the limits of ACX. */
export interface AcxAdjustment {
  readonly gainDb: number;
  /** Upper limit of the samples in dBFS. */
  readonly ceilingDb: number;
  /** Silence to add before the chapter, in seconds. Negative: to remove. */
  readonly leadSeconds: number;
  /** Silence to add after the chapter, in seconds. Negative: to remove. */
  readonly trailSeconds: number;
}

/** Nothing but a limiter for what resampling and the encoder add to the peaks. */
export const noAdjustment: AcxAdjustment = { gainDb: 0, ceilingDb: -3.6, leadSeconds: 0, trailSeconds: 0 };

/** A larger change would be heard as another recording. */
const maxGainDb = 15;
/** Quieter chapters have no speech. */
const silenceDb = -60;
/** How far inside a limit to aim, in decibels: the limiter takes back some of a gain. */
const rmsMarginDb = 0.6;
const peakMarginDb = 0.2;
const edgeMarginSeconds = 0.1;

/** Returns the next adjustment for a chapter that has `levels` with the present one, or undefined when nothing more can be done. */
export function nextAdjustment(present: AcxAdjustment, levels: Levels): AcxAdjustment | undefined {
  if (levels.rmsDb < silenceDb) return undefined;
  const { rmsDb, peakDb, headSeconds, tailSeconds } = acxLimits;
  const gainDb = present.gainDb + missing(levels.rmsDb, rmsDb, rmsMarginDb);
  const next: AcxAdjustment = {
    gainDb: Math.max(-maxGainDb, Math.min(maxGainDb, gainDb)),
    ceilingDb: present.ceilingDb - Math.max(0, levels.peakDb > peakDb ? levels.peakDb - peakDb + peakMarginDb : 0),
    leadSeconds: present.leadSeconds + missing(levels.headSeconds, headSeconds, edgeMarginSeconds),
    trailSeconds: present.trailSeconds + missing(levels.tailSeconds, tailSeconds, edgeMarginSeconds),
  };
  const isSame =
    next.gainDb === present.gainDb &&
    next.ceilingDb === present.ceilingDb &&
    next.leadSeconds === present.leadSeconds &&
    next.trailSeconds === present.trailSeconds;
  return isSame ? undefined : next;
}

/** Returns the change that brings a value inside a range. */
function missing(value: number, { min, max }: { readonly min: number; readonly max: number }, margin: number): number {
  if (value < min) return min + margin - value;
  return value > max ? max - margin - value : 0;
}
