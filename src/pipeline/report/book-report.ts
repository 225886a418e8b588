import path from 'node:path';
import type { Book } from '../../core/book.ts';
import type { BookSource } from '../read/book-source.ts';

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
  { bookFile, oneBook }: BookSource,
  { metadata }: Pick<Book, 'metadata'>,
  sha256: string,
): BookReport {
  return {
    file: path.resolve(bookFile),
    files: oneBook?.files,
    sha256,
    title: metadata.title,
    authors: metadata.authors.map(({ name }) => name),
    language: metadata.language,
    languageSource: metadata.languageSource,
  };
}
