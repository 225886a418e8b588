import { adtsHeaderBytes } from '../../core/file-format.ts';

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
