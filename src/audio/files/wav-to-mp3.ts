import { rm, stat } from 'node:fs/promises';
import { format, parse, resolve } from 'node:path';
import { AudiobookError } from '../../core/errors.ts';
import { parseBitrate } from '../encoding/parse-bitrate.ts';
import { convertFile } from '../ffmpeg/convert-file.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { mp3OutputOptions, defaultMp3Bitrate } from '../mp3/mp3-encoding.ts';
import { openAtomicFile } from '../../core/atomic-file.ts';

export interface WavToMp3Options {
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
  /** `192k` when left out. */
  readonly bitrate?: string;
  /** Whether the WAV goes when the MP3 is there; true when left out. */
  readonly removeSource?: boolean;
}

const outputSampleRate = 44_100;

/** Makes `name.mp3` beside `name.wav` and answers its path. Throws `file-not-found` when there is no such WAV. */
export async function wavToMp3(path: string, options: WavToMp3Options): Promise<string> {
  const { ffmpeg, signal, bitrate = defaultMp3Bitrate, removeSource = true } = options;
  const source = resolve(path);
  const present = await stat(source).catch(() => undefined);
  if (present?.isFile() !== true) throw new AudiobookError('file-not-found', `There is no WAV file ${path}.`);
  const { dir, name } = parse(source);
  const target = format({ dir, name, ext: '.mp3' });
  await using partial = await openAtomicFile(target);
  await convertFile({
    ffmpeg,
    signal,
    inputs: [source],
    inputOptions: ['-f', 'wav'],
    outputOptions: ['-map', '0:a', ...mp3OutputOptions(parseBitrate(bitrate), outputSampleRate)],
    output: partial.path,
  });
  await partial.commit();
  if (removeSource) await rm(source);
  return target;
}
