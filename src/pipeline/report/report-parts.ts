import type { EncodedPart } from '../../audio/encoding/parts/encoded-part.ts';
import path from 'node:path';
import type { Book } from '../../core/book.ts';
import type { BookSource } from '../read/book-source.ts';
import type { CoverImage } from '../../audio/audio-metadata.ts';
import { coverFileName } from '../../audio/encoding/chapter-files-encoding.ts';
import type { ConversionRequest } from '../conversion.ts';
import { fileSha256 } from '../../core/files/file-sha256.ts';
import type { Leveling } from '../../audio/loudness/leveled-encoding.ts';
import { rounded } from './rounding.ts';

/** The part of a report about the book. */
export interface BookReport {
  readonly file: string;
  /** All files of a book of several, in the order of its chapters. `file` is the first of them. */
  readonly files?: readonly string[] | undefined;
  /** SHA-256 of the file, or of the hashes of several, hex. */
  readonly sha256: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly language: string;
  readonly languageSource: string;
}

/** Returns what a report says about the book. `sha256` is that of its source, hex. */
export function bookReport(
  { bookFile, address, oneBook }: BookSource,
  { metadata }: Pick<Book, 'metadata'>,
  sha256: string,
): BookReport {
  return {
    file: address ?? path.resolve(bookFile),
    files: oneBook?.files,
    sha256,
    title: metadata.title,
    authors: metadata.authors.map(({ name }) => name),
    language: metadata.language,
    languageSource: metadata.languageSource,
  };
}

/** A written file. */
export interface ReportFile {
  readonly path: string;
  readonly bytes: number;
  /** Hex. Absent in the reports of earlier versions, and for audio that went to standard output. */
  readonly sha256?: string | undefined;
  /** Duration of the audio it holds or belongs to. */
  readonly seconds: number;
  readonly kind: 'audio' | 'subtitles' | 'read-along' | 'cover';
  /** The encoded parts, by which a later run finds the audio it can copy. Only for formats that are copied. */
  readonly parts?: readonly EncodedPart[] | undefined;
}

/** Returns the cover in the folder of the chapters, when this run wrote it. `seconds` is the length of the book. */
export function coverFiles(
  { output }: Pick<ConversionRequest, 'output'>,
  cover: CoverImage | undefined,
  seconds: number,
  claim: { readonly bytesOf: (file: string) => number | undefined },
): readonly ReportFile[] {
  const file = cover && path.join(path.resolve(output), coverFileName(cover));
  const bytes = file === undefined ? undefined : claim.bytesOf(file);
  if (file === undefined || bytes === undefined) return [];
  return [{ path: file, bytes, seconds, kind: 'cover' }];
}

/** Adds a hash to each file, by which a later run sees whether it was changed. */
export async function withHashes(files: readonly ReportFile[]): Promise<ReportFile[]> {
  const hashed: ReportFile[] = [];
  for (const file of files) hashed.push({ ...file, sha256: await fileSha256(file.path) });
  return hashed;
}

/** Loudness of a book in LUFS (EBU R128) before leveling and of the finished audio, its gain in dB, and its true peak in dBTP. */
export type LoudnessReport = Pick<Leveling, 'spokenLufs' | 'gainDb' | 'lufs' | 'truePeakDb'>;

/** Returns the loudness for a report. Undefined when the level was not changed, and for silence. */
export function reportedLoudness({
  leveling,
}: {
  readonly leveling: Leveling | undefined;
}): LoudnessReport | undefined {
  if (leveling === undefined || !Number.isFinite(leveling.spokenLufs)) return undefined;
  const { spokenLufs, gainDb, lufs, truePeakDb } = leveling;
  return {
    spokenLufs: rounded(spokenLufs),
    gainDb: rounded(gainDb),
    lufs: rounded(lufs),
    truePeakDb: rounded(truePeakDb),
  };
}
