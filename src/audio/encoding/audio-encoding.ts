import type { AudioMetadata, CoverImage, Numbered } from '../audio-metadata.ts';
import type { ChapterMark } from '../chapter-marks.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';

/** What every format's encoder is opened with. */
export interface EncodingOptions {
  /** Final name, absolute. */
  readonly path: string;
  readonly bitrate: string | undefined;
  /** Samples a second of what is written. */
  readonly sampleRate: number;
  readonly metadata: AudioMetadata;
  readonly cover: CoverImage | undefined;
  /** Longest file in seconds, for a format that has such a limit. */
  readonly maxPartSeconds: number | undefined;
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
}

/** One output being made. Disposed of, it leaves nothing but finished files. */
export interface AudioEncoding extends AsyncDisposable {
  /** Takes samples as they come; resolves when it has room for more. */
  write(samples: Int16Array): Promise<void>;
  /** A chapter begins with the next sample; one file for all chapters needs to know only at the end. */
  startChapter(title: string): void;
  /** No more sound comes; resolves when the encoder is done. */
  end(): Promise<void>;
  /** After `end`: makes what was encoded so many steps of `gainStepDb` louder or quieter, without encoding it again (only FLAC is, which loses nothing). */
  regain(steps: number): Promise<void>;
  /** After `end`: tags what was encoded and puts it in its final place. */
  finish(sound: FinishedSound): Promise<readonly WrittenFile[]>;
}

/** What is known when the last sample has been written. */
export interface FinishedSound {
  readonly totalSamples: number;
  readonly chapters: readonly ChapterMark[];
  /** Set when the file is one chapter of many files. */
  readonly track: Track | undefined;
}

/** Number and title of a chapter that is a file of its own. */
export interface Track extends Numbered {
  readonly title: string;
}

export interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
  readonly seconds: number;
}

/** The samples' memory as bytes, little-endian as on every platform that Node runs on. */
export function sampleBytes(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** ffmpeg options for samples on its standard input. */
export function pcmInputOptions(sampleRate: number): readonly string[] {
  return ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1'];
}
