import type { Leveling } from '../../audio/loudness/leveled-encoding.ts';
import { rounded } from './rounding.ts';

/** Loudness of a book in LUFS (EBU R128) before leveling and of the finished audio, its gain in dB, and its true peak in dBTP. */
export type LoudnessReport = Pick<Leveling, 'spokenLufs' | 'gainDb' | 'lufs' | 'truePeakDb'>;

/** Returns the loudness for a report. Undefined when the level was not changed, and for silence. */
export function reportedLoudness({
  leveling,
}: {
  readonly leveling: Leveling | undefined;
}): LoudnessReport | undefined {
  if (leveling === undefined || !Number.isFinite(leveling.spokenLufs)) return undefined;
  const { spokenLufs, gainDb, lufs, truePeakDb } = leveling;
  return {
    spokenLufs: rounded(spokenLufs),
    gainDb: rounded(gainDb),
    lufs: rounded(lufs),
    truePeakDb: rounded(truePeakDb),
  };
}
