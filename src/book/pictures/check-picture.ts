import { imageType } from './image-type.ts';
import { maxPixels } from '../../core/pictures/picture-limits.ts';
import type { ReadLimits } from '../read-limits.ts';
import { pictureSize } from './picture-size.ts';
import { safeSvg } from './safe-svg.ts';

/** A picture that can be shown, or the reason why it cannot, for a message. Neither for one that shows nothing. */
export type CheckedPicture =
  | { readonly mediaType: string; readonly bytes: Buffer; readonly reason?: never }
  | { readonly mediaType?: never; readonly reason: string | undefined };

/** Pages have lines and spaces of one pixel. */
const minSide = 2;

/**
 * Checks a picture by its bytes, whatever its name says: PNG, JPEG, GIF, WebP and AVIF as they are, and an SVG without what could do
 * harm. Throws `book-too-large` for an SVG beyond the limits.
 */
export function checkPicture(bytes: Buffer, limits: ReadLimits): CheckedPicture {
  const mediaType = imageType(bytes);
  if (mediaType === undefined) return { reason: 'it is not a PNG, JPEG, GIF, WebP, AVIF or SVG' };
  if (mediaType === 'image/svg+xml') {
    const drawing = safeSvg(bytes, limits);
    return drawing === undefined ? { reason: 'it is damaged' } : { mediaType, bytes: drawing };
  }
  // Its size is checked where it is converted.
  if (mediaType === 'image/avif') return { mediaType, bytes };
  const size = pictureSize(bytes, mediaType);
  if (size === undefined || size.width < 1 || size.height < 1) return { reason: 'it is damaged' };
  if (size.width * size.height > maxPixels)
    return { reason: `it has more than ${maxPixels / 1_000_000} million pixels` };
  return Math.min(size.width, size.height) < minSide ? { reason: undefined } : { mediaType, bytes };
}
