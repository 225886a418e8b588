import path from 'node:path';
import { toPlainPicture } from '../../audio/pictures/to-plain-picture.ts';
import type { WrittenPicture } from '../../book/pictures/written-pictures.ts';
import { throwIfCanceled } from '../../core/errors.ts';
import type { PictureFile } from '../../timed-text/read-along/write-read-along.ts';

/** Surroundings of work with pictures. */
export interface PictureTools {
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

/** A picture for a read-along. */
export interface ShowablePicture extends PictureFile {
  /** Of the picture in the book, hex. */
  readonly sha256: string;
}

/** Kinds that every reading system shows, with the ends of their names. */
const extensions: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/svg+xml', 'svg'],
]);

/**
 * Returns a picture as it is put into a read-along, or the reason why it cannot be shown. WebP and AVIF are converted; without
 * sharp, WebP stays, which EPUB 3.3 allows. Throws `canceled`.
 */
export async function showablePicture(
  { sha256, mediaType }: WrittenPicture,
  folder: string,
  signal: AbortSignal,
): Promise<ShowablePicture | { readonly name?: never; readonly reason: string }> {
  const file = path.join(folder, sha256);
  const named = (extension: string): string => `${sha256.slice(0, 32)}.${extension}`;
  const extension = extensions.get(mediaType);
  if (extension !== undefined) return { name: named(extension), mediaType, file, sha256 };
  try {
    const plain = await toPlainPicture(file, `${file}.plain`, signal);
    if (plain) return { ...plain, name: named(extensions.get(plain.mediaType) ?? ''), sha256 };
  } catch (thrown) {
    throwIfCanceled(signal);
    return { reason: thrown instanceof Error ? thrown.message : String(thrown) };
  }
  if (mediaType === 'image/webp') return { name: named('webp'), mediaType, file, sha256 };
  return { reason: 'converting it needs sharp. Install it with npm i sharp' };
}
