import { readBook } from '../book/read-book.ts';
import type { Book } from '../core/book.ts';
import { invalidValue } from '../core/errors.ts';
import type { NumberedChapter } from '../narration/narration.ts';
import { countWordsOf } from '../text/count-words.ts';
import type { ConversionRequest } from './conversion.ts';
import { bookChoices } from './options/reading-options.ts';
import type { RunLog } from './run-log.ts';

/** A book and the chapters that are converted, each with its index in the book. */
export interface RunBook {
  readonly book: Book;
  readonly chosen: readonly NumberedChapter[];
}

/** Reads the book of a conversion and reports what was found. Throws as `readBook` does, and `bad-value` for a missing chapter. */
export async function readForRun(request: ConversionRequest, log: RunLog, signal: AbortSignal): Promise<RunBook> {
  const book = await readBook(request.bookFile, { ...bookChoices(request), signal });
  const { metadata, chapters, leftOut, warnings } = book;
  const words = countWordsOf(chapters.flatMap(({ blocks }) => blocks));
  const { title } = metadata;
  log.onProgress({ type: 'book-read', title, chapters: chapters.length, words, leftOut: leftOut.length });
  for (const warning of warnings) log.warn(warning);
  return { book, chosen: chooseChapters(book, request) };
}

/** Returns the chapters that the options choose. Throws `bad-value` for a number that the book does not have. */
export function chooseChapters(
  { chapters: all }: Pick<Book, 'chapters'>,
  { chapters, maxChapters }: Pick<ConversionRequest, 'chapters' | 'maxChapters'>,
): NumberedChapter[] {
  const missing = chapters?.find((number) => all[number - 1] === undefined);
  if (missing !== undefined) throw invalidValue('chapter', missing, `a number from 1 to ${all.length}`);
  const numbered = all.map((chapter, index) => ({ index, chapter }));
  const numbers = chapters && new Set(chapters);
  return numbered.filter(({ index }) => numbers?.has(index + 1) ?? true).slice(0, maxChapters);
}
