import { jpegFrame } from '../../core/pictures/jpeg-frame.ts';
import type { CoverImage } from '../audio-metadata.ts';
import { text, u32 } from '../mp4/mp4-box.ts';

const frontCover = 3;
const colorBits = 24;

/** Returns a cover as FLAC has it in a block and Opus in a comment (RFC 9639, 8.8). */
export function pictureBlock({ bytes, mediaType }: CoverImage): Buffer {
  const { width, height } = jpegFrame(bytes) ?? { width: 0, height: 0 };
  const type = text(mediaType);
  const size = u32(0, width, height, colorBits, 0, bytes.length);
  return Buffer.concat([u32(frontCover, type.length), type, size, bytes]);
}
