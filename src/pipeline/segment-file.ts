import { crc32 } from 'node:zlib';
import type { Pcm } from '../core/pcm.ts';

const headerBytes = 56;

/** A segment as a playable WAV file whose own `crc ` chunk, before `data`, proves later that the samples are whole. */
export function encodeSegment(pcm: Pcm): Buffer {
  const data = sampleBytes(pcm.samples);
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(headerBytes - 8 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(1, 22); // mono
  header.writeUInt32LE(pcm.sampleRate, 24);
  header.writeUInt32LE(pcm.sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('crc ', 36, 'latin1');
  header.writeUInt32LE(4, 40);
  header.writeUInt32LE(crc32(data), 44);
  header.write('data', 48, 'latin1');
  header.writeUInt32LE(data.length, 52);
  return Buffer.concat([header, data]);
}

/** The sound of a segment file, or undefined when the file is not whole or not one of ours. */
export function decodeSegment(file: Buffer): Pcm | undefined {
  if (file.length < headerBytes || file.toString('latin1', 36, 40) !== 'crc ') return undefined;
  const data = file.subarray(headerBytes);
  if (data.length !== file.readUInt32LE(52) || crc32(data) !== file.readUInt32LE(44)) return undefined;
  const samples = new Int16Array(data.length / 2);
  sampleBytes(samples).set(data);
  return { samples, sampleRate: file.readUInt32LE(24) };
}

function sampleBytes(samples: Int16Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}
