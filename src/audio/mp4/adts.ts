import { AudiobookError } from '../../core/errors.ts';
import type { FrameSplitter } from '../encoding/parts/frame-splitter.ts';

/** Bytes of an ADTS header without its checksum (ISO 13818-7, 6.2). */
export const adtsHeaderBytes = 7;

/** Sample rates by their code in a header (ISO 14496-3, table 1.18). */
const rateCodes = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];

/** Returns a bare AAC-LC frame of one channel with the header that ffmpeg gives it. */
export function adtsFrame(bare: Buffer, sampleRate: number): Buffer {
  const head = Buffer.alloc(adtsHeaderBytes);
  // MPEG-4, no checksum; profile LC, rate, one channel; length, a buffer that is not given, one frame.
  head.writeUInt16BE(0xff_f1, 0);
  head.writeUInt16BE((1 << 14) | (rateCodes.indexOf(sampleRate) << 10) | (1 << 6), 2);
  head.writeUInt16BE(head.readUInt16BE(2) | ((bare.length + adtsHeaderBytes) >>> 11), 2);
  head.writeUInt16BE((((bare.length + adtsHeaderBytes) & 0x7_ff) << 5) | 0x1f, 4);
  head.writeUInt8(0xfc, 6);
  return Buffer.concat([head, bare]);
}

/** Splits a stream in ADTS. The frames keep their headers. */
export class AdtsSplitter implements FrameSplitter {
  #remainder: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): Buffer[] {
    const bytes = Buffer.concat([this.#remainder, chunk]);
    const frames: Buffer[] = [];
    let at = 0;
    for (let length = adtsFrameBytes(bytes, at); length !== undefined; length = adtsFrameBytes(bytes, at)) {
      frames.push(bytes.subarray(at, at + length));
      at += length;
    }
    this.#remainder = bytes.subarray(at);
    return frames;
  }

  checkEnd(): void {
    if (this.#remainder.length > 0) throw new AudiobookError('media-failed', 'The AAC stream ends inside a frame.');
  }
}

/**
 * Returns the length of the ADTS frame at a place, header included, or undefined when the bytes end before it does. Throws
 * `media-failed` where no frame begins.
 */
function adtsFrameBytes(bytes: Buffer, at: number): number | undefined {
  if (bytes.length - at < adtsHeaderBytes) return undefined;
  if ((bytes.readUInt16BE(at) & 0xff_f6) !== 0xff_f0) {
    throw new AudiobookError('media-failed', 'The encoder did not write an AAC stream.');
  }
  const frameBytes = (bytes.readUIntBE(at + 3, 3) >>> 5) & 0x1f_ff;
  if (frameBytes < adtsHeaderBytes) throw new AudiobookError('media-failed', 'The encoder wrote a broken AAC frame.');
  return bytes.length - at < frameBytes ? undefined : frameBytes;
}
