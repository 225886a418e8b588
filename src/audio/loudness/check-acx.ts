import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseFile } from 'music-metadata';
import { AudiobookError } from '../../core/errors.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { startFfmpeg } from '../ffmpeg/start-ffmpeg.ts';
import { LevelMeter } from './level-meter.ts';
import type { Levels } from './level-meter.ts';

/** What a file is by ACX's audio submission requirements, and what of it they would turn down. */
export interface AcxReport extends Levels {
  readonly sampleRate: number;
  /** Bits a second. */
  readonly bitrate: number;
  readonly seconds: number;
  /** One line each; empty when the file would pass. */
  readonly problems: readonly string[];
}

const maxSeconds = 120 * 60;

/** Measures a file by ACX's requirements. Throws `file-not-found`, or `media-failed` when it cannot be decoded. */
export async function checkAcx(path: string, ffmpeg: Ffmpeg, signal: AbortSignal): Promise<AcxReport> {
  const input = resolve(path);
  const present = await stat(input).catch(() => undefined);
  if (present?.isFile() !== true) throw new AudiobookError('file-not-found', `There is no file ${path}.`);
  const { format } = await parseFile(input, { duration: true, skipCovers: true }).catch((thrown: unknown) => {
    throw new AudiobookError('media-failed', `${path} is no audio file.`, { cause: thrown });
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
    ...given(!isMp3, 'it is no MP3 of constant bitrate'),
    ...given(bitrate < 192_000, `its bitrate is ${Math.round(bitrate / 1000)}k, wanted 192k or more`),
    ...given(sampleRate !== 44_100, `its sample rate is ${sampleRate} Hz, wanted 44100`),
    ...given(duration > maxSeconds, 'it is longer than 120 minutes'),
    ...levelProblems(levels),
  ];
  return { ...levels, sampleRate, bitrate, seconds: duration, problems };
}

function levelProblems({ rmsDb, peakDb, floorDb, headSeconds, tailSeconds }: Levels): string[] {
  return [
    ...given(rmsDb < -23 || rmsDb > -18, `its RMS is ${rmsDb.toFixed(1)} dB, wanted -23 to -18`),
    ...given(peakDb > -3, `its peak is ${peakDb.toFixed(1)} dB, wanted -3 or less`),
    ...given(floorDb > -60, `its noise floor is ${floorDb.toFixed(1)} dB, wanted -60 or less`),
    ...given(
      headSeconds < 0.5 || headSeconds > 1,
      `it begins with ${headSeconds.toFixed(2)} s of silence, wanted 0.5 to 1`,
    ),
    ...given(tailSeconds < 1 || tailSeconds > 5, `it ends with ${tailSeconds.toFixed(2)} s of silence, wanted 1 to 5`),
  ];
}

function given(isSo: boolean, problem: string): string[] {
  return isSo ? [problem] : [];
}
