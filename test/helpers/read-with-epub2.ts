import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { wordsOf } from './word-bag.ts';

const reader = fileURLToPath(new URL('epub2-words.mjs', import.meta.url));

/** Documents of a book in reading order with their words, as epub2 reads them; undefined when epub2 ends on the book. */
export async function readWithEpub2(file: string): Promise<{ path: string; words: string[] }[] | undefined> {
  try {
    const options = { timeout: 50_000, maxBuffer: 100_000_000 };
    const { stdout } = await promisify(execFile)(process.execPath, [reader, file], options);
    const spine = JSON.parse(stdout) as { path: string; text: string }[];
    return spine.map(({ path, text }) => ({ path, words: wordsOf(text) }));
  } catch {
    return undefined;
  }
}
