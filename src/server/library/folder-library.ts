import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { keptCover } from '../../pipeline/read/keep-book.ts';
import { readAudiobook } from '../../pipeline/report/read-audiobook.ts';
import type { ReadAudiobook } from '../../pipeline/report/read-audiobook.ts';
import { jobPaths, makeJobFolders, removeFolder } from '../jobs/job-paths.ts';
import type { JobPaths } from '../jobs/job-paths.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import { mediaTypeOf } from '../jobs/media-type.ts';
import type { Files } from '../jobs/ports/files.ts';
import { bookList, idAt } from '../jobs/ports/job-lists.ts';
import type { Records } from '../jobs/ports/records.ts';
import { findAudiobooks } from './find-audiobooks.ts';
import type { FoundAudiobook } from './find-audiobooks.ts';

/** Options of `readFolderLibrary`. */
export interface FolderLibraryOptions {
  /** The folder of the audiobooks. Undefined: none is in the library any more. */
  readonly library?: string | undefined;
  readonly records: Records;
  readonly files: Pick<Files, 'removeAll'>;
  /** The folder of all jobs. */
  readonly folder: string;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Lists the audiobooks of a folder in the library: each as a finished job whose files are links to those in the folder, which are only
 * ever read. One that is known and has not changed is not read again; one whose files are gone leaves the library. Throws the error of
 * the system where the folder cannot be read.
 */
export async function readFolderLibrary(options: FolderLibraryOptions): Promise<void> {
  const { library, folder, records, files, logger, signal } = options;
  const found = library === undefined ? [] : await findAudiobooks(path.resolve(library), folder);
  const places = await records.range(bookList(undefined));
  const stored = await records.many(places.map(idAt));
  const known = new Map(stored.filter(({ record }) => record.isLinked).map(({ record }) => [record.id, record]));
  for (const book of found) {
    if (signal.aborted) return;
    const before = known.get(book.id);
    known.delete(book.id);
    if (!before || !isSame(before, book)) await list(book, before, options);
  }
  // A disk that is not there now comes back.
  if (library !== undefined && found.length === 0) return;
  for (const id of known.keys()) {
    logger.info({ job: id }, 'audiobook no longer in the folder of the library');
    await files.removeAll(id, signal);
    await records.remove(id);
  }
}

function isSame({ files = [], endedMs }: JobRecord, book: FoundAudiobook): boolean {
  const sizes = book.files.map(({ bytes }) => bytes);
  return endedMs === changedAt(book) && files.map(({ bytes }) => bytes).join() === sizes.join();
}

function changedAt({ files }: FoundAudiobook): number {
  return Math.max(...files.map(({ changedMs }) => changedMs));
}

/** Puts a book into the library, in place of what was known of it. */
async function list(
  book: FoundAudiobook,
  before: JobRecord | undefined,
  { records, folder, logger, signal }: FolderLibraryOptions,
): Promise<void> {
  const { id } = book;
  const sources = book.files.map((file) => file.path);
  const read = await readAudiobook(sources, signal);
  if (!read) {
    // It may still be copied: it is read again next time.
    logger.warn({ files: sources.map((file) => path.basename(file)) }, 'not an audio file that can be read');
    return;
  }
  const paths = jobPaths(folder, id);
  if (!before) await makeJobFolders(paths);
  await link(paths, sources, read.cover);
  const record = recordOf(book, read);
  if (before) await records.change(id, () => record);
  else await records.create({ record });
}

async function link({ result, book }: JobPaths, sources: readonly string[], cover?: Uint8Array): Promise<void> {
  for (const place of [result, book]) {
    await removeFolder(place);
    await mkdir(place, { mode: 0o700 });
  }
  for (const [index, source] of sources.entries()) await symlink(source, path.join(result, linkName(source, index)));
  if (cover) await writeFileAtomic(path.join(book, keptCover), cover);
}

function linkName(source: string, index: number): string {
  return `${index + 1}${path.extname(source)}`;
}

function recordOf(book: FoundAudiobook, { about, seconds, chapters, fileSeconds, cover }: ReadAudiobook): JobRecord {
  const files = book.files.map(({ path: source, bytes }, index) => {
    const name = path.basename(source);
    return { file: linkName(source, index), name, mediaType: mediaTypeOf(name), bytes, kind: 'audio' };
  });
  const [first] = files;
  const marks = chapters.map(({ title, startSeconds }) => ({ title, startMs: Math.round(startSeconds * 1000) }));
  const { title, authors, language = 'und', narrator = '' } = about;
  const addedMs = changedAt(book);
  return {
    version: 1,
    id: book.id,
    kind: 'synthesize',
    state: 'done',
    createdMs: addedMs,
    endedMs: addedMs,
    starts: 0,
    waitedFor: false,
    keep: true,
    isLinked: true,
    upload: { name: first?.name ?? '', bytes: 0 },
    fields: {},
    warnings: [],
    // Of several files there is no one download.
    result: files.length === 1 ? first : undefined,
    files,
    report: {
      book: { title, authors, language },
      seconds,
      voice: narrator,
      chapters: marks,
      files: fileSeconds.map((one) => ({ seconds: one })),
    },
    shelf: {
      ...about,
      seconds,
      voice: narrator,
      chapters: marks.length,
      hasCover: cover !== undefined,
      fileSeconds: [...fileSeconds],
    },
    bytes: 0,
  };
}
