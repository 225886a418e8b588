import { lstat, mkdir, readdir, readFile, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { Book } from '../../core/book.ts';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { makeFolders } from '../../core/files/make-folder.ts';

/** Raise it when a stored book of an earlier version cannot be used. */
export const storedBookFormat = 1;

const checksumBytes = 4;
/** A book of 500,000 words takes 6 MB, and its cover. */
const maxBookBytes = 64e6;
const maxBooks = 500;
const maxFolderBytes = 500e6;

/** Returns a stored book, or undefined. A damaged one is removed. */
export async function readStoredBook(file: string): Promise<Book | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const book = decode(bytes);
  // Pruning uses the modification time as the time of last use.
  const now = new Date();
  await (book ? utimes(file, now, now) : rm(file, { force: true })).catch(() => undefined);
  return book;
}

/** Stores a book that only the user can read. One that is too large, or that cannot be written, is not stored. */
export async function writeStoredBook(file: string, book: Book): Promise<void> {
  const bytes = serialize(book);
  if (bytes.length > maxBookBytes) return;
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32LE(crc32(bytes));
  const folder = path.dirname(file);
  try {
    await makeFolders(path.dirname(folder));
    await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
    await writeFileAtomic(file, Buffer.concat([checksum, bytes]), { mode: 0o600 });
    await removeOldest(folder);
  } catch {
    // The next run reads the book again.
  }
}

function decode(bytes: Buffer): Book | undefined {
  if (bytes.length <= checksumBytes || crc32(bytes.subarray(checksumBytes)) !== bytes.readUInt32LE(0)) return undefined;
  try {
    const book: Book = deserialize(bytes.subarray(checksumBytes));
    return book;
  } catch {
    return undefined;
  }
}

/** Commands that make no speech do not prune the store. */
async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.book'));
  const found = await Promise.all(
    names.map(async (name) => ({ name, stats: await lstat(path.join(folder, name)).catch(() => undefined) })),
  );
  const newest = found.toSorted((a, b) => (b.stats?.mtimeMs ?? 0) - (a.stats?.mtimeMs ?? 0));
  let bytes = 0;
  for (const [index, { name, stats }] of newest.entries()) {
    bytes += stats?.size ?? 0;
    if (index >= maxBooks || bytes > maxFolderBytes) await rm(path.join(folder, name), { force: true });
  }
}
