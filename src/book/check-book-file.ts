import { stat } from 'node:fs/promises';
import { bookKinds } from '../core/book.ts';
import { AudiobookError, invalidValue, systemCode } from '../core/errors.ts';
import type { BookChoices } from './book-choices.ts';
import { detectBookFormat } from './detect-book-format.ts';

/**
 * Checks that a file can be a book, by its first bytes. Throws `file-not-found`, `bad-value` (a folder, or a file that cannot be
 * read), `book-damaged` or `book-unsupported`.
 */
export async function checkBookFile(file: string, choices: Pick<BookChoices, 'ebookConvert'> = {}): Promise<void> {
  try {
    if (!(await stat(file)).isFile()) throw invalidValue('book', file, `an ${bookKinds} file, not a folder`);
    await detectBookFormat(file, choices);
  } catch (thrown) {
    throw systemCode(thrown) === undefined || thrown instanceof AudiobookError ? thrown : unreadable(file, thrown);
  }
}

function unreadable(file: string, cause: unknown): AudiobookError {
  const code = systemCode(cause);
  if (code !== 'ENOENT' && code !== 'ENOTDIR') {
    return new AudiobookError('bad-value', `The file '${file}' cannot be read (${code}).`, { cause });
  }
  const advice = file.includes('\uFFFD') ? ' Names that are not UTF-8 cannot be used: rename it.' : '';
  return new AudiobookError('file-not-found', `The file '${file}' does not exist.${advice}`, { cause });
}
