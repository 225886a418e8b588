import { resolve } from 'node:path';
import { AudiobookError, throwIfCanceled } from '../core/errors.ts';
import type { AudioEncoding, EncodingOptions, WrittenFile } from './encoding/audio-encoding.ts';
import { cleanMetadata } from './audio-metadata.ts';
import type { AudioMetadata, CoverImage } from './audio-metadata.ts';
import { chapterMarks } from './chapter-marks.ts';
import type { ChapterStart } from './chapter-marks.ts';
import type { Ffmpeg } from './ffmpeg/ffmpeg.ts';
import { openChapterFiles } from './encoding/chapter-files-encoding.ts';
import { leveled } from './loudness/leveled-encoding.ts';
import type { Leveling, LoudnessTarget } from './loudness/leveled-encoding.ts';
import { openM4bEncoding } from './mp4/m4b-encoding.ts';
import { openMp3Encoding } from './mp3/mp3-encoding.ts';
import { openFlacEncoding, openOpusEncoding } from './encoding/flac-opus-encoding.ts';
import { openWavEncoding } from './encoding/wav-encoding.ts';

export const audioFormats = ['mp3', 'm4b', 'opus', 'flac', 'wav'] as const;
export type AudioFormat = (typeof audioFormats)[number];

/** One file with chapter marks, or a folder with one file per chapter. */
export const audioLayouts = ['one-file', 'chapters'] as const;
export type AudioLayout = (typeof audioLayouts)[number];

export interface AudioWriterOptions {
  /** Final name of the file, or of the folder for `chapters`. The folder around it must exist. */
  readonly path: string;
  /** `one-file` when left out. */
  readonly layout?: AudioLayout | undefined;
  readonly format: AudioFormat;
  /** Like `192k`; the format's own default when left out. */
  readonly bitrate?: string | undefined;
  /** Samples a second of the sound that is written, mono, 16 bit. */
  readonly sampleRate: number;
  readonly metadata: AudioMetadata;
  readonly cover?: CoverImage | undefined;
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
  /** Where the uncompressed sound is kept besides. */
  readonly keepWav?: string | undefined;
  /** A folder in which every chapter is kept besides as an AAC file of its own, for a read-along. */
  readonly chapterClips?: string | undefined;
  /** M4B: the longest file; a longer book becomes several, cut between chapters. 14 hours when left out. */
  readonly maxPartSeconds?: number | undefined;
  /** How loud the book is made; left as it is when left out. */
  readonly loudness?: LoudnessTarget | undefined;
}

/** An audiobook being made. Disposed of before `finish`, nothing of it remains. */
export interface AudioWriter extends AsyncDisposable {
  /**
   * Adds sound; resolves when there is room for more. The samples must not be changed afterwards. With what `hopEnergies` found
   * in them, their loudness is not measured again.
   */
  write(samples: Int16Array, energies?: Float32Array): Promise<void>;
  /** A chapter begins with the next sample. */
  startChapter(title: string): void;
  /** Ends and tags the files and gives them their final names: the book's, the kept WAV, the chapter clips. */
  finish(): Promise<readonly WrittenFile[]>;
  /** After `finish`: how the book was levelled; undefined when it was left as it is. */
  leveling(): Leveling | undefined;
}

const openEncoding: Record<AudioFormat, (options: EncodingOptions) => Promise<AudioEncoding>> = {
  mp3: openMp3Encoding,
  m4b: openM4bEncoding,
  opus: openOpusEncoding,
  flac: openFlacEncoding,
  wav: openWavEncoding,
};

/**
 * Opens an audiobook to be written while speech is made. Throws `file-not-found` (no such folder), `bad-value` (the folder
 * takes no files, no such bitrate); later calls throw `output-failed`, `media-failed` or `canceled`.
 */
export async function openAudioWriter(options: AudioWriterOptions): Promise<AudioWriter> {
  const { signal, loudness, sampleRate } = options;
  throwIfCanceled(signal);
  const all = allOf(await openEncodings(options));
  const level = loudness === undefined ? undefined : leveled(all, sampleRate, loudness);
  const encoding = level ?? all;
  const starts: ChapterStart[] = [];
  let totalSamples = 0;
  return {
    async write(samples, energies) {
      throwIfCanceled(signal);
      await (level ? level.write(samples, energies) : all.write(samples));
      totalSamples += samples.length;
    },
    startChapter(title) {
      starts.push({ title, startSample: totalSamples });
      encoding.startChapter(title);
    },
    async finish() {
      throwIfCanceled(signal);
      if (totalSamples === 0) throw new AudiobookError('bad-value', `No sound was given for ${options.path}.`);
      await encoding.end();
      return await encoding.finish({ totalSamples, chapters: chapterMarks(starts, totalSamples), track: undefined });
    },
    leveling: () => level?.leveling(),
    [Symbol.asyncDispose]: async () => await encoding[Symbol.asyncDispose](),
  };
}

async function openEncodings(options: AudioWriterOptions): Promise<readonly AudioEncoding[]> {
  const { format, layout, sampleRate, ffmpeg, signal, bitrate, cover, keepWav, chapterClips, maxPartSeconds } = options;
  const metadata = cleanMetadata(options.metadata);
  const open = openEncoding[format];
  const opened: AudioEncoding[] = [];
  try {
    const path = resolve(options.path);
    const each: EncodingOptions = { path, bitrate, sampleRate, metadata, cover, maxPartSeconds, ffmpeg, signal };
    opened.push(layout === 'chapters' ? await openChapterFiles(each, `.${format}`, open) : await open(each));
    if (keepWav !== undefined) opened.push(await openWavEncoding({ path: resolve(keepWav), sampleRate, signal }));
    if (chapterClips !== undefined) opened.push(await openChapterClips(resolve(chapterClips), each));
    return opened;
  } catch (thrown) {
    await allOf(opened)[Symbol.asyncDispose]();
    throw thrown;
  }
}

/** What readers of read-alongs play, and enough for speech; the book around the sound says what it is. */
async function openChapterClips(path: string, options: EncodingOptions): Promise<AudioEncoding> {
  const { title } = options.metadata;
  const bare = { ...options, path, bitrate: '48k', metadata: { title, authors: [] }, cover: undefined };
  return await openChapterFiles({ ...bare, maxPartSeconds: Infinity }, '.m4a', openM4bEncoding);
}

/** Several encodings of the same sound as one. */
function allOf(encodings: readonly AudioEncoding[]): AudioEncoding {
  return {
    async write(samples) {
      for (const encoding of encodings) await encoding.write(samples);
    },
    startChapter(title) {
      for (const encoding of encodings) encoding.startChapter(title);
    },
    async end() {
      for (const encoding of encodings) await encoding.end();
    },
    async regain(steps) {
      for (const encoding of encodings) await encoding.regain(steps);
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
