import { boxParts, fullBox, text, u16, u32, u32Table, u64Table } from './mp4-box.ts';
import type { Parts } from './mp4-box.ts';

/** Content of `sampleTable`. */
export interface SampleTable {
  /** The `stsd` entry. */
  readonly description: Uint8Array;
  /** Runs of samples with the same duration. */
  readonly durations: readonly (readonly [count: number, duration: number])[];
  readonly sizes: ArrayLike<number>;
  readonly samplesPerChunk: number;
  /** Offset of the first sample in the file. The others follow without gaps. */
  readonly offset: number;
  /** Boxes that say what the samples have in common. Default: none. */
  readonly groups?: Parts | undefined;
  /** Bits of an offset in the file. */
  readonly offsetBits: 32 | 64;
}

/** Returns the table that leads from a time to bytes in the file (`stbl`). */
export function sampleTable(table: SampleTable): Parts {
  const { description, durations, sizes, groups = [] } = table;
  return boxParts(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), description),
    fullBox('stts', 0, 0, u32(durations.length, ...durations.flat())),
    fullBox('stsc', 0, 0, chunkRuns(sizes.length, table.samplesPerChunk)),
    boxParts(
      'stsz',
      u32(0, 0, sizes.length),
      u32Table(sizes.length, (index) => sizes[index] ?? 0),
    ),
    chunkOffsets(table),
    groups,
  );
}

/**
 * Returns what says that each of the samples is decoded by means of the one before it: a player that seeks begins with that
 * (`roll` of ISO 14496-12, 10.1; for AAC in 14496-14).
 */
export function preRoll(samples: number): Parts {
  const distance = -1;
  return [
    fullBox('sgpd', 1, 0, text('roll'), u32(2, 1), u16(distance)),
    fullBox('sbgp', 0, 0, text('roll'), u32(1, samples, 1)),
  ];
}

/** All chunks have the same number of samples. The last may have fewer. */
function chunkRuns(samples: number, perChunk: number): Buffer {
  const full = Math.floor(samples / perChunk);
  const rest = samples % perChunk;
  const runs = [...(full > 0 ? [1, perChunk, 1] : []), ...(rest > 0 ? [full + 1, rest, 1] : [])];
  return u32(runs.length / 3, ...runs);
}

function chunkOffsets({ sizes, samplesPerChunk, offset, offsetBits }: SampleTable): Buffer {
  const offsets: number[] = [];
  let at = offset;
  for (let index = 0; index < sizes.length; index += 1) {
    if (index % samplesPerChunk === 0) offsets.push(at);
    at += sizes[index] ?? 0;
  }
  const [type, numbers] = offsetBits === 64 ? (['co64', u64Table] as const) : (['stco', u32Table] as const);
  const table = numbers(offsets.length, (index) => offsets[index] ?? 0);
  return fullBox(type, 0, 0, u32(offsets.length), table);
}
