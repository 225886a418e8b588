import { checksum } from '../encoding/checksum.ts';
import { AudiobookError } from '../../core/errors.ts';

/** Place of the number of a frame (RFC 9639, 9.1). */
const numberAt = 4;
const headChecksumBytes = 1;
const frameChecksumBytes = 2;
/** Bytes behind the number by the code in front of it. */
const lengthBytes: ReadonlyMap<number, number> = new Map([
  [6, 1],
  [7, 2],
]);
const rateBytes: ReadonlyMap<number, number> = new Map([
  [12, 1],
  [13, 2],
  [14, 2],
]);
const headChecksum = checksum(8, 0x07);
const frameChecksum = checksum(16, 0x80_05);

/** Returns a frame with another number. Throws `media-failed` for what is not a frame of a stream with a fixed length of frames. */
export function numberedFrame(frame: Buffer, number: number): Buffer {
  if (frame.length < numberAt + 4 || frame.readUInt16BE(0) !== 0xff_f8)
    throw new AudiobookError('media-failed', 'The encoder did not write a FLAC stream.');
  const afterNumber = numberAt + codedBytes(frame.readUInt8(numberAt));
  const headEnd = afterNumber + furtherBytes(frame.readUInt8(2));
  const head = [
    frame.subarray(0, numberAt),
    codedNumber(number),
    frame.subarray(afterNumber, headEnd),
    Buffer.alloc(1),
  ];
  const body = frame.subarray(headEnd + headChecksumBytes);
  const numbered = Buffer.concat([...head, body]);
  const checksumAt = numbered.length - body.length - headChecksumBytes;
  numbered.writeUInt8(headChecksum(numbered.subarray(0, checksumAt)), checksumAt);
  const end = numbered.length - frameChecksumBytes;
  numbered.writeUInt16BE(frameChecksum(numbered.subarray(0, end)), end);
  return numbered;
}

/** Returns the length of a coded number by its first byte, which begins with as many ones if there are several. */
function codedBytes(first: number): number {
  return Math.max(1, Math.clz32(~(first << 24)));
}

/** Returns the bytes that follow the number: a length and a sample rate that have no code of their own. */
function furtherBytes(codes: number): number {
  return (lengthBytes.get(codes >>> 4) ?? 0) + (rateBytes.get(codes & 0xf) ?? 0);
}

/** Returns a number of up to 31 bits as FLAC codes it: like UTF-8, in up to six bytes. */
function codedNumber(number: number): Buffer {
  if (number < 0x80) return Buffer.from([number]);
  const following: number[] = [];
  let left = number;
  // The first byte holds one bit less for each byte that follows.
  for (let room = 0x20; following.length === 0 || left >= room * 2; room >>>= 1) {
    following.unshift(0x80 | (left & 0x3f));
    left >>>= 6;
  }
  const ones = (0xff << (7 - following.length)) & 0xff;
  return Buffer.from([ones | left, ...following]);
}
