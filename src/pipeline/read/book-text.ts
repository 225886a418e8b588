import { bookToJson, bookToMarkdown, bookToText } from '../../book/book-to-text.ts';
import { readBook } from '../../book/read-book.ts';
import type { ReadOptions } from '../../book/book-choices.ts';
import type { Book } from '../../core/book.ts';

/** Output formats of `bookText`. */
export const textFormats = ['txt', 'md', 'json'] as const;
export type TextFormat = (typeof textFormats)[number];

const writers: Readonly<Record<TextFormat, (book: Book) => string>> = {
  txt: bookToText,
  md: bookToMarkdown,
  json: (book) => `${JSON.stringify(bookToJson(book), undefined, 2)}\n`,
};

/** Returns the text of a book. */
export function writeText(book: Book, format: TextFormat): string {
  return writers[format](book);
}

/** Options of `bookText`. */
export interface BookTextOptions extends ReadOptions {
  /** Whether numbers, abbreviations and symbols are written as installed natural voices are given them. */
  readonly spoken?: boolean | undefined;
  /** BCP-47 code of the language in which a spoken text is read. Default: that of the book. */
  readonly language?: string | undefined;
}

/** Returns the cleaned text of a book file, and the reader's warnings. Throws as `readBook` does. */
export async function bookText(
  bookFile: string,
  format: TextFormat,
  { spoken = false, language, ...options }: BookTextOptions,
): Promise<{ readonly text: string; readonly warnings: readonly string[] }> {
  const book = await readBook(bookFile, options);
  return { text: writeText(spoken ? await asSpoken(book, language) : book, format), warnings: book.warnings };
}

async function asSpoken(book: Book, wanted?: string): Promise<Book> {
  const { spokenText } = await import('../../text/spoken/spoken-text.ts');
  const language = wanted ?? book.metadata.language;
  const chapters = book.chapters.map((chapter) => ({
    ...chapter,
    title: spokenText(chapter.title, language),
    // Ranges of the block are not those of another text.
    blocks: chapter.blocks.map(({ ranges: _ranges, ...block }) => ({
      ...block,
      text: spokenText(block.text, block.language ?? language),
    })),
  }));
  return { ...book, chapters };
}
