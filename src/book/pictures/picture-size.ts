import { jpegFrame } from '../../core/pictures/jpeg-frame.ts';

/** Width and height in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the size in the header of a PNG, JPEG, GIF or WebP; undefined when it is cut off or missing. */
export function pictureSize(bytes: Uint8Array, mediaType: string): PictureSize | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length < minHeaderBytes) return undefined;
  if (mediaType === 'image/jpeg') return jpegFrame(bytes);
  if (mediaType === 'image/png') return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
  if (mediaType === 'image/gif') return { width: data.readUInt16LE(6), height: data.readUInt16LE(8) };
  return mediaType === 'image/webp' ? webpSize(data) : undefined;
}

/** No picture is shorter, and every field that is read is within. */
const minHeaderBytes = 30;

/** Reads the three forms of WebP: lossy (RFC 6386), lossless and extended (RFC 9649). */
function webpSize(data: Buffer): PictureSize | undefined {
  const form = data.toString('latin1', 12, 16);
  if (form === 'VP8 ') return { width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff };
  if (form === 'VP8X') return { width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 };
  if (form !== 'VP8L') return undefined;
  const bits = data.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
