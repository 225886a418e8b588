import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { groupBy } from '../../core/collections/group-by.ts';
import { mediaTypeOf } from '../jobs/media-type.ts';

/** A file of an audiobook in a folder. */
export interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  readonly changedMs: number;
}

/** An audiobook in a folder. */
export interface FoundAudiobook {
  /** The same as long as its files stay where they are. */
  readonly id: string;
  /** In order. */
  readonly files: readonly FoundFile[];
}

/**
 * Returns the audiobooks in a folder and the folders in it. An M4B is a book, with its parts, and so is any file at the top; other audio
 * files that are together in a folder are one book, by their names. What begins with a dot is left alone, and so is the folder `except`.
 * Throws the error of the system where a folder cannot be read.
 */
export async function findAudiobooks(folder: string, except: string, isTop = true): Promise<readonly FoundAudiobook[]> {
  const all = await readdir(folder, { withFileTypes: true });
  const entries = all.filter(({ name }) => !name.startsWith('.') && path.join(folder, name) !== except);
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const audio = names.filter((name) => mediaTypeOf(name).startsWith('audio/'));
  const inOrder = audio.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const books: FoundAudiobook[] = [];
  for (const group of groupBy(inOrder, (name) => bookOf(name, isTop)).values()) {
    const files = await Promise.all(group.map(async (name) => await fileAt(path.join(folder, name))));
    books.push({ id: idOf(files[0]?.path ?? ''), files });
  }
  for (const entry of entries.filter((one) => one.isDirectory())) {
    books.push(...(await findAudiobooks(path.join(folder, entry.name), except, false)));
  }
  return books;
}

/** Returns what the files of one book in a folder share. */
function bookOf(name: string, isTop: boolean): string {
  if (!isTop && !name.toLowerCase().endsWith('.m4b')) return '';
  // As this program names the parts of a long book.
  return name.replace(/ - Part \d+(?=\.\w+$)/u, '');
}

async function fileAt(file: string): Promise<FoundFile> {
  const { size, mtimeMs } = await stat(file);
  return { path: file, bytes: size, changedMs: Math.floor(mtimeMs) };
}

/** Returns the id of a book whose first file has this path: a UUID of version 8 (RFC 9562, 5.8), made from a hash. */
function idOf(file: string): string {
  const hex = createHash('sha256').update(file).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
