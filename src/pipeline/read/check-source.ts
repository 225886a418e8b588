import { checkBookFile } from '../../book/check-book-file.ts';
import { inFile } from '../../book/joined/in-file.ts';
import type { BookChoices } from '../../book/book-choices.ts';
import type { BookSource } from './book-source.ts';

/** Checks that the files of a source can be books. Throws as `checkBookFile` does; of several files, the error names the one. */
export async function checkSource(source: BookSource & Pick<BookChoices, 'ebookConvert'>): Promise<void> {
  const { bookFile, oneBook } = source;
  if (!oneBook) await checkBookFile(bookFile, source);
  for (const file of oneBook?.files ?? []) await inFile(file, async () => await checkBookFile(file, source));
}
