import path from 'node:path';
import { z } from 'zod';
import { AudiobookError, invalidValue } from '../../core/errors.ts';
import type { OptionGroup } from '../../pipeline/options/option.ts';
import type { BookSource } from '../../pipeline/read/book-source.ts';
import type { ProcessContext } from '../process-context.ts';
import { messageView } from '../view/message-view.ts';
import { findBooks, namesOf } from './find-books.ts';
import { storedBooksOf } from '../stored-books.ts';

/** The option for one audiobook of several files. */
export const oneBookOptions = {
  asOneBook: {
    flag: '--as-one-book <title>',
    schema: z.string().max(500),
    label: 'title',
    expected: 'a title of at most 500 characters',
    description:
      'make one audiobook with this title of all files, folders and patterns that are named, each file a chapter',
  },
} as const satisfies OptionGroup;

/** The book that a command line names. */
export interface NamedSource {
  /** The words that name files. */
  readonly words: readonly string[];
  /** Title of one book of several files. */
  readonly title?: string | undefined;
  readonly quiet?: boolean | undefined;
  readonly progress?: string | undefined;
}

/**
 * Returns the book that the words of a command line name: one file, or with a title all the files that they stand for. Those
 * that a folder also holds are named in a warning. Throws `usage` for several books without a title, and what `findBooks` throws.
 */
export async function namedSource(context: ProcessContext, named: NamedSource): Promise<BookSource> {
  const { words, title } = named;
  const [first = '', ...others] = words;
  if (title === undefined) {
    const message = 'The command takes one book. --as-one-book TITLE makes one of several.';
    if (others.length > 0) throw new AudiobookError('usage', message);
    return { bookFile: path.resolve(context.workingFolder, first), storedBooks: await storedBooksOf(context) };
  }
  if (title.trim() === '') throw invalidValue('title', title, oneBookOptions.asOneBook.expected);
  const { files, passedOver } = await findBooks(words, context.workingFolder);
  if (passedOver.length > 0) {
    messageView(context.stderr, named).warn(
      `Not in the book, because the program does not read them as books: ${namesOf(passedOver)}.`,
    );
  }
  const oneBook = { title: title.trim(), files };
  return { bookFile: files[0] ?? '', oneBook, storedBooks: await storedBooksOf(context) };
}
