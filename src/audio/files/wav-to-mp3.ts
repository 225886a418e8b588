import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError } from '../../core/errors.ts';
import { parseBitrate } from '../encoding/parse-bitrate.ts';
import { convertFile } from '../ffmpeg/convert-file.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { mp3OutputOptions, defaultMp3Bitrate } from '../mp3/mp3-encoding.ts';
import { mp3SampleRate } from '../mp3/mp3-sample-rate.ts';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { requireFreeTarget } from '../../core/files/require-free-target.ts';

/** Options of `wavToMp3`. */
export interface WavToMp3Options {
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
  /** Default: `192k`. */
  readonly bitrate?: string | undefined;
  /** Deletes the WAV once the MP3 is complete. Default: `true`. */
  readonly removeSource?: boolean | undefined;
  /** Replaces an existing MP3, but never the WAV itself. Default: `false`. */
  readonly force?: boolean | undefined;
}

const usualSampleRate = 44_100;

/**
 * Writes `name.mp3` beside `name.wav` and returns its path. The MP3 has 44.1 kHz, or 24 kHz for a bitrate that MP3 allows only
 * there. Throws `file-not-found` when the WAV does not exist, and `bad-value` when the MP3 exists or for a bitrate that MP3 does not
 * have, such as 100k.
 */
export async function wavToMp3(file: string, options: WavToMp3Options): Promise<string> {
  const { ffmpeg, signal, bitrate = defaultMp3Bitrate, removeSource = true, force } = options;
  const bitsPerSecond = parseBitrate(bitrate);
  const outputRate = mp3SampleRate(usualSampleRate, bitsPerSecond);
  const source = path.resolve(file);
  const present = await stat(source).catch(() => undefined);
  if (present?.isFile() !== true) throw new AudiobookError('file-not-found', `The WAV file ${file} does not exist.`);
  const { dir, name } = path.parse(source);
  const target = path.format({ dir, name, ext: '.mp3' });
  const rules = { inputs: [{ name: 'the WAV', path: source }], force };
  await requireFreeTarget(target, rules);
  await using partial = await openAtomicFile(target);
  await convertFile({
    ffmpeg,
    signal,
    inputs: [source],
    inputOptions: ['-f', 'wav'],
    outputOptions: ['-map', '0:a', ...mp3OutputOptions(bitsPerSecond, outputRate)],
    output: partial.path,
  });
  await requireFreeTarget(target, rules);
  await partial.commit();
  if (removeSource) await rm(source);
  return target;
}
