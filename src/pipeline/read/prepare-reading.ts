import { stat } from 'node:fs/promises';
import path from 'node:path';
import { endEarlyReader, readInAdvance, startReaderEarly } from '../../book/reader-process.ts';
import type { SettingSource } from '../../core/settings.ts';
import { hasStoredBooks } from './stored-books.ts';

/** Facts about a run before its command line is parsed. */
export interface EarlyReading {
  readonly argv: readonly string[];
  readonly environment: SettingSource;
  readonly workingFolder: string;
  readonly cacheFolder: string;
}

/** Flags that change what is read, or where, or may do so. */
export const readingFlag =
  /^--(?:queue|config|profile|split-by|notes|tables|images|ruby|code|math|include|exclude|password|ocr|ocr-language|read-along)(?:$|=)/u;

/**
 * Starts the process that reads the next book while the program loads what a conversion needs, unless a word names a file that
 * an earlier run seems to have read. It begins with the file that seems to be the book, as it is read by default: what a
 * config says is not known yet. `signal` ends it.
 */
export async function prepareReading(run: EarlyReading, signal: AbortSignal): Promise<void> {
  const files = await namedFiles(run);
  const cache = path.resolve(run.environment['AUDIOBOOK_CACHE_DIR'] ?? run.cacheFolder);
  const folder = path.join(cache, 'segments');
  for (const { bytes } of files) if (await hasStoredBooks(folder, bytes)) return;
  await startReaderEarly();
  signal.addEventListener('abort', endEarlyReader, { once: true });
  const book = files.find(({ followsFlag }) => !followsFlag);
  if (book && !run.argv.some((word) => readingFlag.test(word))) await readInAdvance(book.file);
}

interface NamedFile {
  readonly file: string;
  readonly bytes: number;
  /** Then it may be the value of the flag. */
  readonly followsFlag: boolean;
}

/** Returns the files that words after the command name. */
async function namedFiles({ argv: [, ...words], workingFolder }: EarlyReading): Promise<NamedFile[]> {
  const files: NamedFile[] = [];
  for (const [index, word] of words.entries()) {
    const file = path.resolve(workingFolder, word);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile())
      files.push({ file, bytes: found.size, followsFlag: words[index - 1]?.startsWith('-') === true });
  }
  return files;
}
