import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Book } from '../../src/core/book.ts';
import { readZipFile } from '../../src/book/read-zip-file.ts';
import type { BookChoices } from '../../src/book/book-choices.ts';
import { buildEpub } from './epub-builder.ts';
import type { EpubOptions } from './epub-builder.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Builds an EPUB and reads it in this process. */
export async function readFixture(options: EpubOptions, choices: BookChoices = {}): Promise<Book> {
  return await withFile('book.epub', await buildEpub(options), async (file) => await readZipFile(file, choices));
}

/** Reads a body as the only chapter of a book and returns its blocks as `kind: text`. */
export async function readBody(body: string, choices: BookChoices = {}, head = ''): Promise<string[]> {
  const book = await readFixture({ documents: [{ path: 'a.xhtml', title: 'One', body, head }], nav: false }, choices);
  return book.chapters.flatMap(({ blocks }) => blocks.map(({ kind, text }) => `${kind}: ${text}`));
}

/** Writes the bytes to a file in a temporary folder and calls `use` with it. */
export async function withFile<T>(name: string, bytes: Uint8Array, use: (file: string) => Promise<T>): Promise<T> {
  const file = path.join(await temporaryFolder(), name);
  await writeFile(file, bytes);
  return await use(file);
}
