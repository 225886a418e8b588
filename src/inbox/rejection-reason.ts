import path from 'node:path';
import type { BookChoices } from '../book/book-choices.ts';
import { detectBookFormat } from '../book/detect-book-format.ts';
import { AudiobookError } from '../core/errors.ts';

/** A text is only what its name says: lists, settings and subtitles are texts, too. */
const textExtensions = new Set(['.txt', '.text', '.md', '.markdown', '.html', '.htm', '.xhtml', '.fb2']);

/** Returns why a file in a folder of books is not one; undefined for a book, and for a file that cannot be read, which the run reports. */
export async function rejectionReason(
  file: string,
  choices: Pick<BookChoices, 'ebookConvert'> = {},
): Promise<string | undefined> {
  try {
    const isText = (await detectBookFormat(file, choices)) === 'text';
    if (!isText || textExtensions.has(path.extname(file).toLowerCase())) return undefined;
    return 'Its name is not that of a book.';
  } catch (thrown) {
    const isUnsupported = thrown instanceof AudiobookError && thrown.code === 'book-unsupported';
    return isUnsupported ? thrown.message.replaceAll(/\s*\n\s*/gu, ' ').trim() : undefined;
  }
}
