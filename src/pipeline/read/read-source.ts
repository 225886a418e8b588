import { readJoinedBook } from '../../book/joined/read-joined-book.ts';
import { readBook } from '../../book/read-book.ts';
import type { BookChoices } from '../../book/book-choices.ts';
import type { Book } from '../../core/book.ts';
import type { OptionValues } from '../options/option.ts';
import { bookChoices } from '../options/reading-options.ts';
import type { readingOptions } from '../options/reading-options.ts';
import type { BookSource } from './book-source.ts';
import { readOnce } from './read-once.ts';

/** A source with the options about how it is read. */
export type SourceRequest = BookSource &
  OptionValues<typeof readingOptions> &
  Pick<BookChoices, 'limits' | 'keepsSource'> & {
    readonly language?: string | undefined;
    /** Reads the book also when it is among `storedBooks`. */
    readonly freshScripts?: boolean | undefined;
  };

/**
 * Reads the book of a source, or takes it from its `storedBooks`. Throws as `readBook` does; of several files, the error names
 * the one that cannot be read.
 */
export async function readSource(request: SourceRequest, signal: AbortSignal): Promise<Book> {
  const { bookFile, oneBook, storedBooks, language, keepsSource } = request;
  const choices = { ...bookChoices(request), keepsSource };
  const read = async (onPageFailed?: () => void): Promise<Book> =>
    oneBook
      ? await readJoinedBook(oneBook, { ...choices, language, signal, onPageFailed })
      : await readBook(bookFile, { ...choices, signal, onPageFailed });
  // Text that a password protects is never written to the disk.
  if (storedBooks === undefined || choices.password !== undefined) return await read();
  const isFresh = request.freshScripts;
  return await readOnce(storedBooks, { source: { bookFile, oneBook }, choices, language, isFresh, signal, read });
}
