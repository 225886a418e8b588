import type { CoverImage } from '../audio-metadata.ts';
import { text, u32 } from '../mp4/mp4-box.ts';
import { pictureFormat } from './picture-format.ts';

const FRONT_COVER = 3;
const COLOUR_BITS = 24;

/** A cover as FLAC and Ogg hold it (RFC 9639, 8.8). */
export function pictureBlock({ bytes, mediaType }: CoverImage): Buffer {
  const { width = 0, height = 0 } = pictureFormat(bytes) ?? {};
  const type = text(mediaType);
  const size = u32(0, width, height, COLOUR_BITS, 0, bytes.length);
  return Buffer.concat([u32(FRONT_COVER, type.length), type, size, bytes]);
}
