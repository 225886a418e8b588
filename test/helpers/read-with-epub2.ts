import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { wordsOf } from './word-bag.ts';

const reader = fileURLToPath(new URL('read-with-epub2.mjs', import.meta.url));

/** A book as epub2 reads it. */
export interface Epub2Reading {
  readonly title: string;
  readonly creator: string;
  readonly language: string;
  /** Labels of the table of contents. */
  readonly toc: readonly string[];
  /** Documents in reading order. */
  readonly spine: readonly { readonly path: string; readonly text: string }[];
}

/** Reads a book with epub2 in a child process. */
export async function readWithEpub2(file: string): Promise<Epub2Reading> {
  const options = { timeout: 50_000, maxBuffer: 100_000_000 };
  const { stdout } = await promisify(execFile)(process.execPath, [reader, file], options);
  const reading: Epub2Reading = JSON.parse(stdout);
  return reading;
}

/** Returns the words of each document in reading order as epub2 reads them, or undefined when epub2 fails. */
export async function readWordsWithEpub2(file: string): Promise<{ path: string; words: string[] }[] | undefined> {
  try {
    const { spine } = await readWithEpub2(file);
    return spine.map(({ path, text }) => ({ path, words: wordsOf(text) }));
  } catch {
    return undefined;
  }
}
