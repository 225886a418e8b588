import { bookToJson, bookToMarkdown, bookToText } from '../../book/book-to-text.ts';
import { readBook } from '../../book/read-book.ts';
import type { ReadOptions } from '../../book/read-options.ts';
import type { Book } from '../../core/book.ts';

/** The forms in which a book's cleaned text can be had. */
export const textForms = ['txt', 'md', 'json'] as const;
export type TextForm = (typeof textForms)[number];

const writers: Readonly<Record<TextForm, (book: Book) => string>> = {
  txt: bookToText,
  md: bookToMarkdown,
  json: (book) => `${JSON.stringify(bookToJson(book), undefined, 2)}\n`,
};

/** The cleaned text of a book file, and what was odd about it. */
export async function bookText(
  bookFile: string,
  form: TextForm,
  options: ReadOptions,
): Promise<{ readonly text: string; readonly warnings: readonly string[] }> {
  const book = await readBook(bookFile, options);
  return { text: writers[form](book), warnings: book.warnings };
}
