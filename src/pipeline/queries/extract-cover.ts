import { coverToJpeg } from '../../audio/pictures/cover-to-jpeg.ts';
import { readBook } from '../../book/read-book.ts';
import { AudiobookError } from '../../core/errors.ts';
import { writeFileAtomic } from '../../core/atomic-file.ts';

/** Writes a book's cover as a baseline JPEG. Throws `bad-value` when the book has no usable cover. */
export async function extractCover(bookFile: string, output: string, signal: AbortSignal): Promise<void> {
  const { cover, metadata, warnings } = await readBook(bookFile, { signal });
  if (!cover) throw new AudiobookError('bad-value', [`“${metadata.title}” has no cover.`, ...warnings].join(' '));
  const prepared = await coverToJpeg(cover.bytes, signal);
  if (!prepared.cover) throw new AudiobookError('bad-value', prepared.warning ?? 'The cover cannot be used.');
  await writeFileAtomic(output, prepared.cover.bytes);
}
