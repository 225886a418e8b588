import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Returns the folder of books as they were read, in a segment store. */
export function storedBooksFolder(storeFolder: string): string {
  return path.join(storeFolder, 'books');
}

/** Returns the name of a stored book. `bytes` is the size of its file, or 0 for a book of several. */
export function storedBookName(bytes: number, key: string): string {
  return `${bytes}-${key}.book`;
}

/** Reports whether a folder has books that were read from a file of this size. Others need not be looked for. */
export async function hasStoredBooks(folder: string, bytes: number): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.some((name) => name.startsWith(`${bytes}-`));
}
