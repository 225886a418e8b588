import { findEbookConvert } from '../../book/foreign/find-ebook-convert.ts';
import { needsConverter } from '../../book/foreign/unsupported-book.ts';

/** Reports whether a book was refused that the option `ebookConvert` reads on this machine. */
export async function canBeConverted(thrown: unknown): Promise<boolean> {
  return needsConverter(thrown) && (await findEbookConvert()) !== undefined;
}
