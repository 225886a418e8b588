import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { BookChoices } from '../../book/book-choices.ts';
import { decisiveChoices } from '../../book/default-book-choices.ts';
import { recognitionIdentity } from '../../book/pdf/ocr/tesseract.ts';
import { limitsOf } from '../../book/read-limits.ts';
import { endEarlyReader, readerVersion } from '../../book/reader-process.ts';
import type { Book } from '../../core/book.ts';
import { throwIfCanceled } from '../../core/errors.ts';
import { fileStamp } from '../../core/files/file-stamp.ts';
import { folderStore } from '../store/folder-store.ts';
import type { Store } from '../store/store.ts';
import { sourceFiles, sourceSha256 } from './book-source.ts';
import type { BookSource } from './book-source.ts';
import { bookKey, booksSort, hasStoredBooks } from './stored-books.ts';

/** A reading, and what decides on its result. */
export interface Reading {
  readonly source: BookSource;
  readonly choices: BookChoices;
  /** BCP-47 code of all the text of a book of several files. */
  readonly language?: string | undefined;
  /** Reads the book also when it is stored. */
  readonly isFresh?: boolean | undefined;
  readonly signal: AbortSignal;
  /** Reads the book. Calls `onPageFailed` when another reading may find more. */
  readonly read: (onPageFailed: () => void) => Promise<Book>;
}

/**
 * Returns a book as an earlier run read it, when its files, the choices, this program and what it reads with are the same, or
 * reads it and keeps it in the store in `folder`. Throws what `read` throws.
 */
export async function readOnce(folder: string, reading: Reading): Promise<Book> {
  const before = await stateOf(reading.source);
  // Reading what is not a file says why.
  if (before === undefined) return await reading.read(() => undefined);
  const size = sizeOf(before);
  const store = folderStore(folder, booksSort);
  const key = keyOf(size, reading).catch(() => undefined);
  if (!reading.isFresh && (await hasStoredBooks(folder, size))) {
    const stored = await takeStored(store, await key, reading.signal);
    if (stored) return stored;
  }
  let isWhole = true;
  const book = await reading.read(() => (isWhole = false));
  const kept = await key;
  // Of a file that is written meanwhile, the hash and the book may be of different contents.
  const isSame = JSON.stringify(await stateOf(reading.source)) === JSON.stringify(before);
  // The next run reads a book again that cannot be kept.
  if (kept !== undefined && isWhole && isSame) await store.write(kept, book).catch(() => undefined);
  return book;
}

/** Of several files the sizes say nothing. */
function sizeOf(states: readonly FileState[]): number {
  const [first, ...others] = states;
  return first && others.length === 0 ? first.size : 0;
}

async function takeStored(store: Store<Book>, key: string | undefined, signal: AbortSignal): Promise<Book | undefined> {
  throwIfCanceled(signal);
  const book = key === undefined ? undefined : await store.read(key);
  if (book) endEarlyReader();
  return book;
}

interface FileState {
  readonly size: number;
  readonly stamp: string;
}

/** Returns undefined for what is not a file. */
async function stateOf(source: BookSource): Promise<readonly FileState[] | undefined> {
  const states: FileState[] = [];
  for (const file of sourceFiles(source)) {
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    states.push({ size: found.size, stamp: fileStamp(found) });
  }
  return states;
}

async function keyOf(size: number, reading: Reading): Promise<string> {
  const { source, choices, language, signal } = reading;
  return bookKey(size, [
    await readerVersion(),
    choices.ocr ? await recognitionIdentity() : [],
    decisiveChoices(choices),
    limitsOf(choices),
    source.oneBook ? [source.oneBook, language] : path.basename(source.bookFile),
    await sourceSha256(source, signal),
  ]);
}
