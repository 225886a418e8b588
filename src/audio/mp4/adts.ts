import { AudiobookError } from '../../core/errors.ts';

/** Bytes of an ADTS header without its checksum (ISO 13818-7, 6.2). */
export const adtsHeaderBytes = 7;

/**
 * Returns the length of the ADTS frame at a place, header included, or undefined when the bytes end before it does. Throws
 * `media-failed` where no frame begins.
 */
export function adtsFrameBytes(bytes: Buffer, at: number): number | undefined {
  if (bytes.length - at < adtsHeaderBytes) return undefined;
  if ((bytes.readUInt16BE(at) & 0xff_f6) !== 0xff_f0) {
    throw new AudiobookError('media-failed', 'The encoder did not write an AAC stream.');
  }
  const frameBytes = (bytes.readUIntBE(at + 3, 3) >>> 5) & 0x1f_ff;
  if (frameBytes < adtsHeaderBytes) throw new AudiobookError('media-failed', 'The encoder wrote a broken AAC frame.');
  return bytes.length - at < frameBytes ? undefined : frameBytes;
}
