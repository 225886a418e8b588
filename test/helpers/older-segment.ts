import { crc32 } from 'node:zlib';
import { wavHeader } from '../../src/core/wav-header.ts';
import type { MeasuredPcm } from '../../src/pipeline/synthesis/store/segment-file.ts';

/** Returns a segment as earlier versions stored it: a WAV with the checksum, the speaker and the loudness before its samples. */
export function olderSegment({ samples, sampleRate, energies, speaker }: MeasuredPcm): Buffer {
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const who = Buffer.from(JSON.stringify(speaker));
  const chunks = [
    { id: 'crc ', bytes: Buffer.alloc(4) },
    // Chunks have an even length. A space does not change JSON.
    { id: 'who ', bytes: who.length % 2 === 0 ? who : Buffer.concat([who, Buffer.from(' ')]) },
    { id: 'loud', bytes: Buffer.from(energies.buffer, energies.byteOffset, energies.byteLength) },
  ];
  const header = wavHeader({ sampleRate, dataBytes: data.length, chunks });
  header.writeUInt32LE(crc32(data, crc32(header.subarray(48))), 44);
  return Buffer.concat([header, data]);
}
