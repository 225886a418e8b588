import { readFile } from 'node:fs/promises';
import { coverToJpeg, isPicture } from '../../audio/pictures/cover-to-jpeg.ts';
import type { CoverImage } from '../../audio/audio-metadata.ts';
import type { Book } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';

/**
 * Returns the cover as a baseline JPEG: `coverFile`, otherwise the book's own. Warns of an unusable image. Throws
 * `file-not-found` when `coverFile` cannot be read.
 */
export async function chooseCover(
  book: Book,
  coverFile: string | undefined,
  { signal }: { readonly signal: AbortSignal },
  warn: (message: string) => void,
): Promise<CoverImage | undefined> {
  const bytes = coverFile === undefined ? book.cover?.bytes : await readCoverFile(coverFile);
  if (bytes === undefined) return undefined;
  const { cover, warning } = await coverToJpeg(bytes, signal);
  if (warning !== undefined) warn(warning);
  return cover;
}

/** Checks a cover that someone chose. Throws `file-not-found` when it cannot be read and `bad-value` when it is not a picture. */
export async function checkCoverFile(file: string): Promise<void> {
  if (await isPicture(await readCoverFile(file))) return;
  const kinds = 'JPEG, PNG, GIF, WebP, AVIF, TIFF, SVG or BMP';
  throw new AudiobookError('bad-value', `The cover is not a picture that can be read. Expected ${kinds}.`);
}

/** Returns the bytes of a cover image. Throws `file-not-found` when it cannot be read. */
export async function readCoverFile(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new AudiobookError('file-not-found', `The cover ${file} cannot be read.`, { cause });
  }
}
