import { createHash } from 'node:crypto';
import path from 'node:path';
import { filesBeside } from '../../book/pictures/files-beside.ts';
import { fileSha256 } from '../../core/files/file-sha256.ts';
import type { Book } from '../../core/book.ts';
import { packageVersion } from '../../core/package-version.ts';
import type { ConversionRequest, ConversionTools } from '../conversion.ts';
import { outputOptions } from '../options/output-options.ts';
import type { PlannedChapter } from '../plan/plan.ts';
import { isTimed } from '../plan/plan-options.ts';
import type { VoiceCast } from '../cast/cast-voices.ts';
import { addressOf } from '../speak/segment-address.ts';
import { audioMetadata } from '../read/audio-metadata.ts';
import { readCoverFile } from '../read/choose-cover.ts';

/** Hashes (SHA-256, hex) of everything that decides on the files of a result. Equal ones stand for equal files. */
export interface Fingerprint {
  /** Texts with their voices and pauses, names of the chapters, options of the output, versions of the programs. */
  readonly audio: string;
  /** Tags, cover and names of the files of a book of several. */
  readonly tags: string;
}

/** The inputs of a result. */
export interface FingerprintSources {
  readonly request: ConversionRequest;
  readonly book: Book;
  /** SHA-256 of the book, hex. */
  readonly bookSha256: string;
  readonly planned: readonly PlannedChapter[];
  readonly cast: VoiceCast;
  /** BCP-47 code of the speech. */
  readonly language: string;
}

/** Raise it when the same plan makes other audio although the version of the program is the same. */
const format = 1;

/** These decide on where files are, or on tags. */
const ignoredOptions: ReadonlySet<string> = new Set(['output', 'force', 'tags', 'coverFile']);

/** Returns the fingerprint of a result. Throws `file-not-found` when the cover that was asked for cannot be read. */
export async function fingerprintOf(
  sources: FingerprintSources,
  { chosen: { provider }, ffmpeg }: Pick<ConversionTools, 'chosen' | 'ffmpeg'>,
): Promise<Fingerprint> {
  const { request, book, planned, cast, language } = sources;
  const spoken = planned.map(({ number, title, segments }) => [
    number,
    title,
    segments.map((segment) => [
      segment.spoken ? addressOf(segment, { provider, speakerOf: cast.speakerOf }) : '',
      segment.pauseMs,
      isTimed(request) ? segment.sentences : undefined,
      // Pace and level are no part of the address.
      ...(segment.delivery === undefined ? [] : [segment.delivery.manner]),
    ]),
  ]);
  const options = Object.keys(outputOptions)
    .filter((name) => !ignoredOptions.has(name))
    .map((name) => [name, Object.entries(request).find(([key]) => key === name)?.[1]]);
  const source = request.readAlong ? await shownSource(sources) : '';
  const cover = request.coverFile === undefined ? book.cover?.bytes : await readCoverFile(request.coverFile);
  return {
    audio: sha256([
      format,
      packageVersion(),
      ffmpeg.version,
      language,
      source,
      options,
      request.speed,
      request.verify,
      spoken,
    ]),
    tags: sha256([
      audioMetadata(book.metadata, cast.credit, language, request.tags),
      cover && createHash('sha256').update(cover).digest('hex'),
      // The report names them.
      request.oneBook?.files.map((file) => path.basename(file)),
    ]),
  };
}

/** A read-along holds the whole book, and the pictures that lie beside it. Names of those in an EPUB mostly name no file. */
async function shownSource({ request, book, bookSha256 }: FingerprintSources): Promise<string> {
  const byFile = new Map<string, Set<string>>();
  for (const { file = request.bookFile, blocks } of book.chapters) {
    const sources = byFile.get(file) ?? new Set();
    for (const { source } of blocks.flatMap(({ pictures = [] }) => pictures)) sources.add(source);
    byFile.set(file, sources);
  }
  const hashes: string[] = [];
  for (const [bookFile, sources] of byFile) {
    for (const file of await filesBeside(bookFile, sources)) hashes.push(await fileSha256(file.path));
  }
  return [bookSha256, ...hashes].join(' ');
}

function sha256(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
