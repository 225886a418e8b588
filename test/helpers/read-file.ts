import type { Book } from '../../src/core/book.ts';
import { AudiobookError } from '../../src/core/errors.ts';
import type { BookChoices } from '../../src/book/book-choices.ts';
import { checkBookFile } from '../../src/book/check-book-file.ts';
import { readTextFile } from '../../src/book/converted/read-text-file.ts';
import { detectBookFormat } from '../../src/book/detect-book-format.ts';
import { printableBook } from '../../src/book/printable-book.ts';
import { readZipFile } from '../../src/book/read-zip-file.ts';
import { withFile } from './read-fixture.ts';

/** Reads bytes as a book of that file name, in this process: `test/book/read-book.test.ts` shows that another one reads the same. */
export async function readFile(name: string, bytes: Uint8Array | string, choices: BookChoices = {}): Promise<Book> {
  return await withFile(name, Buffer.from(bytes), async (file) => {
    await checkBookFile(file);
    const isZip = (await detectBookFormat(file)) === 'zip';
    return printableBook(isZip ? await readZipFile(file, choices) : await readTextFile(file, choices));
  });
}

/** Returns the code and the message of the error that reading ends with, or `read`. */
export async function refusalOf(reading: Promise<Book>): Promise<string> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof AudiobookError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'read';
}

/** Returns the blocks of each chapter as `kind: text`, below its title. */
export function outlineOf(book: Book): Record<string, string[]> {
  return Object.fromEntries(
    book.chapters.map(({ title, blocks }) => [title, blocks.map(({ kind, text }) => `${kind}: ${text}`)]),
  );
}

/** Returns everything that is spoken, in one line. */
export function spokenText(book: Book): string {
  return book.chapters.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join(' ');
}
