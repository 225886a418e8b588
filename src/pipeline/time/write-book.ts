import { clipTypes } from '../../audio/audio-format.ts';
import type { ClipFormat } from '../../audio/audio-format.ts';
import type { AudioMetadata, CoverImage } from '../../audio/audio-metadata.ts';
import { writeNarratedEpub } from '../../book/epub/rewrite/write-narrated-epub.ts';
import type { ReadLimits } from '../../book/read-limits.ts';
import type { Book, BookMetadata } from '../../core/book.ts';
import { openTemporaryFolder } from '../../core/files/atomic-file.ts';
import { writeReadAlong } from '../../timed-text/read-along/write-read-along.ts';
import { byUnit } from '../../timed-text/read-along/by-unit.ts';
import type { ReadAlongUnit } from '../../timed-text/read-along/by-unit.ts';
import { narratedEpub } from './narrated-epub.ts';
import { takeBookPictures } from './book-pictures.ts';
import type { NumberedTimedChapter } from './sentence-times.ts';
import type { ReadAlongMetadata } from '../../timed-text/read-along/package-document.ts';

/** A book that was spoken, and its sound. */
export interface ReadAlongSource {
  readonly bookFile: string;
  /** SHA-256 that it had when it was read, hex. */
  readonly bookSha256: string;
  /** Its text was spoken, not a translation, a script, or the text of several files. */
  readonly isBookText: boolean;
  readonly limits?: Partial<ReadLimits> | undefined;
  /** Of an encrypted PDF. */
  readonly password?: string | undefined;
  readonly ebookConvert?: boolean | undefined;
  readonly book: Book;
  readonly chapters: readonly NumberedTimedChapter[];
  /** The unit that is marked at a time. */
  readonly unit: ReadAlongUnit;
  /** One file per chapter. */
  readonly audioFiles: readonly string[];
  readonly audioFormat: ClipFormat;
  /** Tags of the audio. */
  readonly metadata: AudioMetadata;
  readonly cover: CoverImage | undefined;
  /** BCP-47 code of what was spoken. */
  readonly language: string;
}

/** Surroundings of `writeReadAlongBook`. */
export interface ReadAlongTools {
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

/**
 * Writes a read-along: the EPUB itself with the sound added where its text was spoken as it is, otherwise an EPUB of what was
 * spoken. Throws what reading the book or writing throws, and may then leave an incomplete file.
 */
export async function writeReadAlongBook(source: ReadAlongSource, file: string, tools: ReadAlongTools): Promise<void> {
  const { bookFile, isBookText, limits, book, audioFiles, cover, unit } = source;
  const audioType = clipTypes[source.audioFormat];
  const chapters = byUnit(source.chapters, unit, source.language);
  const { title, language } = book.metadata;
  const original = isBookText
    ? await narratedEpub({ ...source, title, language, chapters, audioType }, tools.signal)
    : undefined;
  if (original) {
    await writeNarratedEpub(bookFile, file, original, { ...tools, limits });
    return;
  }
  const metadata = readAlongMetadata(book.metadata, source.metadata, source.language);
  await using folder = await openTemporaryFolder(file);
  const pictures = await takeBookPictures(source, folder.path, tools);
  const pages = chapters.map((chapter, index) => ({ ...chapter, pictures: pictures.ofChapters[index] }));
  const made = { metadata, chapters: pages, audioFiles, audioType, cover, pictures: pictures.files };
  await writeReadAlong(made, file, tools.signal);
}

/** Returns the metadata of a read-along: the audio's tags with the book's contributors and subjects. */
export function readAlongMetadata(book: BookMetadata, tags: AudioMetadata, language: string): ReadAlongMetadata {
  const { title, subtitle, narrator, publisher, date, description, copyright, isbn, series, seriesPosition } = tags;
  return {
    title,
    subtitle,
    authors: tags.authors.map((name) => book.authors.find((author) => author.name === name) ?? { name, role: 'aut' }),
    contributors: book.contributors,
    narrator,
    language,
    publisher,
    date,
    description,
    rights: copyright,
    subjects: book.subjects,
    isbn,
    series: series === undefined ? undefined : { name: series, position: seriesPosition },
  };
}
