import type { Book } from '../../core/book.ts';
import type { NumberedChapter } from '../../narration/narration.ts';
import { countWordsOf } from '../../text/count-words.ts';
import { chooseChapters } from './choose-chapters.ts';
import type { ConversionRequest, ConversionTools } from '../conversion.ts';
import type { RunLog } from '../run-log.ts';
import { readSource } from './read-source.ts';

/** The parts of a request that decide on what is read. */
export type ReadRequest = Omit<ConversionRequest, 'output' | 'format'>;

/** A book and the chapters that are converted, each with its index in the book. */
export interface RunBook {
  readonly book: Book;
  readonly chosen: readonly NumberedChapter[];
}

/** Reads the book of a conversion and reports what was found. Throws as `readSource` and `chooseChapters` do. */
export async function readForRun(
  request: ReadRequest,
  log: RunLog,
  { signal, onBook }: Pick<ConversionTools, 'signal' | 'onBook'>,
): Promise<RunBook> {
  const book = await readSource({ ...request, keepsSource: Boolean(request.readAlong) }, signal);
  const { metadata, chapters, leftOut, warnings } = book;
  const words = countWordsOf(chapters.flatMap(({ blocks }) => blocks));
  const { title } = metadata;
  const authors = metadata.authors.map(({ name }) => name);
  log.onProgress({ type: 'book-read', title, authors, chapters: chapters.length, words, leftOut: leftOut.length });
  for (const warning of warnings) log.warn(warning);
  const chosen = await chooseChapters(book, request);
  await onBook?.({ ...book, chapters: chosen.map(({ chapter }) => chapter) });
  return { book, chosen };
}
