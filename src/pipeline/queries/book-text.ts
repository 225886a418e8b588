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

/** Returns the cleaned text of a book file, and the reader's warnings. Throws as `readBook` does. */
export async function bookText(
  bookFile: string,
  format: TextFormat,
  options: ReadOptions,
): Promise<{ readonly text: string; readonly warnings: readonly string[] }> {
  const book = await readBook(bookFile, options);
  return { text: writers[format](book), warnings: book.warnings };
}
