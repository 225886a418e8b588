import { readBook } from '../../book/read-book.ts';
import { readSource } from './read-source.ts';
import type { SourceRequest } from './read-source.ts';
import type { ReadOptions } from '../../book/book-choices.ts';
import type { Book, BookMetadata, Chapter, LeftOut } from '../../core/book.ts';
import type { NumberedChapter } from '../../narration/narration.ts';
import { countWordsOf } from '../../text/count-words.ts';

/**
 * Speaking rate where the voice is not known, with pauses: of 848 words by kokoro:af_heart (4 min 32 s) and 6,117 by flite:slt (32 min
 * 27 s), rounded.
 */
const wordsPerMinute = 185;

/** Chapters of a book with their estimated length, and what is left out. */
export interface Outline {
  readonly title: string;
  readonly authors: readonly string[];
  readonly language: string;
  readonly languageSource: BookMetadata['languageSource'];
  readonly words: number;
  readonly estimatedSeconds: number;
  readonly chapters: readonly {
    readonly number: number;
    readonly title: string;
    /** Source of the title. */
    readonly titleSource: Chapter['titleSource'];
    /** Its first document in the book; for a PDF `page 12`. */
    readonly document: string;
    /** The file that it is made from, in a book of several files. */
    readonly file?: string | undefined;
    readonly words: number;
    readonly estimatedSeconds: number;
  }[];
  readonly leftOut: readonly LeftOut[];
  readonly warnings: readonly string[];
}

/** Reads a book file and returns its outline. Throws as `readBook` does. */
export async function outline(bookFile: string, options: ReadOptions): Promise<Outline> {
  return outlineOf(await readBook(bookFile, options));
}

/** Reads a book of one file or several and returns its outline. Throws as `readSource` does. */
export async function sourceOutline(request: SourceRequest, signal: AbortSignal): Promise<Outline> {
  return outlineOf(await readSource(request, signal));
}

/** Returns the outline of a book, with all its chapters or the chosen ones. */
export function outlineOf(
  { metadata, chapters, leftOut, warnings }: Book,
  chosen: readonly NumberedChapter[] = chapters.map((chapter, index) => ({ chapter, index })),
): Outline {
  const listed = chosen.map(({ index, chapter: { title, titleSource, blocks, file } }) => {
    const words = countWordsOf(blocks);
    const document = blocks[0]?.document ?? '';
    return { number: index + 1, title, titleSource, document, file, words, estimatedSeconds: estimatedSeconds(words) };
  });
  const words = listed.reduce((sum, chapter) => sum + chapter.words, 0);
  return {
    title: metadata.title,
    authors: metadata.authors.map(({ name }) => name),
    language: metadata.language,
    languageSource: metadata.languageSource,
    words,
    estimatedSeconds: estimatedSeconds(words),
    chapters: listed,
    leftOut,
    warnings,
  };
}

/** Returns the estimated length of speech in seconds. */
export function estimatedSeconds(words: number): number {
  return Math.round((words / wordsPerMinute) * 60);
}
