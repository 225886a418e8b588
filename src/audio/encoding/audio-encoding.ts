import type { AudioMetadata, CoverImage, Numbered } from '../audio-metadata.ts';
import type { ChapterMark } from '../chapter-marks.ts';
import type { AtomicFile } from '../../core/files/atomic-file.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import type { EarlierParts, EncodedPart, PartSpan } from './parts/encoded-part.ts';
import type { EncoderPool } from './parts/encoder-pool.ts';
import type { FinishedMeter } from '../loudness/finished-meter.ts';

/** Options of every encoder. */
export interface EncodingOptions {
  /** Final name, absolute. */
  readonly path: string;
  readonly bitrate: string | undefined;
  /** Samples per second of the input. */
  readonly sampleRate: number;
  readonly metadata: AudioMetadata;
  readonly cover: CoverImage | undefined;
  /** Longest file in seconds, for formats that are split. */
  readonly maxPartSeconds: number | undefined;
  /** Measures the encoded audio of a lossy format. Default: not measured. */
  readonly meter?: FinishedMeter | undefined;
  /** Shared by the files of the book. */
  readonly encoders: EncoderPool;
  /** Encoded audio of an earlier file, which is copied where it is the same. */
  readonly earlier?: EarlierParts | undefined;
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
  /** Default: `commitFile`. */
  readonly commit?: CommitFile | undefined;
}

/** Gives a finished file its final name. May refuse to replace a file. */
export type CommitFile = (file: AtomicFile) => Promise<void>;

/** Replaces any file. */
export const commitFile: CommitFile = async (file) => await file.commit();

/** One output in the making. Disposed of, it leaves only finished files. */
export interface AudioEncoding extends AsyncDisposable {
  /** Samples in a frame, perhaps not a whole number, of a file whose chapters should begin with a frame: then they can be copied later. */
  readonly frameInput?: number | undefined;
  /** Encodes samples. Resolves when there is room for more. */
  write(samples: Int16Array): Promise<void>;
  /** Begins a chapter with the next sample. One file for all chapters learns of its title only in `finish`. */
  startChapter(title: string): void;
  /** Returns the parts that were encoded or copied. Call it after `end`. Only formats that can be copied have it. */
  spans?(): readonly PartSpan[];
  /** Ends the input. Resolves when the encoder is done and its audio is measured. */
  end(): Promise<void>;
  /** Tags the file and gives it its final name. Call it after `end`. */
  finish(sound: FinishedSound): Promise<readonly WrittenFile[]>;
}

/** Known once the last sample has been written. */
export interface FinishedSound {
  readonly totalSamples: number;
  readonly chapters: readonly ChapterMark[];
  /** Set for one file per chapter. */
  readonly track: Track | undefined;
}

/** Number and title of a chapter that is one file. */
export interface Track extends Numbered {
  readonly title: string;
}

/** A finished file. */
export interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
  readonly seconds: number;
  /** Silence at its ends, in seconds, that the audio of the book does not have. Negative where some was removed. */
  readonly addedSilence?: { readonly leadSeconds: number; readonly trailSeconds: number } | undefined;
  /** The parts that it was encoded in, of a format that can be copied. */
  readonly parts?: readonly EncodedPart[] | undefined;
  /** Requirements of ACX that the file violates. Only of files for ACX. */
  readonly problems?: readonly string[] | undefined;
}

/** Returns the ffmpeg options for samples on its standard input. */
export function pcmInputOptions(sampleRate: number): readonly string[] {
  return ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1'];
}
