import { open } from 'node:fs/promises';
import type { BookChoices } from '../book-choices.ts';
import { detectBookFormat } from '../detect-book-format.ts';
import { limitsOf } from '../read-limits.ts';
import { convertWithCalibre } from './convert-with-calibre.ts';
import type { ConvertedBook } from './convert-with-calibre.ts';
import { findEbookConvert } from './find-ebook-convert.ts';
import { foreignFormat, startBytes } from './foreign-format.ts';

/**
 * Returns the file of a book if it is of a kind that is read, or an EPUB that calibre made of it, where that was chosen. Throws what
 * `detectBookFormat` and `convertWithCalibre` throw.
 */
export async function openReadable(
  file: string,
  choices: Pick<BookChoices, 'ebookConvert' | 'limits'>,
  signal: AbortSignal,
): Promise<ConvertedBook & { readonly isConverted: boolean }> {
  const isForeign = (await detectBookFormat(file, choices)) === 'foreign';
  const calibre = isForeign ? await findEbookConvert() : undefined;
  if (!calibre) return { file, isConverted: false, [Symbol.asyncDispose]: async () => await Promise.resolve() };
  const { extension = '' } = foreignFormat(await startOf(file)) ?? {};
  const converted = await convertWithCalibre(calibre, { file, extension, limits: limitsOf(choices), signal });
  return { ...converted, isConverted: true };
}

async function startOf(file: string): Promise<Buffer> {
  await using handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(startBytes), 0, startBytes, 0);
  return buffer;
}
