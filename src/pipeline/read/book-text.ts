import { bookToJson, bookToMarkdown, bookToText } from '../../book/book-to-text.ts';
import { readBook } from '../../book/read-book.ts';
import type { ReadOptions } from '../../book/book-choices.ts';
import type { Book } from '../../core/book.ts';
import type { LexiconSource } from '../open/load-lexicon.ts';

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
  /** Whether each sentence that is spoken otherwise than it is written is shown in both forms, and nothing else. */
  readonly diff?: boolean | undefined;
  /** BCP-47 code of the language in which a spoken text is read. Default: that of the book. */
  readonly language?: string | undefined;
  /** Pronunciations, for the spoken form. */
  readonly lexicons?: readonly LexiconSource[] | undefined;
  /** The voice whose entries in the lexicons count. Default: those for every voice. */
  readonly voice?: string | undefined;
}

/** Returns the cleaned text of a book file, and the reader's warnings. Throws as `readBook` and `loadLexicon` do. */
export async function bookText(
  bookFile: string,
  format: TextFormat,
  { spoken = false, diff = false, language, lexicons, voice, ...options }: BookTextOptions,
): Promise<{ readonly text: string; readonly warnings: readonly string[] }> {
  if (!spoken && !diff) {
    const book = await readBook(bookFile, options);
    return { text: writeText(book, format), warnings: book.warnings };
  }
  const { asSpoken, openSpokenForm, spokenChanges } = await import('./spoken-form.ts');
  // A lexicon that cannot be read is refused before the book is read.
  const form = await openSpokenForm({ lexicons, voice });
  const book = await readBook(bookFile, options);
  const text = diff ? spokenChanges(book, form, language) : writeText(asSpoken(book, form, language), format);
  return { text, warnings: book.warnings };
}
