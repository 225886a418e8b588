import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { hopEnergies } from '../../audio/loudness/loudness-meter.ts';
import { trimSilence } from '../../audio/pcm/trim-silence.ts';
import type { Pcm } from '../../core/pcm.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { wavHeader } from '../../core/wav-header.ts';

/** Audio of a segment as the provider returned it, with the loudness of its speech. */
export interface MeasuredPcm extends Pcm {
  /** `hopEnergies` of the speech without the silence around it. */
  readonly energies: Float32Array;
  /** Who spoke it. */
  readonly speaker?: { readonly provider: string; readonly voice: string } | undefined;
}

/** Who spoke a segment. */
export type Speaker = NonNullable<MeasuredPcm['speaker']>;

/** Name of what `encodeSegment` writes. Raise it when `decodeSegment` of an earlier version cannot read that. */
export const segmentFormat = 'wav-1';

const speakerSchema = z.object({ provider: z.string(), voice: z.string() });

/** Returns the segment with its loudness. Done once; the result is stored for all books and runs. */
export function measured({ samples, sampleRate }: Pcm, speaker?: Speaker): MeasuredPcm {
  const energies = hopEnergies(trimSilence({ samples, sampleRate }));
  return { samples, sampleRate, energies, ...(speaker && { speaker }) };
}

const rateAt = 24;
const checksumAt = 44;
const chunksAt = 48;
const chunkHeadBytes = 8;
const speakerChunk = 'who ';
const loudnessChunk = 'loud';

/**
 * Encodes a segment as a playable WAV file. The samples follow a `crc ` chunk (CRC-32 of everything after it), a `who ` chunk
 * (provider and voice as JSON, where they are known) and a `loud` chunk (the energies).
 */
export function encodeSegment({ samples, sampleRate, energies, speaker }: MeasuredPcm): Buffer {
  const data = bytesOf(samples);
  const chunks = [
    { id: 'crc ', bytes: Buffer.alloc(4) },
    ...(speaker ? [{ id: speakerChunk, bytes: evenBytes(JSON.stringify(speaker)) }] : []),
    { id: loudnessChunk, bytes: bytesOf(energies) },
  ];
  const header = wavHeader({ sampleRate, dataBytes: data.length, chunks });
  header.writeUInt32LE(crc32(data, crc32(header.subarray(chunksAt))), checksumAt);
  return Buffer.concat([header, data]);
}

/** Chunks have an even length. A space does not change JSON. */
function evenBytes(text: string): Buffer {
  const bytes = Buffer.from(text);
  return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from(' ')]);
}

/** Decodes a segment file. Returns undefined for a damaged file or one that `encodeSegment` did not write. */
export function decodeSegment(file: Buffer): MeasuredPcm | undefined {
  if (!isSegment(file) || crc32(file.subarray(chunksAt)) !== file.readUInt32LE(checksumAt)) return undefined;
  const speaker = speakerOf(file);
  const loudness = chunkAt(file, speaker ? chunkEnd(file, chunksAt) : chunksAt);
  if (loudness?.id !== loudnessChunk) return undefined;
  const energies = new Float32Array(loudness.bytes.length / 4);
  bytesOf(energies).set(loudness.bytes);
  const data = file.subarray(loudness.end + chunkHeadBytes);
  const samples = new Int16Array(data.length / 2);
  bytesOf(samples).set(data);
  return { samples, sampleRate: file.readUInt32LE(rateAt), energies, ...(speaker && { speaker }) };
}

/** Enough for the chunks up to the speaker. */
const headBytes = 1024;

/** Returns who spoke a stored segment, without reading its sound. Undefined for segments of earlier versions. */
export async function readSpeaker(file: string): Promise<Speaker | undefined> {
  try {
    await using handle = await open(file);
    const head = Buffer.alloc(headBytes);
    const { bytesRead } = await handle.read(head, 0, headBytes, 0);
    return isSegment(head) ? speakerOf(head.subarray(0, bytesRead)) : undefined;
  } catch {
    return undefined;
  }
}

function isSegment(file: Buffer): boolean {
  return file.length >= chunksAt + 2 * chunkHeadBytes && file.toString('latin1', 36, 40) === 'crc ';
}

function speakerOf(file: Buffer): Speaker | undefined {
  const chunk = chunkAt(file, chunksAt);
  return chunk?.id === speakerChunk ? speakerSchema.safeParse(parseJson(chunk.bytes.toString())).data : undefined;
}

interface Chunk {
  readonly id: string;
  readonly bytes: Buffer;
  /** Offset of the next chunk. */
  readonly end: number;
}

function chunkAt(file: Buffer, at: number): Chunk | undefined {
  if (at + chunkHeadBytes > file.length) return undefined;
  const end = chunkEnd(file, at);
  if (end > file.length) return undefined;
  return { id: file.toString('latin1', at, at + 4), bytes: file.subarray(at + chunkHeadBytes, end), end };
}

function chunkEnd(file: Buffer, at: number): number {
  return at + chunkHeadBytes + file.readUInt32LE(at + 4);
}

function bytesOf(values: Int16Array | Float32Array): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}
