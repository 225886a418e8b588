import { stat } from 'node:fs/promises';
import path from 'node:path';
import { startReaderEarly } from '../../book/reader-process.ts';
import type { SettingSource } from '../../core/settings.ts';
import { hasStoredBooks, storedBooksFolder } from './find-stored-books.ts';

/** What is known of a run before its command line is understood. */
export interface EarlyReading {
  readonly argv: readonly string[];
  readonly environment: SettingSource;
  readonly workingFolder: string;
  readonly cacheFolder: string;
}

/**
 * Starts the process that reads the next book while the program loads what a conversion needs, unless a word names a file that
 * an earlier run seems to have read.
 */
export async function prepareReading({ argv, environment, workingFolder, cacheFolder }: EarlyReading): Promise<void> {
  const cache = path.resolve(environment['AUDIOBOOK_CACHE_DIR'] ?? cacheFolder);
  const folder = storedBooksFolder(path.join(cache, 'segments'));
  for (const word of argv) {
    const found = await stat(path.resolve(workingFolder, word)).catch(() => undefined);
    if (found?.isFile() && (await hasStoredBooks(folder, found.size))) return;
  }
  await startReaderEarly();
}
