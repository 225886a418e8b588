import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { bookKinds } from '../core/book.ts';
import { AudiobookError, invalidValue, systemCode } from '../core/errors.ts';
import { closestNames, didYouMean } from '../core/strings/closest-names.ts';
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
    throw systemCode(thrown) === undefined || thrown instanceof AudiobookError
      ? thrown
      : await unreadable(file, thrown);
  }
}

async function unreadable(file: string, cause: unknown): Promise<AudiobookError> {
  const code = systemCode(cause);
  if (code !== 'ENOENT' && code !== 'ENOTDIR') {
    return new AudiobookError('bad-value', `The file '${file}' cannot be read (${code}).`, { cause });
  }
  const isText = !file.includes('\uFFFD');
  const advice = isText ? await similarFiles(file) : ' Names that are not UTF-8 cannot be used: rename it.';
  return new AudiobookError('file-not-found', `The file '${file}' does not exist.${advice}`, { cause });
}

/** Returns the question whether files of the same kind beside it, with a name like that of a missing one, were meant. */
async function similarFiles(file: string): Promise<string> {
  const { dir, base, ext, name: stem } = path.parse(file);
  const beside = (await readdir(dir).catch(() => [])).map((name) => path.parse(name));
  const names = beside.filter((one) => ['', one.ext].includes(ext));
  const near = closestNames(
    stem,
    names.map(({ name }) => name),
  );
  return didYouMean(
    base,
    names.filter(({ name }) => near.includes(name)).map((one) => one.base),
  );
}
