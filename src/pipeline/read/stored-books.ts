import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { Book } from '../../core/book.ts';
import { placeOf } from '../store/store.ts';
import type { Sort } from '../store/store.ts';

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

/** Returns the key of a book by everything that decides on it. It begins with what `bytes` says, the size of its file, or 0 for several files. */
export function bookKey(bytes: number, decisive: readonly unknown[]): string {
  const start = sizeStart(bytes);
  return start + sha256(JSON.stringify(decisive)).slice(start.length);
}

/** Reports whether a store has books that were read from a file of this size. Others need not be looked for. */
export async function hasStoredBooks(folder: string, bytes: number): Promise<boolean> {
  const place = path.join(folder, placeOf(booksSort, sizeStart(bytes)));
  const names = await readdir(path.dirname(place)).catch(() => []);
  return names.some((name) => name.startsWith(path.parse(place).name));
}

function sizeStart(bytes: number): string {
  return sha256(String(bytes)).slice(0, 12);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
