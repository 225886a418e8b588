import { readBook } from '../book/read-book.ts';
import type { Book } from '../core/book.ts';
import { AudiobookError } from '../core/errors.ts';
import type { NumberedChapter } from '../narration/narration.ts';
import { countWordsOf } from '../text/count-words.ts';
import type { ConversionRequest } from './conversion.ts';
import type { RunLog } from './run-log.ts';

/** A book and the chapters of it that a run is about, each with its number in the book, from 0. */
export interface RunBook {
  readonly book: Book;
  readonly chosen: readonly NumberedChapter[];
}

/** Reads the book of a run and tells what was found. Throws as `readBook` does, and `bad-value` for a chapter it does not have. */
export async function readForRun(request: ConversionRequest, log: RunLog, signal: AbortSignal): Promise<RunBook> {
  const book = await readBook(request.bookFile, { ...request.reading, signal });
  const { metadata, chapters, leftOut, warnings } = book;
  const words = countWordsOf(chapters.flatMap(({ blocks }) => blocks));
  const { title } = metadata;
  log.onProgress({ type: 'book-read', title, chapters: chapters.length, words, leftOut: leftOut.length });
  for (const warning of warnings) log.warn(warning);
  return { book, chosen: chosenChapters(book, request) };
}

function chosenChapters({ chapters }: Book, request: ConversionRequest): NumberedChapter[] {
  const numbered = chapters.map((chapter, index) => ({ index, chapter }));
  const missing = request.chapters?.find((number) => numbered[number - 1] === undefined);
  if (missing !== undefined) {
    throw new AudiobookError('bad-value', `There is no chapter ${missing}; the book has ${chapters.length}.`);
  }
  const wanted = request.chapters === undefined ? undefined : new Set(request.chapters);
  return numbered.filter(({ index }) => wanted?.has(index + 1) ?? true).slice(0, request.maxChapters);
}
