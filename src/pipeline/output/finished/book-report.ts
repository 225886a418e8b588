import path from 'node:path';
import type { Book } from '../../../core/book.ts';
import type { ConversionRequest } from '../../conversion.ts';

/** The part of a report about the book. */
export interface BookReport {
  readonly file: string;
  /** SHA-256 of the file, hex. */
  readonly sha256: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly language: string;
  readonly languageSource: string;
}

/** Returns what a report says about the book. `sha256` is that of the file, hex. */
export function bookReport(
  { bookFile }: Pick<ConversionRequest, 'bookFile'>,
  { metadata }: Pick<Book, 'metadata'>,
  sha256: string,
): BookReport {
  return {
    file: path.resolve(bookFile),
    sha256,
    title: metadata.title,
    authors: metadata.authors.map(({ name }) => name),
    language: metadata.language,
    languageSource: metadata.languageSource,
  };
}
