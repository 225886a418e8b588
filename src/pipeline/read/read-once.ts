import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { BookChoices } from '../../book/book-choices.ts';
import { detectBookFormat } from '../../book/detect-book-format.ts';
import { findEbookConvert } from '../../book/foreign/find-ebook-convert.ts';
import { decisiveChoices } from '../../book/default-book-choices.ts';
import { recognitionIdentity } from '../../book/pdf/ocr/tesseract.ts';
import { limitsOf } from '../../book/read-limits.ts';
import { readerVersion } from '../../book/reader-process.ts';
import type { Book } from '../../core/book.ts';
import { throwIfCanceled } from '../../core/errors.ts';
import { fileStamp } from '../../core/files/file-stamp.ts';
import { folderStore } from '../store/folder-store.ts';
import type { Sort } from '../store/store.ts';
import { sourceFiles, sourceSha256 } from './book-source.ts';
import type { BookSource } from './book-source.ts';

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

const checksumBytes = 4;

/** Books as they were read. Text that a password protects is not among them. */
export const booksSort: Sort<Book> = {
  name: 'books',
  version: 1,
  // Commands that make no speech do not prune the store. A book of 500,000 words takes 6 MB, and its cover.
  maxBytes: 500e6,
  isPrivate: true,
  encode(book) {
    const bytes = serialize(book);
    const checksum = Buffer.alloc(checksumBytes);
    checksum.writeUInt32LE(crc32(bytes));
    return Buffer.concat([checksum, bytes]);
  },
  decode(file) {
    const bytes = file.subarray(checksumBytes);
    return crc32(bytes) === file.readUInt32LE(0) ? deserialize(bytes) : undefined;
  },
};

/**
 * Returns a book as an earlier run read it, when its files, the choices, this program and what it reads with are the same, or
 * reads it and keeps it in the store in `folder`. Throws what `read` throws.
 */
export async function readOnce(folder: string, reading: Reading): Promise<Book> {
  const { source, isFresh, signal, read } = reading;
  const before = await stampsOf(source);
  // Reading what is not a file says why.
  if (before === undefined) return await read(() => undefined);
  const store = folderStore(folder, booksSort);
  const key = await keyOf(reading).catch(() => undefined);
  throwIfCanceled(signal);
  const stored = key === undefined || isFresh ? undefined : await store.read(key);
  if (stored) return stored;
  let isWhole = true;
  const book = await read(() => (isWhole = false));
  // Of a file that is written meanwhile, the hash and the book may be of different contents.
  const isSame = (await stampsOf(source)) === before;
  // The next run reads a book again that cannot be kept.
  if (key !== undefined && isWhole && isSame) await store.write(key, book).catch(() => undefined);
  return book;
}

/** Returns the stamps of all files. Undefined for what is not a file. */
async function stampsOf(source: BookSource): Promise<string | undefined> {
  const stamps: string[] = [];
  for (const file of sourceFiles(source)) {
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    stamps.push(`${found.size} ${fileStamp(found)}`);
  }
  return stamps.join('\n');
}

/** Books of other kinds are what the program makes of them. */
async function converterOf(source: BookSource, choices: BookChoices): Promise<readonly string[]> {
  for (const file of choices.ebookConvert ? sourceFiles(source) : []) {
    if ((await detectBookFormat(file, choices)) === 'foreign') return [(await findEbookConvert())?.version ?? ''];
  }
  return [];
}

async function keyOf({ source, choices, language, signal }: Reading): Promise<string> {
  const decisive = [
    await readerVersion(),
    choices.ocr ? await recognitionIdentity() : [],
    ...(await converterOf(source, choices)),
    decisiveChoices(choices),
    limitsOf(choices),
    source.oneBook ? [source.oneBook, language] : path.basename(source.bookFile),
    await sourceSha256(source, signal),
  ];
  return createHash('sha256').update(JSON.stringify(decisive)).digest('hex');
}
