import { stat } from 'node:fs/promises';
import { bookKinds } from '../core/book-kinds.ts';
import { AudiobookError, invalidValue, systemCode } from '../core/errors.ts';
import { detectBookFormat } from './detect-book-format.ts';

/**
 * Checks that a file can be a book, by its first bytes. Throws `file-not-found`, `bad-value` (a folder), `book-damaged` or
 * `book-unsupported`.
 */
export async function checkBookFile(file: string): Promise<void> {
  if (!(await isFile(file))) throw invalidValue('book', file, `an ${bookKinds} file, not a folder`);
  await detectBookFormat(file);
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch (cause) {
    const code = systemCode(cause) === 'ENOENT' || systemCode(cause) === 'ENOTDIR' ? 'file-not-found' : 'bad-value';
    const message = code === 'file-not-found' ? `The file '${file}' does not exist.` : `Cannot open '${file}'.`;
    throw new AudiobookError(code, message, { cause });
  }
}
