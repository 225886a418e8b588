import { open } from 'node:fs/promises';
import path from 'node:path';
import type { IFormat } from 'music-metadata';
import { AudiobookError, systemCode } from '../../core/errors.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { startFfmpeg } from '../ffmpeg/start-ffmpeg.ts';
import { channelSplitter } from './channel-splitter.ts';
import { LevelMeter } from './level-meter.ts';
import type { Levels } from './level-meter.ts';
import { LoudnessMeter } from './loudness-meter.ts';
import { TruePeakMeter } from './true-peak-meter.ts';

/** Levels of one channel of a file. */
export interface ChannelLevels extends Levels {
  /** True peak in dBTP (ITU-R BS.1770-4). */
  readonly truePeakDb: number;
}

/** Measured sound of a file. */
export interface MeasuredFile {
  /** The meter that heard all channels together. */
  readonly loudness: LoudnessMeter;
  /** Integrated loudness of all channels together in LUFS (EBU R128). -Infinity for silence. */
  readonly lufs: number;
  /** The highest true peak of any channel in dBTP. -Infinity for silence. */
  readonly truePeakDb: number;
  readonly channels: readonly ChannelLevels[];
  /** The format and duration that the file declares. */
  readonly format: IFormat;
}

/**
 * Decodes a file and measures each of its channels. Throws `file-not-found`, `bad-value` for a folder or a file that cannot be
 * read, or `media-failed` when it cannot be decoded. Other channels than the first two are mixed into two.
 */
export async function measureFile(file: string, ffmpeg: Ffmpeg, signal: AbortSignal): Promise<MeasuredFile> {
  const input = path.resolve(file);
  await requireReadable(input, file);
  const { parseFile } = await import('music-metadata');
  const { format } = await parseFile(input, { duration: true, skipCovers: true }).catch((thrown: unknown) => {
    throw new AudiobookError('media-failed', `${file} is not an audio file.`, { cause: thrown });
  });
  const sampleRate = format.sampleRate ?? 44_100;
  const count = format.numberOfChannels === undefined || format.numberOfChannels === 1 ? 1 : 2;
  const loudness = new LoudnessMeter(sampleRate, count);
  const meters = Array.from({ length: count }, () => ({
    level: new LevelMeter(sampleRate),
    peak: new TruePeakMeter(sampleRate),
  }));
  const split = channelSplitter(count);
  const output = (chunk: Buffer): void => {
    const channels = split(chunk);
    loudness.add(...channels);
    for (const [index, samples] of channels.entries()) {
      meters[index]?.level.add(samples);
      meters[index]?.peak.add(samples);
    }
  };
  const outputOptions = ['-map', '0:a:0', '-ac', String(count), '-ar', String(sampleRate), '-f', 's16le'];
  await using decoder = startFfmpeg({ ffmpeg, signal, input, inputOptions: [], outputOptions, output });
  await decoder.end();
  const channels = meters.map(({ level, peak }) => ({ ...level.levels(), truePeakDb: peak.peakDb() }));
  const truePeakDb = Math.max(...channels.map((channel) => channel.truePeakDb));
  return { loudness, lufs: loudness.integrated(), truePeakDb, channels, format };
}

async function requireReadable(input: string, file: string): Promise<void> {
  try {
    await using handle = await open(input);
    if ((await handle.stat()).isFile()) return;
  } catch (cause) {
    const code = systemCode(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new AudiobookError('file-not-found', `The file ${file} does not exist.`, { cause });
    }
    throw new AudiobookError('bad-value', `Cannot read ${file} (${code}).`, { cause });
  }
  throw new AudiobookError('bad-value', `${file} is a folder or no ordinary file.`);
}
