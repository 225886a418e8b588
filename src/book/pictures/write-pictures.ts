import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError } from '../../core/errors.ts';
import type { BookChoices } from '../book-choices.ts';
import { limitsOf } from '../read-limits.ts';
import type { ReadLimits } from '../read-limits.ts';
import { checkPicture } from './check-picture.ts';
import { findPictures } from './find-pictures.ts';
import type { FoundPicture, PictureRequest, WrittenPicture, WrittenPictures } from './written-pictures.ts';

/**
 * Writes pictures of a book into a folder, one after the other, each content once. One that is missing, too large or no picture is
 * left out with the reason. Throws what opening the book throws.
 */
export async function writePictures(
  bookFile: string,
  { sources, folder }: PictureRequest,
  choices: BookChoices,
): Promise<WrittenPictures> {
  const limits = limitsOf(choices);
  const pictures: WrittenPicture[] = [];
  const leftOut: { readonly source: string; readonly reason: string }[] = [];
  const found = new Set<string>();
  const written = new Set<string>();
  for await (const picture of findPictures(bookFile, new Set(sources), { limits, password: choices.password })) {
    const { source } = picture;
    if (found.has(source)) continue;
    found.add(source);
    const checked = await readChecked(picture, limits);
    if (checked.mediaType === undefined) {
      if (checked.reason !== undefined) leftOut.push({ source, reason: checked.reason });
      continue;
    }
    const { mediaType, bytes } = checked;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (!written.has(sha256)) await writeFile(path.join(folder, sha256), bytes, { flag: 'wx' });
    written.add(sha256);
    pictures.push({ source, mediaType, sha256 });
  }
  for (const source of sources) if (!found.has(source)) leftOut.push({ source, reason: 'it was not found' });
  return { pictures, leftOut };
}

async function readChecked({ read }: FoundPicture, limits: ReadLimits): Promise<ReturnType<typeof checkPicture>> {
  try {
    return checkPicture(await read(), limits);
  } catch (thrown) {
    if (thrown instanceof AudiobookError) return { reason: thrown.message };
    throw thrown;
  }
}
