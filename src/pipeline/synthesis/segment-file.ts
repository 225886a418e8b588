import { crc32 } from 'node:zlib';
import { hopEnergies } from '../../audio/loudness/loudness-meter.ts';
import { trimSilence } from '../../audio/pcm/trim-silence.ts';
import type { Pcm } from '../../core/pcm.ts';
import { wavHeader } from '../../core/wav-header.ts';

/** Audio of a segment as the provider returned it, with the loudness of its speech. */
export interface MeasuredPcm extends Pcm {
  /** `hopEnergies` of the speech without the silence around it. */
  readonly energies: Float32Array;
}

/** Returns the segment with its loudness. Done once; the result is stored for all books and runs. */
export function measured({ samples, sampleRate }: Pcm): MeasuredPcm {
  return { samples, sampleRate, energies: hopEnergies(trimSilence({ samples, sampleRate })) };
}

const rateAt = 24;
const checksumAt = 44;
const loudnessAt = 48;
const chunkHeadBytes = 8;

/**
 * Encodes a segment as a playable WAV file. The samples follow a `crc ` chunk (CRC-32 of everything after it) and a `loud`
 * chunk (the energies).
 */
export function encodeSegment({ samples, sampleRate, energies }: MeasuredPcm): Buffer {
  const data = bytesOf(samples);
  const chunks = [
    { id: 'crc ', bytes: Buffer.alloc(4) },
    { id: 'loud', bytes: bytesOf(energies) },
  ];
  const header = wavHeader({ sampleRate, dataBytes: data.length, chunks });
  header.writeUInt32LE(crc32(data, crc32(header.subarray(loudnessAt))), checksumAt);
  return Buffer.concat([header, data]);
}

/** Decodes a segment file. Returns undefined for a damaged file or one that `encodeSegment` did not write. */
export function decodeSegment(file: Buffer): MeasuredPcm | undefined {
  if (file.length < loudnessAt + 2 * chunkHeadBytes || file.toString('latin1', 36, 40) !== 'crc ') return undefined;
  const body = file.subarray(loudnessAt);
  if (crc32(body) !== file.readUInt32LE(checksumAt)) return undefined;
  const dataAt = chunkHeadBytes + body.readUInt32LE(4);
  const energies = new Float32Array((dataAt - chunkHeadBytes) / 4);
  bytesOf(energies).set(body.subarray(chunkHeadBytes, dataAt));
  const data = body.subarray(dataAt + chunkHeadBytes);
  const samples = new Int16Array(data.length / 2);
  bytesOf(samples).set(data);
  return { samples, sampleRate: file.readUInt32LE(rateAt), energies };
}

function bytesOf(values: Int16Array | Float32Array): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}
