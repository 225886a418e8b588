import pLimit from 'p-limit';
import { countProcessors } from '../../core/process/count-processors.ts';
import type { Book } from '../../core/book.ts';
import type { ReadOptions } from '../book-choices.ts';
import { readBook } from '../read-book.ts';
import { inFile } from './in-file.ts';
import { joinBooks } from './join-books.ts';

/** Options of `readJoinedBook`. */
export interface ReadJoinedOptions extends ReadOptions {
  /** BCP-47 code of all the text. Default: each file has its own. */
  readonly language?: string | undefined;
}

/** Each reader is a process with memory of its own. */
const maxReaders = 4;

/**
 * Reads files as one book, each as a chapter. A file that cannot be read ends it. Throws as `readBook` does, with the name of
 * the file.
 */
export async function readJoinedBook(
  { title, files }: { readonly title: string; readonly files: readonly string[] },
  options: ReadJoinedOptions,
): Promise<Book> {
  const { language, ...reading } = options;
  const failed = new AbortController();
  const signal = AbortSignal.any([reading.signal, failed.signal]);
  const limit = pLimit(Math.min(maxReaders, countProcessors()));
  const tasks = files.map(async (file) => {
    const book = await limit(async () => await inFile(file, async () => await readBook(file, { ...reading, signal })));
    return { file, book };
  });
  try {
    return joinBooks(title, await Promise.all(tasks), language);
  } catch (thrown) {
    failed.abort(thrown);
    await Promise.allSettled(tasks);
    throw thrown;
  }
}
