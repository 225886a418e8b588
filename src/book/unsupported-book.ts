import path from 'node:path';
import { bookKinds } from '../core/book.ts';
import { AudiobookError } from '../core/errors.ts';

/** Creates the `book-unsupported` error for a file of a kind that a converter knows; `problem` is a sentence. */
export function convertibleBook(problem: string, file: string): AudiobookError {
  const name = path.basename(file);
  const stem = path.basename(file, path.extname(file));
  // A file can have the wrong extension.
  const target = name === `${stem}.epub` ? `${stem}-2.epub` : `${stem}.epub`;
  const command = `ebook-convert ${quote(name)} ${quote(target)}`;
  return new AudiobookError('book-unsupported', `${problem} Convert it with calibre: ${command}`);
}

/** Creates the `book-unsupported` error for a file that is not a book; `problem` is a sentence. */
export function notABook(problem: string): AudiobookError {
  return new AudiobookError('book-unsupported', `${problem} Expected an ${bookKinds} file.`);
}

function quote(name: string): string {
  return /^[\w.-]+$/u.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}
