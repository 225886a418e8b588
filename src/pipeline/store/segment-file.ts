import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { decodeFlac, encodeFlac, flacBlocks, isFlac } from '../../audio/flac/flac-file.ts';
import type { FlacBlock } from '../../audio/flac/flac-file.ts';
import { hopEnergies } from '../../audio/loudness/loudness-meter.ts';
import { trimSilence } from '../../core/trim-silence.ts';
import type { Pcm, WordStart } from '../../core/pcm.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import type { Sort } from './store.ts';

/** Audio of a segment as the provider returned it, with the loudness of its speech. */
export interface MeasuredPcm extends Pcm {
  /** `hopEnergies` of the speech without the silence around it. */
  readonly energies: Float32Array;
  /** Why it is not yet the final audio of its text. Absent when it was kept. */
  readonly mark?: AudioMark | undefined;
  /** The speaker of the segment. */
  readonly speaker?: { readonly provider: string; readonly voice: string } | undefined;
}

/** `unjudged`: it is paid for, and judged when it is read next. `doubtful`: it is compared with other answers then. */
export type AudioMark = z.infer<typeof markSchema>;

const markSchema = z.enum(['unjudged', 'doubtful']);

/** The speaker of a segment. */
export type Speaker = NonNullable<MeasuredPcm['speaker']>;

const speakerSchema = z.object({ provider: z.string(), voice: z.string() });

/** Returns the segment with its loudness. Done once; the result is stored for all books and runs. */
export function measured({ samples, sampleRate, words }: Pcm, speaker?: Speaker): MeasuredPcm {
  const energies = hopEnergies(trimSilence({ samples, sampleRate }));
  return { samples, sampleRate, energies, ...(words && { words }), ...(speaker && { speaker }) };
}

/** Segments of speech. */
export const speechSort: Sort<MeasuredPcm> = {
  name: 'speech',
  version: 1,
  encode: encodeSegment,
  decode: decodeSegment,
};

const checksumBlock = 'crc ';
const speakerBlock = 'who ';
const loudnessBlock = 'loud';
const wordsBlock = 'word';
const markBlock = 'mark';

/**
 * Encodes a segment as a playable FLAC file. Before its audio stand a `crc ` block (CRC-32 of the blocks behind it and of the
 * samples), a `who ` block (provider and voice as JSON, where they are known), a `loud` block (the energies) and a `word` block
 * (pairs of the offset and the sample of words as 32-bit integers, where they are known), and a `mark` block in audio that is not final.
 */
export async function encodeSegment(pcm: MeasuredPcm): Promise<Buffer> {
  const { samples, sampleRate, energies, speaker, words, mark } = pcm;
  const details = [
    ...(speaker ? [{ id: speakerBlock, bytes: Buffer.from(JSON.stringify(speaker)) }] : []),
    { id: loudnessBlock, bytes: bytesOf(energies) },
    ...(words ? [{ id: wordsBlock, bytes: bytesOf(pairsOf(words)) }] : []),
    ...(mark ? [{ id: markBlock, bytes: Buffer.from(mark) }] : []),
  ];
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(checksumOf(details, samples));
  return await encodeFlac({ samples, sampleRate }, [{ id: checksumBlock, bytes: checksum }, ...details]);
}

/** Decodes a segment file. Returns undefined for a damaged file or one that `encodeSegment` did not write. */
export async function decodeSegment(file: Buffer): Promise<MeasuredPcm | undefined> {
  if (!isFlac(file)) return undefined;
  const [first, ...details] = flacBlocks(file);
  if (first?.id !== checksumBlock || first.bytes.length !== 4) return undefined;
  const pcm = await decodeFlac(file);
  const checksum = new DataView(first.bytes.buffer, first.bytes.byteOffset).getUint32(0, true);
  return pcm && checksumOf(details, pcm.samples) === checksum ? withDetails(pcm, details) : undefined;
}

/** Damage of any kind is found, also a fault of the decoder. */
function checksumOf(details: readonly FlacBlock[], samples: Int16Array): number {
  return crc32(
    bytesOf(samples),
    details.reduce((sum, { id, bytes }) => crc32(bytes, crc32(id, sum)), 0),
  );
}

function withDetails(pcm: Pcm, details: readonly FlacBlock[]): MeasuredPcm | undefined {
  const loudness = details.find(({ id }) => id === loudnessBlock);
  if (loudness === undefined) return undefined;
  const energies = new Float32Array(loudness.bytes.length / 4);
  bytesOf(energies).set(loudness.bytes);
  const speaker = speakerOf(details);
  const words = wordsOf(details);
  const mark = markOf(details);
  return { ...pcm, energies, ...(words && { words }), ...(speaker && { speaker }), ...(mark && { mark }) };
}

function markOf(details: readonly FlacBlock[]): AudioMark | undefined {
  const block = details.find(({ id }) => id === markBlock);
  return block && markSchema.parse(Buffer.from(block.bytes).toString());
}

function pairsOf(words: readonly WordStart[]): Int32Array {
  return Int32Array.from(words.flatMap(({ offset, sample }) => [offset, sample]));
}

function wordsOf(details: readonly FlacBlock[]): readonly WordStart[] | undefined {
  const block = details.find(({ id }) => id === wordsBlock);
  if (block === undefined) return undefined;
  // A copy: blocks need not begin at an address of integers.
  const pairs = new Int32Array(block.bytes.length >> 2);
  bytesOf(pairs).set(block.bytes.subarray(0, pairs.byteLength));
  return Array.from({ length: pairs.length >> 1 }, (_, at) => ({
    offset: pairs[2 * at] ?? 0,
    sample: pairs[2 * at + 1] ?? 0,
  }));
}

/** Enough for the blocks up to the speaker. */
const headBytes = 1024;

/** Returns who spoke a stored segment, without reading its sound. Undefined where that is not known. */
export async function readSpeaker(file: string): Promise<Speaker | undefined> {
  try {
    await using handle = await open(file);
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    return speakerOf(flacBlocks(head));
  } catch {
    return undefined;
  }
}

function speakerOf(blocks: readonly FlacBlock[]): Speaker | undefined {
  const block = blocks.find(({ id }) => id === speakerBlock);
  return block && speakerSchema.safeParse(parseJson(Buffer.from(block.bytes).toString())).data;
}

function bytesOf(values: Int16Array | Int32Array | Float32Array): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}
