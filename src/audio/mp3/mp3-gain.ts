import { addToGain } from '../loudness/gain-step.ts';

const headerBytes = 4;
/** kbit/s of layer III by index in the header: MPEG-1, then MPEG-2 and 2.5. */
const kbitRates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const sampleRates = [44_100, 48_000, 32_000];
/** Offset of the gain of each granule of one channel, in bits after the header (ISO 11172-3 and 13818-3, 2.4.1.7). LAME writes no checksum. */
const gainBits = [[18 + 21, 18 + 59 + 21], [9 + 21]] as const;

/** Changes the gain of a whole layer III frame of one channel. Leaves the Info frame, which has no audio, unchanged. */
export function changeMp3Gain(frame: Buffer, steps: number): void {
  if (isInfoFrame(frame)) return;
  for (const bit of gainBits[version(frame)]) addToGain(frame, headerBytes * 8 + bit, steps);
}

/** Returns the length in bytes of the frame at the start of `bytes`, or undefined when there is none. */
export function mp3FrameBytes(bytes: Buffer): number | undefined {
  if (bytes.length < headerBytes || bytes.readUInt16BE(0) >>> 5 !== 0x7_ff) return undefined;
  const second = bytes.readUInt8(1);
  const third = bytes.readUInt8(2);
  const kbits = kbitRates[version(bytes)][third >>> 4];
  const rate = (sampleRates[(third >>> 2) & 3] ?? 0) / ([4, 0, 2, 1][(second >>> 3) & 3] ?? 0);
  if (!kbits || !Number.isFinite(rate) || rate === 0) return undefined;
  const samples = version(bytes) === 0 ? 1152 : 576;
  return Math.floor((samples * kbits * 125) / rate) + ((third >>> 1) & 1);
}

/** Returns 0 for MPEG-1 and 1 for the half rates of MPEG-2 and the quarter rates of 2.5. */
function version(frame: Buffer): 0 | 1 {
  return (((frame[1] ?? 0) >>> 3) & 3) === 3 ? 0 : 1;
}

function isInfoFrame(frame: Buffer): boolean {
  const at = version(frame) === 0 ? 21 : 13;
  return ['Info', 'Xing'].includes(frame.toString('latin1', at, at + 4));
}
