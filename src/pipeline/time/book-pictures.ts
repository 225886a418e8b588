import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { extractPictures } from '../../book/pictures/extract-pictures.ts';
import type { WrittenPictures } from '../../book/pictures/written-pictures.ts';
import type { ReadLimits } from '../../book/read-limits.ts';
import type { BlockPicture, Book } from '../../core/book.ts';
import { throwIfCanceled, toAudiobookError } from '../../core/errors.ts';
import type { PagePicture } from '../../timed-text/read-along/chapter-page.ts';
import type { PictureFile } from '../../timed-text/read-along/write-read-along.ts';
import { placePictures } from './place-pictures.ts';
import type { NumberedTimedChapter } from './sentence-times.ts';
import { showablePicture } from './showable-picture.ts';
import type { PictureTools, ShowablePicture } from './showable-picture.ts';

/** A book whose pictures are shown, and what is spoken of it. */
export interface PicturedBook {
  readonly bookFile: string;
  readonly book: Book;
  readonly chapters: readonly NumberedTimedChapter[];
  readonly limits?: Partial<ReadLimits> | undefined;
  /** Of an encrypted PDF. */
  readonly password?: string | undefined;
  readonly ebookConvert?: boolean | undefined;
}

/** The pictures of a read-along. */
export interface BookPictures {
  readonly files: readonly PictureFile[];
  /** Of each chapter, as `PageChapter` has them. */
  readonly ofChapters: readonly ReadonlyMap<number, readonly PagePicture[]>[];
}

/**
 * Takes the pictures of the chapters from the file of the book, or from the files of a book of several, into an empty folder. Warns
 * of those that cannot be shown: a picture must not cost the book. Throws `canceled`.
 */
export async function takeBookPictures(
  source: PicturedBook,
  folder: string,
  tools: PictureTools,
): Promise<BookPictures> {
  const placed = source.chapters.map((chapter) => placedIn(source, chapter));
  const found = new Map<string, ReadonlyMap<string, ShowablePicture>>();
  for (const [bookFile, sources] of sourcesOf(placed)) {
    const request = { sources: [...sources], folder: path.join(folder, String(found.size)) };
    found.set(bookFile, await takePictures({ ...source, bookFile }, request, tools));
  }
  const { cover } = source.book;
  const coverHash = cover && createHash('sha256').update(cover.bytes).digest('hex');
  const files = new Map<string, PictureFile>();
  let isFirst = true;
  const onPage = (bookFile: string, { source: name, alt }: BlockPicture): PagePicture[] => {
    const shown = found.get(bookFile)?.get(name);
    // The cover, which a book often begins with, is a file of its own.
    const isCover = isFirst && shown?.sha256 === coverHash;
    isFirst = false;
    if (shown === undefined || isCover) return [];
    files.set(shown.name, shown);
    return [{ name: shown.name, alt }];
  };
  const ofChapters = placed.map(
    ({ bookFile, pictures }) =>
      new Map([...pictures].map(([at, own]) => [at, own.flatMap((picture) => onPage(bookFile, picture))])),
  );
  return { files: [...files.values()], ofChapters };
}

interface PlacedPictures {
  readonly bookFile: string;
  readonly pictures: ReadonlyMap<number, readonly BlockPicture[]>;
}

function placedIn({ bookFile, book }: PicturedBook, { number, blocks }: NumberedTimedChapter): PlacedPictures {
  const chapter = book.chapters[number - 1];
  return { bookFile: chapter?.file ?? bookFile, pictures: placePictures(chapter?.blocks ?? [], blocks) };
}

function sourcesOf(placed: readonly PlacedPictures[]): ReadonlyMap<string, ReadonlySet<string>> {
  const sourcesByFile = new Map<string, Set<string>>();
  for (const { bookFile, pictures } of placed) {
    const sources = sourcesByFile.get(bookFile) ?? new Set();
    for (const { source } of [...pictures.values()].flat()) sources.add(source);
    if (sources.size > 0) sourcesByFile.set(bookFile, sources);
  }
  return sourcesByFile;
}

/** Returns the pictures of one file that can be shown, by their source. */
async function takePictures(
  { bookFile, ...opened }: PicturedBook,
  request: { readonly sources: readonly string[]; readonly folder: string },
  tools: PictureTools,
): Promise<ReadonlyMap<string, ShowablePicture>> {
  await mkdir(request.folder);
  const { pictures, leftOut } = await written(bookFile, request, { ...opened, ...tools });
  const shown = new Map<string, ShowablePicture>();
  const problems = [...leftOut];
  for (const picture of pictures) {
    const showable = await showablePicture(picture, request.folder, tools.signal);
    if (showable.name === undefined) problems.push({ source: picture.source, reason: showable.reason });
    else shown.set(picture.source, showable);
  }
  warnOf(problems, bookFile, tools);
  return shown;
}

async function written(
  bookFile: string,
  request: { readonly sources: readonly string[]; readonly folder: string },
  { signal, limits, password, ebookConvert }: PictureTools & Omit<PicturedBook, 'bookFile'>,
): Promise<WrittenPictures> {
  try {
    return await extractPictures(bookFile, request, { signal, limits, password, ebookConvert });
  } catch (thrown) {
    throwIfCanceled(signal);
    const { message: reason } = toAudiobookError(thrown);
    return { pictures: [], leftOut: request.sources.map((source) => ({ source, reason })) };
  }
}

function warnOf(problems: WrittenPictures['leftOut'], bookFile: string, { warn }: PictureTools): void {
  const [first] = problems;
  if (first === undefined) return;
  const name = first.source.startsWith('data:') ? 'a picture in the text' : `'${first.source.slice(0, 200)}'`;
  const others = problems.length === 1 ? '' : `, and ${problems.length - 1} more`;
  warn(`The read-along of ${path.basename(bookFile)} is without ${name} (${asClause(first.reason)})${others}.`);
}

function asClause(reason: string): string {
  return reason.replace(/\.$/u, '');
}
