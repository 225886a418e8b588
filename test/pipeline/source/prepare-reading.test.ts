import { once } from 'node:events';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { endEarlyReader, startReader, startReaderEarly } from '../../../src/book/reader-process.ts';
import type { ReaderProcess } from '../../../src/book/reader-process.ts';
import { readingOptions } from '../../../src/pipeline/options/reading-options.ts';
import { readSource } from '../../../src/pipeline/read/read-source.ts';
import { prepareReading, readingFlag } from '../../../src/pipeline/read/prepare-reading.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

afterEach(endEarlyReader);

/** Unix time at which a file is said to have changed, in seconds. */
const changed = 1_000_000_000;

/** Prepares a run in a folder with two books, and returns the process for the first of them. */
async function readerFor(argv: readonly string[], { signal } = new AbortController()): Promise<ReaderProcess> {
  const workingFolder = await temporaryFolder();
  const cacheFolder = path.join(workingFolder, 'cache');
  await mkdir(path.join(workingFolder, 'folder'));
  for (const name of ['book.txt', 'other.txt']) await writeFile(path.join(workingFolder, name), 'It rained.\n');
  await prepareReading({ argv, environment: {}, workingFolder, cacheFolder }, signal);
  return await startReader({ file: path.join(workingFolder, 'book.txt'), choices: {} });
}

it.each([
  ['convert book.txt', true],
  ['convert folder book.txt other.txt', true],
  ['convert book.txt --quiet -o other.txt', true],
  ['convert --quiet book.txt', false],
  ['convert other.txt book.txt', false],
  ['convert book.txt --notes end', false],
  ['convert book.txt --notes=end', false],
  ['convert book.txt --queue redis://127.0.0.1', false],
  ['book.txt book.txt', true],
  ['book.txt other.txt', false],
  ['convert missing.txt', false],
])('%s: the book is read in advance: %s', async (words, expected) => {
  await using reader = await readerFor(words.split(' '));
  expect(reader.isAsked).toBe(expected);
});

it('is taken by a run with the default options', async () => {
  const { signal } = new AbortController();
  const workingFolder = await temporaryFolder();
  const bookFile = path.join(workingFolder, 'book.txt');
  await writeFile(bookFile, 'It rained.\n');
  await utimes(bookFile, changed, changed);
  const early = await startReaderEarly();
  if (!early) throw new Error('no process');
  const answered = once(early, 'message');
  const run = { argv: ['convert', 'book.txt'], environment: {}, workingFolder, cacheFolder: workingFolder };
  await prepareReading(run, signal);
  await answered;
  // Another reading would find this, although nothing tells it from what was read.
  await writeFile(bookFile, 'It snowed.\n');
  await utimes(bookFile, changed, changed);
  const defaults = Object.entries(readingOptions).map(([name, option]) => [
    name,
    'default' in option ? option.default : undefined,
  ]);
  const book = await readSource({ bookFile, ...Object.fromEntries(defaults), keepsSource: false }, signal);
  expect(JSON.stringify(book)).toContain('It rained.');
});

it('is ended with the run', async () => {
  const run = new AbortController();
  const early = await startReaderEarly();
  if (!early) throw new Error('no process');
  const ended = once(early, 'exit');
  const workingFolder = await temporaryFolder();
  await prepareReading({ argv: ['convert'], environment: {}, workingFolder, cacheFolder: workingFolder }, run.signal);
  run.abort();
  expect(await ended).toEqual([null, 'SIGKILL']);
});

it('knows every flag that changes what is read', () => {
  const flags = Object.values(readingOptions).map(({ flag }) => flag.split(' ', 1)[0] ?? '');
  expect(flags.filter((flag) => !readingFlag.test(flag))).toEqual([]);
  expect('--notesx').not.toMatch(readingFlag);
});
