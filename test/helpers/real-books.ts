import { existsSync } from 'node:fs';
import path from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { smallEpubs } from '../books/small/build.mjs';

const smallFolder = fileURLToPath(new URL('../books/small/', import.meta.url));
/** Real books beside the checkout, which are not part of the repository, and which take long: `REAL_BOOKS=1` reads them, too. */
const sharedFolder = fileURLToPath(new URL('../../../shared/books/', import.meta.url));

/** Returns the path of one of the repository's small books, for example `verse.epub`. */
export function smallBookFile(name: string): string {
  return path.join(smallFolder, name);
}

/** Returns those of the named files in the folder of real books that exist: none without `REAL_BOOKS`. */
export function sharedBooks(...names: readonly string[]): { readonly name: string; readonly file: string }[] {
  if (env['REAL_BOOKS'] === undefined) return [];
  return names.map((name) => ({ name, file: path.join(sharedFolder, name) })).filter(({ file }) => existsSync(file));
}

/** Real EPUBs of all kinds, where they exist. */
export const sharedEpubs = sharedBooks(
  'alice-epub2.epub',
  'alice-epub3.epub',
  'childrens-literature.epub',
  'debian-developers-reference-fr.epub',
  'kusamakura-ja.epub',
  'lost-treasure.epub',
  'love-among-the-chickens.epub',
  'moby-dick.epub',
  'pandoc-features.epub',
  'pride-and-prejudice.epub',
  'robinson-crusoe.epub',
  'sailing-in-israel-he.epub',
  'the-waste-land.epub',
  'tiny-epub2-ncx.epub',
).map(({ name, file }) => ({ name: path.parse(name).name, file }));

/** Those that differ most from one another: in language, script, markup and version of EPUB. */
const differing = new Set([
  'alice-epub3',
  'childrens-literature',
  'debian-developers-reference-fr',
  'kusamakura-ja',
  'pandoc-features',
  'sailing-in-israel-he',
  'the-waste-land',
  'tiny-epub2-ncx',
]);

const smallOnes = smallEpubs.map((name) => ({ name, file: smallBookFile(`${name}.epub`) }));

/** Every EPUB that is there: the small ones and the real ones. */
export const allEpubs: readonly { readonly name: string; readonly file: string }[] = [...smallOnes, ...sharedEpubs];

/** EPUBs for tests of whole books: the small ones, and real ones of different kinds where they exist. */
export const realEpubs = allEpubs.filter((book) => smallOnes.includes(book) || differing.has(book.name));
