import path from 'node:path';
import { throwIfCanceled } from '../core/errors.ts';
import type { AudioEncoding, CommitFile, EncodingOptions, WrittenFile } from './encoding/audio-encoding.ts';
import { openAcxChapter } from './acx/acx-chapter-encoding.ts';
import type { AudioFormat, AudioLayout, ClipFormat } from './audio-format.ts';
import { AudioWriter } from './audio-writer.ts';
import type { WriterEncodings } from './audio-writer.ts';
import { cleanMetadata } from './audio-metadata.ts';
import type { AudioMetadata, CoverImage } from './audio-metadata.ts';
import type { Ffmpeg } from './ffmpeg/ffmpeg.ts';
import { openChapterClips } from './encoding/chapter-clips.ts';
import { openChapterFiles } from './encoding/chapter-files-encoding.ts';
import { FinishedMeter } from './loudness/finished-meter.ts';
import type { LevelSettings } from './loudness/level-settings.ts';
import { LeveledEncoding } from './loudness/leveled-encoding.ts';
import { acxLevels, formatLevels } from './loudness/loudness-target.ts';
import type { LoudnessTarget } from './loudness/loudness-target.ts';
import type { EarlierParts } from './encoding/parts/encoded-part.ts';
import { EncoderPool } from './encoding/parts/encoder-pool.ts';
import { openM4bEncoding } from './mp4/m4b-encoding.ts';
import { openMp3Encoding } from './mp3/mp3-encoding.ts';
import { openFlacEncoding } from './flac/flac-encoding.ts';
import { openOpusEncoding } from './ogg/opus-encoding.ts';
import { openWavEncoding } from './encoding/wav-encoding.ts';

/** Options of `openAudioWriter`. */
export interface AudioWriterOptions {
  /** Final name of the file, or of the folder for `chapters`. The folder around it must exist. */
  readonly path: string;
  /** Default: `one-file`. */
  readonly layout?: AudioLayout | undefined;
  readonly format: AudioFormat;
  /** For example `192k`. Default: the format's own. */
  readonly bitrate?: string | undefined;
  /** Samples per second of the audio to write (mono, 16 bit). */
  readonly sampleRate: number;
  readonly metadata: AudioMetadata;
  readonly cover?: CoverImage | undefined;
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
  /** Also writes the uncompressed audio to this file. */
  readonly keepWav?: string | undefined;
  /** Also writes one file per chapter to this folder, for a read-along. */
  readonly chapterClips?: string | undefined;
  /** Default: `aac`. */
  readonly clipFormat?: ClipFormat | undefined;
  /** Splits a longer M4B into parts, between chapters. Default: 14 hours. */
  readonly maxPartSeconds?: number | undefined;
  /** Brings each chapter within the limits of ACX. Needs the format `mp3` and the layout `chapters`. Default: `false`. */
  readonly acx?: boolean | undefined;
  /** Loudness of the book. Default: unchanged. */
  readonly loudness?: LoudnessTarget | undefined;
  /** Gives the files their final names, except the clips. Default: replaces any file. */
  readonly commit?: CommitFile | undefined;
  /** Result of `AudioWriter.end` when the book is written again. */
  readonly levels?: LevelSettings | undefined;
  /** Default: an encoder for each processor. */
  readonly encoders?: EncoderPool | undefined;
  /** Encoded audio of earlier files. What is the same is copied. */
  readonly earlier?: EarlierParts | undefined;
}

const openEncoding: Record<AudioFormat, (options: EncodingOptions) => Promise<AudioEncoding>> = {
  mp3: openMp3Encoding,
  m4b: openM4bEncoding,
  opus: openOpusEncoding,
  flac: openFlacEncoding,
  wav: openWavEncoding,
};

/**
 * Opens an audiobook to be written while speech is made. Throws `file-not-found` when the folder is missing and `bad-value`
 * when it does not take files or for an invalid bitrate. Later calls throw `output-failed`, `media-failed` or `canceled`.
 */
export async function openAudioWriter(options: AudioWriterOptions): Promise<AudioWriter> {
  throwIfCanceled(options.signal);
  return new AudioWriter(await openLeveled(options), options);
}

async function openLeveled(options: AudioWriterOptions): Promise<WriterEncodings> {
  const { loudness: target, sampleRate, levels: settings } = options;
  if (target === undefined) return { level: undefined, encoding: combined(await openEncodings(options, undefined)) };
  const format = options.acx ? acxLevels : formatLevels[options.format];
  const meter = new FinishedMeter();
  const fitted = options.acx ? new FinishedMeter() : undefined;
  const encoding = combined(await openEncodings(options, format.isLossless ? fitted : meter));
  const level = new LeveledEncoding(encoding, { sampleRate, target, format, meter, fitted, settings });
  return { level, encoding: level };
}

async function openEncodings(
  options: AudioWriterOptions,
  meter: FinishedMeter | undefined,
): Promise<readonly AudioEncoding[]> {
  const { format, layout, sampleRate, ffmpeg, signal, bitrate, cover, keepWav, maxPartSeconds, commit } = options;
  const { chapterClips, clipFormat = 'aac' } = options;
  const metadata = cleanMetadata(options.metadata);
  const open = options.acx ? openAcxChapter : openEncoding[format];
  const opened: AudioEncoding[] = [];
  try {
    const each: EncodingOptions = {
      path: path.resolve(options.path),
      bitrate,
      sampleRate,
      metadata,
      cover,
      maxPartSeconds,
      encoders: options.encoders ?? new EncoderPool({ sampleRate }),
      ffmpeg,
      signal,
      commit,
    };
    const main = { ...each, meter, earlier: options.earlier };
    opened.push(layout === 'chapters' ? await openChapterFiles(main, `.${format}`, open) : await open(main));
    if (keepWav !== undefined)
      opened.push(await openWavEncoding({ path: path.resolve(keepWav), sampleRate, signal, commit }));
    if (chapterClips !== undefined)
      opened.push(await openChapterClips({ ...each, path: path.resolve(chapterClips) }, clipFormat));
    return opened;
  } catch (thrown) {
    await combined(opened)[Symbol.asyncDispose]();
    throw thrown;
  }
}

/** Returns one encoding that feeds several. */
function combined(encodings: readonly AudioEncoding[]): AudioEncoding {
  return {
    frameInput: encodings[0]?.frameInput,
    async write(samples) {
      for (const encoding of encodings) await encoding.write(samples);
    },
    startChapter(title) {
      for (const encoding of encodings) encoding.startChapter(title);
    },
    spans: () => encodings[0]?.spans?.() ?? [],
    async end() {
      for (const encoding of encodings) await encoding.end();
    },
    async finish(sound) {
      const files: WrittenFile[] = [];
      for (const encoding of encodings) files.push(...(await encoding.finish(sound)));
      return files;
    },
    async [Symbol.asyncDispose]() {
      for (const encoding of encodings) await encoding[Symbol.asyncDispose]();
    },
  };
}
