import path from 'node:path';
import { bookKinds } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';

/** The cause of the error about a book that `ebookConvert` reads. */
class ConverterNeeded extends Error {
  override readonly name = 'ConverterNeeded';
}

/** Reports whether a book was refused that `ebookConvert` reads where calibre is installed. */
export function needsConverter(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if (error instanceof ConverterNeeded) return true;
  return false;
}

/**
 * Creates the `book-unsupported` error for a file of a kind that a converter knows; `problem` is a sentence. `canConvert` says whether
 * the choice `ebookConvert` reads it.
 */
export function convertibleBook(
  problem: string,
  file: string,
  { canConvert = false }: { readonly canConvert?: boolean } = {},
): AudiobookError {
  const name = path.basename(file);
  const stem = path.basename(file, path.extname(file));
  // A file can have the wrong extension.
  const target = name === `${stem}.epub` ? `${stem}-2.epub` : `${stem}.epub`;
  const command = `ebook-convert ${quote(name)} ${quote(target)}`;
  const cause = canConvert ? new ConverterNeeded() : undefined;
  return new AudiobookError('book-unsupported', `${problem} Convert it with calibre: ${command}`, { cause });
}

/** Creates the `book-unsupported` error for a file that is not a book; `problem` is a sentence. */
export function notABook(problem: string): AudiobookError {
  return new AudiobookError('book-unsupported', `${problem} Expected an ${bookKinds} file.`);
}

function quote(name: string): string {
  return /^[\w.-]+$/u.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}
