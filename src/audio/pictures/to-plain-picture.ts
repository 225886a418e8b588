import { throwIfCanceled } from '../../core/errors.ts';
import { loadSharp } from './load-sharp.ts';
import { maxPixels, maxSeconds } from '../../core/pictures/picture-limits.ts';

/** A picture that every reading system shows. */
export interface PlainPicture {
  readonly file: string;
  readonly mediaType: 'image/jpeg' | 'image/png';
}

/** Longer side in pixels. No screen shows more of a page. */
const maxSide = 4000;
const quality = 90;

/**
 * Converts a picture of another kind into a JPEG, or a PNG where parts of it are transparent; of a moving picture, its first frame.
 * It is written to `target`. Returns undefined without sharp. Throws `canceled`, and what sharp throws for a damaged or too large picture.
 */
export async function toPlainPicture(
  file: string,
  target: string,
  signal: AbortSignal,
): Promise<PlainPicture | undefined> {
  throwIfCanceled(signal);
  const sharp = await loadSharp();
  if (sharp === undefined) return undefined;
  const image = sharp(file, { limitInputPixels: maxPixels, failOn: 'error' });
  const { hasAlpha } = await image.metadata();
  const sized = image
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const written = hasAlpha ? sized.png() : sized.jpeg({ quality });
  await written.timeout({ seconds: maxSeconds }).toFile(target);
  throwIfCanceled(signal);
  return { file: target, mediaType: hasAlpha ? 'image/png' : 'image/jpeg' };
}
