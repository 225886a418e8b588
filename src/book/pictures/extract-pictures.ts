import path from 'node:path';
import { AudiobookError } from '../../core/errors.ts';
import type { ReadOptions } from '../book-choices.ts';
import { openReadable } from '../foreign/open-readable.ts';
import { askReader } from '../read-book.ts';
import type { PictureRequest, WrittenPictures } from './written-pictures.ts';

/**
 * Writes pictures of a book, which `readBook` found with `keepsSource`, into a folder, in a child process with limits of time and
 * memory. None is ever fetched from an address. Throws what opening the book throws, or `canceled`.
 */
export async function extractPictures(
  file: string,
  request: PictureRequest,
  { signal, ...choices }: Pick<ReadOptions, 'signal' | 'limits' | 'password' | 'ebookConvert'>,
): Promise<WrittenPictures> {
  await using readable = await openReadable(file, choices, signal);
  const { pictures } = await askReader({ file: path.resolve(readable.file), choices, pictures: request }, signal);
  if (pictures === undefined) throw new AudiobookError('internal', 'The reading process returned no pictures.');
  return pictures;
}
