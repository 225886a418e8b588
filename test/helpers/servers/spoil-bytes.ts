import { randomBytes } from 'node:crypto';
import type { Fault } from './fault-kinds.ts';

const maxSize = 0xffff_ffff;

/** Returns the bytes of an audio file with a fault. `truncated` is applied by servers that send the bytes as they are. */
export function spoilBytes(bytes: Buffer, fault: Fault | undefined): Buffer {
  return (fault && spoilers[fault]?.(bytes)) ?? bytes;
}

const spoilers: Partial<Record<Fault, (bytes: Buffer) => Buffer>> = {
  'truncated-cleanly': cutCleanly,
  'header-only': headerOf,
  'zero-data': zeroData,
  'random-bytes': ({ length }) => randomBytes(length),
};

/** Returns the first half: of a WAV file with unknown sizes, of an Ogg file whole pages, of other audio an even number. */
function cutCleanly(bytes: Buffer): Buffer {
  const half = bytes.length / 2;
  const data = dataOffset(bytes);
  if (data !== undefined) {
    const cut = Buffer.from(bytes.subarray(0, data + Math.floor((bytes.length - data) / 4) * 2));
    cut.writeUInt32LE(maxSize, 4);
    cut.writeUInt32LE(maxSize, data - 4);
    return cut;
  }
  return bytes.subarray(0, oggPages(bytes).find((end) => end >= half) ?? Math.floor(half / 2) * 2);
}

function headerOf(bytes: Buffer): Buffer {
  return bytes.subarray(0, dataOffset(bytes) ?? oggPages(bytes)[1] ?? 4);
}

/** A data chunk of no bytes, as an encoder leaves it that could not seek back. */
function zeroData(bytes: Buffer): Buffer {
  const data = dataOffset(bytes);
  if (data === undefined) return headerOf(bytes);
  const copy = Buffer.from(bytes.subarray(0, data));
  copy.writeUInt32LE(data - 8, 4);
  copy.writeUInt32LE(0, data - 4);
  return copy;
}

/** Returns where the samples of a WAV file begin, or undefined for another format. */
function dataOffset(bytes: Buffer): number | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  return bytes.indexOf('data', 12, 'latin1') + 8;
}

/** Returns the ends of the pages of an Ogg file. */
function oggPages(bytes: Buffer): number[] {
  const ends: number[] = [];
  let at = 0;
  while (bytes.toString('latin1', at, at + 4) === 'OggS') {
    const segments = bytes.subarray(at + 27, at + 27 + (bytes[at + 26] ?? 0));
    at += 27 + segments.length + segments.reduce((sum, size) => sum + size, 0);
    ends.push(at);
  }
  return ends;
}

/** Returns the samples as an AIFF file, which no service is asked for. */
export function otherFormatBytes(samples: Int16Array, sampleRate: number): Buffer {
  const data = Buffer.from(samples.buffer.slice(samples.byteOffset, samples.byteOffset + samples.byteLength)).swap16();
  const head = Buffer.alloc(54);
  head.write('FORM', 0, 'latin1');
  head.writeUInt32BE(46 + data.length, 4);
  head.write('AIFFCOMM', 8, 'latin1');
  head.writeUInt32BE(18, 16);
  head.writeUInt16BE(1, 20);
  head.writeUInt32BE(samples.length, 22);
  head.writeUInt16BE(16, 26);
  // An 80-bit float: its exponent, and the rate as its mantissa.
  head.writeUInt16BE(16_383 + 31, 28);
  const shift = Math.clz32(sampleRate);
  head.writeUInt32BE((sampleRate << shift) >>> 0, 30);
  head.writeUInt16BE(16_383 + 31 - shift, 28);
  head.write('SSND', 38, 'latin1');
  head.writeUInt32BE(8 + data.length, 42);
  return Buffer.concat([head, data]);
}
