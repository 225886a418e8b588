import { checkBookFile } from '../../book/check-book-file.ts';
import { inFile } from '../../book/joined/in-file.ts';
import type { BookSource } from './book-source.ts';

/** Checks that the files of a source can be books. Throws as `checkBookFile` does; of several files, the error names the one. */
export async function checkSource({ bookFile, oneBook }: BookSource): Promise<void> {
  if (!oneBook) await checkBookFile(bookFile);
  for (const file of oneBook?.files ?? []) await inFile(file, async () => await checkBookFile(file));
}
