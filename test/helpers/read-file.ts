import type { Book } from '../../src/core/book.ts';
import { AudiobookError } from '../../src/core/errors.ts';
import { answerRequest } from '../../src/book/answer-request.ts';
import type { BookChoices } from '../../src/book/book-choices.ts';
import { checkBookFile } from '../../src/book/check-book-file.ts';
import type { ReadRequest, ReadResponse } from '../../src/book/reader-messages.ts';
import { withFile } from './read-fixture.ts';

/** Reads bytes as a book of that file name, in this process: `test/book/read-book.test.ts` shows that another one reads the same. */
export async function readFile(name: string, bytes: Uint8Array | string, choices: BookChoices = {}): Promise<Book> {
  return await withFile(name, Buffer.from(bytes), async (file) => await readHere(file, choices));
}

/** Reads a book as the reading process does, in this process, which takes a fifth of the time. */
export async function readHere(file: string, choices: BookChoices = {}): Promise<Book> {
  await checkBookFile(file);
  const findsPagePictures = choices.keepsSource && file.endsWith('.pdf');
  const found = findsPagePictures ? await answer({ file, choices, findsPagePictures }) : undefined;
  const { book } = await answer({ file, choices, pagePictures: found?.onPages?.pictures });
  if (book === undefined) throw new Error('The answer has no book.');
  return { ...book, warnings: [...book.warnings, ...(found?.onPages?.warnings ?? [])] };
}

async function answer(request: ReadRequest): Promise<ReadResponse> {
  const response = await answerRequest(request, async () => undefined);
  const { failure } = response;
  if (failure) throw new AudiobookError(failure.code, failure.message);
  return response;
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
