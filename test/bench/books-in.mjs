import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const bookName = /\.(?:epub|pdf|txt|md|html?|fb2|docx|odt)$/iu;

/**
 * Returns the books of a folder, without its README, or a book itself: none where nothing is there.
 * @param {string} place relative to the root of the repository
 */
export async function booksIn(place) {
  const at = path.resolve(root, place);
  if (!existsSync(at)) return [];
  if (statSync(at).isFile()) return [at];
  const names = (await readdir(at)).filter((name) => bookName.test(name) && !/^README/iu.test(name));
  return names.map((name) => path.join(at, name));
}
