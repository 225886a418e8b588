import { coverToJpeg } from '../../audio/pictures/cover-to-jpeg.ts';
import { readBook } from '../../book/read-book.ts';
import { AudiobookError } from '../../core/errors.ts';

/** Returns a book's cover as a baseline JPEG. Throws `bad-value` when the book has no usable cover. */
export async function extractCover(bookFile: string, signal: AbortSignal): Promise<Uint8Array> {
  const { cover, metadata, warnings } = await readBook(bookFile, { signal });
  if (!cover) throw new AudiobookError('bad-value', [`“${metadata.title}” has no cover.`, ...warnings].join(' '));
  const prepared = await coverToJpeg(cover.bytes, signal);
  if (!prepared.cover) throw new AudiobookError('bad-value', prepared.warning ?? 'The cover cannot be used.');
  return prepared.cover.bytes;
}
