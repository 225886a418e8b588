import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Book } from '../../src/core/book.ts';
import { readEpub } from '../../src/book/epub/read-epub.ts';
import type { BookChoices } from '../../src/book/book-choices.ts';
import { buildEpub } from './epub-builder.ts';
import type { EpubOptions } from './epub-builder.ts';

/** Builds an EPUB and reads it in this process. */
export async function readFixture(options: EpubOptions, choices: BookChoices = {}): Promise<Book> {
  return await withFile('book.epub', await buildEpub(options), async (file) => await readEpub(file, choices));
}

/** Reads a body as the only chapter of a book and gives its blocks as `kind: text`. */
export async function readBody(body: string, choices: BookChoices = {}, head = ''): Promise<string[]> {
  const book = await readFixture({ documents: [{ path: 'a.xhtml', title: 'One', body, head }], nav: false }, choices);
  return book.chapters.flatMap(({ blocks }) => blocks.map(({ kind, text }) => `${kind}: ${text}`));
}

/** Calls `use` with a file that holds the bytes and is gone afterwards. */
export async function withFile<T>(name: string, bytes: Uint8Array, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-read-'));
  try {
    const file = path.join(folder, name);
    await writeFile(file, bytes);
    return await use(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}
