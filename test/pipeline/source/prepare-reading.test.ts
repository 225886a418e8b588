import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { endEarlyReader, startReader, startReaderEarly } from '../../../src/book/reader-process.ts';
import type { ReaderProcess } from '../../../src/book/reader-process.ts';
import { readingOptions } from '../../../src/pipeline/options/reading-options.ts';
import { prepareReading, readingFlag } from '../../../src/pipeline/source/prepare-reading.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

afterEach(endEarlyReader);

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
  ['convert missing.txt', false],
])('%s: the book is read in advance: %s', async (words, expected) => {
  await using reader = await readerFor(words.split(' '));
  expect(reader.isAsked).toBe(expected);
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
