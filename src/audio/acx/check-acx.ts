import { formatLevel } from '../../core/strings/format-level.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import type { Levels } from '../loudness/level-meter.ts';
import { measureFile } from '../loudness/measure-file.ts';
import type { MeasuredFile } from '../loudness/measure-file.ts';
import { acxLimits } from './acx-limits.ts';

/** A file measured against ACX's audio submission requirements. Its levels are the highest of all channels, its silences the shortest. */
export interface AcxReport extends Levels {
  readonly sampleRate: number;
  /** Bits per second. */
  readonly bitrate: number;
  readonly seconds: number;
  /** Levels of each channel: one for mono, two for stereo. */
  readonly channels: readonly Levels[];
  /** One line per violated requirement. Empty when the file passes. */
  readonly problems: readonly string[];
}

/** Measures each channel of a file against ACX's requirements. Throws as `measureFile` does. */
export async function checkAcx(file: string, ffmpeg: Ffmpeg, signal: AbortSignal): Promise<AcxReport> {
  return acxReport(await measureFile(file, ffmpeg, signal));
}

/** Compares a measured file with ACX's requirements. */
export function acxReport({ channels, format }: Pick<MeasuredFile, 'channels' | 'format'>): AcxReport {
  const { container = '', codecProfile = '', bitrate = 0, duration = 0, sampleRate = 0 } = format;
  const isMp3 = container === 'MPEG' && codecProfile === 'CBR';
  const loudest = highestLevels(channels);
  const problems = [
    ...problemIf(!isMp3, 'it is not an MP3 with a constant bitrate'),
    ...problemIf(
      bitrate < acxLimits.minBitrate,
      `its bitrate is ${Math.round(bitrate / 1000)}k (required: 192k or more)`,
    ),
    ...problemIf(sampleRate !== acxLimits.sampleRate, `its sample rate is ${sampleRate} Hz (required: 44100)`),
    ...problemIf(duration > acxLimits.maxSeconds, 'it is longer than 120 minutes'),
    ...channels.flatMap((levels, index) => levelProblems(levels, ownerOf(index, channels.length))),
    ...edgeProblems(loudest),
  ];
  return {
    ...loudest,
    sampleRate,
    bitrate,
    seconds: duration,
    channels: channels.map(({ rmsDb, peakDb, floorDb, headSeconds, tailSeconds }) => ({
      rmsDb,
      peakDb,
      floorDb,
      headSeconds,
      tailSeconds,
    })),
    problems,
  };
}

function highestLevels(channels: readonly Levels[]): Levels {
  return {
    rmsDb: Math.max(...channels.map(({ rmsDb }) => rmsDb)),
    peakDb: Math.max(...channels.map(({ peakDb }) => peakDb)),
    floorDb: Math.max(...channels.map(({ floorDb }) => floorDb)),
    headSeconds: Math.min(...channels.map(({ headSeconds }) => headSeconds)),
    tailSeconds: Math.min(...channels.map(({ tailSeconds }) => tailSeconds)),
  };
}

/** Returns the beginning of a phrase about a channel. */
function ownerOf(channel: number, count: number): string {
  if (count === 1) return 'its';
  return channel === 0 ? "its left channel's" : "its right channel's";
}

function levelProblems({ rmsDb, peakDb, floorDb }: Levels, owner: string): string[] {
  const { min, max } = acxLimits.rmsDb;
  return [
    ...problemIf(rmsDb < min || rmsDb > max, `${owner} RMS is ${formatLevel(rmsDb)} (required: -23 to -18)`),
    ...problemIf(peakDb > acxLimits.peakDb, `${owner} peak is ${formatLevel(peakDb)} (required: -3 or less)`),
    ...problemIf(
      floorDb > acxLimits.floorDb,
      `${owner} noise floor is ${formatLevel(floorDb)} (required: -60 or less)`,
    ),
  ];
}

function edgeProblems({ headSeconds, tailSeconds }: Levels): string[] {
  const { headSeconds: head, tailSeconds: tail } = acxLimits;
  return [
    ...problemIf(
      headSeconds < head.min || headSeconds > head.max,
      `it begins with ${headSeconds.toFixed(2)} s of silence (required: 0.5 to 1)`,
    ),
    ...problemIf(
      tailSeconds < tail.min || tailSeconds > tail.max,
      `it ends with ${tailSeconds.toFixed(2)} s of silence (required: 1 to 5)`,
    ),
  ];
}

function problemIf(isViolated: boolean, problem: string): string[] {
  return isViolated ? [problem] : [];
}
