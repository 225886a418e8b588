import { readFile } from 'node:fs/promises';
import { coverToJpeg } from '../../audio/pictures/cover-to-jpeg.ts';
import type { CoverImage } from '../../audio/audio-metadata.ts';
import type { Ffmpeg } from '../../audio/ffmpeg/ffmpeg.ts';
import type { Book } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';

/** The cover as a plain JPEG: the file that was given, else the book's own. A picture that cannot be used is a warning; a file that is not there is `file-not-found`. */
export async function chooseCover(
  book: Book,
  coverFile: string | undefined,
  { ffmpeg, signal }: { readonly ffmpeg: Ffmpeg; readonly signal: AbortSignal },
  warn: (message: string) => void,
): Promise<CoverImage | undefined> {
  const bytes = coverFile === undefined ? book.cover?.bytes : await readCover(coverFile);
  if (bytes === undefined) return undefined;
  const { cover, warning } = await coverToJpeg(bytes, ffmpeg, signal);
  if (warning !== undefined) warn(warning);
  return cover;
}

async function readCover(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new AudiobookError('file-not-found', `The cover ${file} cannot be read.`, { cause });
  }
}
