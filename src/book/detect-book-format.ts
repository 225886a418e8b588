import { open } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError } from '../core/errors.ts';
import { fileFormat } from '../core/file-format.ts';
import { imageType } from './pictures/image-type.ts';
import type { BookChoices } from './book-choices.ts';
import { findEbookConvert } from './foreign/find-ebook-convert.ts';
import { foreignFormat } from './foreign/foreign-format.ts';
import type { ForeignFormat } from './foreign/foreign-format.ts';
import { isText } from './is-text.ts';
import { convertibleBook, notABook } from './foreign/unsupported-book.ts';

/** The kinds of files that are read. A `zip` is an EPUB or a document of a word processor, depending on its files; a `foreign` one is converted before. */
export type BookFormat = 'pdf' | 'zip' | 'text' | 'foreign';

const startBytes = 4096;

/**
 * Detects the kind of a book by its first bytes; only a text is what its name says. Throws `book-damaged` (empty) or
 * `book-unsupported`, with the program that converts the file if there is one, unless it is installed and was chosen.
 */
export async function detectBookFormat(
  file: string,
  { ebookConvert }: Pick<BookChoices, 'ebookConvert'> = {},
): Promise<BookFormat> {
  await using handle = await open(file);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(startBytes), 0, startBytes, 0);
  const bytes = buffer.subarray(0, bytesRead);
  if (bytesRead === 0) throw new AudiobookError('book-damaged', 'The file is empty. Download it again.');
  const start = bytes.toString('latin1');
  // Other bytes may come before the header (PDF 1.7, implementation note 13).
  if (start.slice(0, 1024).includes('%PDF-')) return 'pdf';
  if (start.startsWith('PK')) return 'zip';
  const foreign = foreignFormat(bytes);
  if (foreign) return await requireConverter(foreign, file, ebookConvert);
  if (isText(bytes)) {
    requireTextName(file);
    return 'text';
  }
  const image = imageType(bytes);
  const known = image === undefined ? fileFormat(bytes) : `an image (${image})`;
  throw notABook(known === undefined ? 'The kind of the file is unknown.' : `The file is ${known}, not a book.`);
}

/** Throws `book-unsupported` for a file that no installed program may convert. */
async function requireConverter(
  { kind, extension }: ForeignFormat,
  file: string,
  ebookConvert: boolean | undefined,
): Promise<'foreign'> {
  const canConvert = extension !== undefined;
  if (canConvert && ebookConvert && (await findEbookConvert())) return 'foreign';
  throw convertibleBook(`The file is ${kind}, which is not read.`, file, { canConvert });
}

/** Kinds of books that are never plain text. */
const binaryExtensions = new Set(['.epub', '.kepub', '.pdf', '.docx', '.odt', '.ott', '.zip']);

/** A download that failed often leaves the page with the error under the name of the book. Throws `book-damaged`. */
function requireTextName(file: string): void {
  const extension = path.extname(file).toLowerCase();
  if (!binaryExtensions.has(extension)) return;
  throw new AudiobookError(
    'book-damaged',
    `The name of the file ends in ${extension}, but it holds text, perhaps the error page of a download. ` +
      'Download it again, or give it the extension of what it is, such as .txt or .html.',
  );
}
