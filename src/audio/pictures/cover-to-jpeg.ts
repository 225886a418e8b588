import type { Sharp } from 'sharp';
import { throwIfCanceled, toAudiobookError } from '../../core/errors.ts';
import type { CoverImage } from '../audio-metadata.ts';
import { bmpPixels, isBmp } from './bmp-pixels.ts';
import { loadSharp } from './load-sharp.ts';
import type { CreateSharp } from './load-sharp.ts';
import { maxPixels, maxSeconds } from '../../core/pictures/picture-limits.ts';
import { jpegFrame } from '../../core/pictures/jpeg-frame.ts';

/** Result of `coverToJpeg`. */
export interface PreparedCover {
  /** A JPEG that every player shows, or undefined when the image cannot be used. */
  readonly cover: CoverImage | undefined;
  /** The reason why `cover` is undefined. */
  readonly warning: string | undefined;
}

/** Longer side in pixels. Players shrink anything larger. */
const maxSide = 1400;
const quality = 90;
/** A block of FLAC has the length of a picture, and of what is said of it, in 24 bits. */
const maxBytes = 2 ** 24 - 2 ** 10;

/**
 * Returns a cover as a baseline JPEG of at most 1400 pixels a side, upright, with transparent parts in white. Returns a JPEG
 * that is so already unchanged. Never throws except `canceled`: a bad cover must not cost the book.
 */
export async function coverToJpeg(bytes: Uint8Array, signal: AbortSignal): Promise<PreparedCover> {
  try {
    throwIfCanceled(signal);
    const jpeg = await convert(embeddedPicture(bytes) ?? bytes, await loadSharp());
    throwIfCanceled(signal);
    return { cover: { bytes: jpeg, mediaType: 'image/jpeg' }, warning: undefined };
  } catch (thrown) {
    throwIfCanceled(signal);
    return { cover: undefined, warning: `The cover cannot be used: ${toAudiobookError(thrown).message}` };
  }
}

/** Reports whether the bytes begin as a picture that can become a cover. True without sharp, which knows the kinds. */
export async function isPicture(bytes: Uint8Array): Promise<boolean> {
  const sharp = await loadSharp();
  // A plain JPEG that sharp cannot read is used as it is.
  if (sharp === undefined || jpegFrame(bytes)?.isPlain) return true;
  try {
    await open(embeddedPicture(bytes) ?? bytes, sharp).metadata();
    return true;
  } catch {
    return false;
  }
}

async function convert(bytes: Uint8Array, sharp: CreateSharp | undefined): Promise<Uint8Array> {
  const frame = jpegFrame(bytes);
  const isUsable = frame?.isPlain === true && bytes.length <= maxBytes;
  if (sharp === undefined) {
    if (isUsable) return bytes;
    throw new Error('converting it to JPEG needs sharp. Install it with npm i sharp.');
  }
  const image = open(bytes, sharp);
  if (isUsable && Math.max(frame.width, frame.height) <= maxSide && (await isUpright(image))) return bytes;
  const jpeg = await image
    .autoOrient()
    .flatten({ background: 'white' })
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .jpeg({ quality })
    .timeout({ seconds: maxSeconds })
    .toBuffer();
  return new Uint8Array(jpeg);
}

function open(bytes: Uint8Array, sharp: CreateSharp): Sharp {
  const options = { limitInputPixels: maxPixels, failOn: 'error' } as const;
  if (!isBmp(bytes)) return sharp(bytes, options);
  const { data, width, height } = bmpPixels(bytes, maxPixels);
  return sharp(data, { ...options, raw: { width, height, channels: 3 } });
}

/** Most players ignore the orientation in a JPEG. A file that sharp cannot read stays as it is. */
async function isUpright(image: Sharp): Promise<boolean> {
  const { orientation = 1 } = await image.metadata().catch(() => ({ orientation: 1 }));
  return orientation === 1;
}

/**
 * Returns the picture inside an SVG, which most SVG covers only wrap. Taking it out keeps its quality. Any other SVG is drawn
 * from memory, so it cannot refer to files or addresses.
 */
function embeddedPicture(bytes: Uint8Array): Uint8Array | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!/<svg[\s>]/iu.test(text.toString('utf8', 0, svgHeadBytes))) return undefined;
  const encoded = /href\s*=\s*["']data:image\/(?:jpeg|jpg|png|gif|webp);base64,([A-Za-z0-9+/=\s]+)["']/u.exec(
    text.toString('utf8'),
  )?.[1];
  return encoded === undefined ? undefined : new Uint8Array(Buffer.from(encoded, 'base64'));
}

/** An SVG cover has its first element within this many bytes. */
const svgHeadBytes = 4096;
