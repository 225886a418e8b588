import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseFile } from 'music-metadata';
import { AudiobookError } from '../../core/errors.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { startFfmpeg } from '../ffmpeg/start-ffmpeg.ts';
import { LevelMeter } from './level-meter.ts';
import type { Levels } from './level-meter.ts';

/** A file measured against ACX's audio submission requirements. */
export interface AcxReport extends Levels {
  readonly sampleRate: number;
  /** Bits per second. */
  readonly bitrate: number;
  readonly seconds: number;
  /** One line per violated requirement. Empty when the file passes. */
  readonly problems: readonly string[];
}

const maxSeconds = 120 * 60;

/** Measures a file against ACX's requirements. Throws `file-not-found`, or `media-failed` when it cannot be decoded. */
export async function checkAcx(file: string, ffmpeg: Ffmpeg, signal: AbortSignal): Promise<AcxReport> {
  const input = path.resolve(file);
  const present = await stat(input).catch(() => undefined);
  if (present?.isFile() !== true) throw new AudiobookError('file-not-found', `The file ${file} does not exist.`);
  const { format } = await parseFile(input, { duration: true, skipCovers: true }).catch((thrown: unknown) => {
    throw new AudiobookError('media-failed', `${file} is not an audio file.`, { cause: thrown });
  });
  const sampleRate = format.sampleRate ?? 0;
  const meter = new LevelMeter(sampleRate);
  const outputOptions = ['-map', '0:a', '-ac', '1', '-ar', String(sampleRate), '-f', 's16le'];
  const output = (chunk: Buffer): void => meter.add(chunk);
  await using decoder = startFfmpeg({ ffmpeg, signal, input, inputOptions: [], outputOptions, output });
  await decoder.end();
  const levels = meter.levels();
  const { container = '', codecProfile = '', bitrate = 0, duration = 0 } = format;
  const isMp3 = container === 'MPEG' && codecProfile === 'CBR';
  const problems = [
    ...problemIf(!isMp3, 'it is not an MP3 with a constant bitrate'),
    ...problemIf(bitrate < 192_000, `its bitrate is ${Math.round(bitrate / 1000)}k (required: 192k or more)`),
    ...problemIf(sampleRate !== 44_100, `its sample rate is ${sampleRate} Hz (required: 44100)`),
    ...problemIf(duration > maxSeconds, 'it is longer than 120 minutes'),
    ...levelProblems(levels),
  ];
  return { ...levels, sampleRate, bitrate, seconds: duration, problems };
}

function levelProblems({ rmsDb, peakDb, floorDb, headSeconds, tailSeconds }: Levels): string[] {
  return [
    ...problemIf(rmsDb < -23 || rmsDb > -18, `its RMS is ${rmsDb.toFixed(1)} dB (required: -23 to -18)`),
    ...problemIf(peakDb > -3, `its peak is ${peakDb.toFixed(1)} dB (required: -3 or less)`),
    ...problemIf(floorDb > -60, `its noise floor is ${floorDb.toFixed(1)} dB (required: -60 or less)`),
    ...problemIf(
      headSeconds < 0.5 || headSeconds > 1,
      `it begins with ${headSeconds.toFixed(2)} s of silence (required: 0.5 to 1)`,
    ),
    ...problemIf(
      tailSeconds < 1 || tailSeconds > 5,
      `it ends with ${tailSeconds.toFixed(2)} s of silence (required: 1 to 5)`,
    ),
  ];
}

function problemIf(isViolated: boolean, problem: string): string[] {
  return isViolated ? [problem] : [];
}
