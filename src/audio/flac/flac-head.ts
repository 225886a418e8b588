import { open } from 'node:fs/promises';
import { AudiobookError } from '../../core/errors.ts';
import { blockHeadBytes, flacMarker as marker, lastFlag } from './flac-block.ts';

const streamInfoBytes = 34;

/** Place of the count of samples, of 36 bits, in a file (RFC 9639, 8.2). */
const countAt = marker.length + blockHeadBytes + 13;

/** Returns the samples of one channel by the beginning of a FLAC file. */
export function flacSamples(head: Buffer): number {
  return (head.readUInt8(countAt) & 0x0f) * 2 ** 32 + head.readUInt32BE(countAt + 1);
}

/** The part of a FLAC file before its frames. */
export interface FlacHead {
  /** Content of the first block. */
  readonly streamInfo: Buffer;
  /** Samples of one channel, as the head says. */
  readonly samples: number;
  /** Offset of the first frame. */
  readonly end: number;
}

/** Reads the beginning of a FLAC file. Throws `media-failed` for other files. */
export async function readFlacHead(path: string): Promise<FlacHead> {
  await using file = await open(path);
  const head = Buffer.alloc(marker.length + blockHeadBytes + streamInfoBytes);
  await file.read(head, 0, head.length, 0);
  if (head.toString('latin1', 0, marker.length) !== marker)
    throw new AudiobookError('media-failed', `${path} is not a FLAC file.`);
  const block = Buffer.from(head.subarray(marker.length, marker.length + blockHeadBytes));
  let end = marker.length;
  for (let isLast = false; !isLast;) {
    const { bytesRead } = await file.read(block, 0, blockHeadBytes, end);
    isLast = bytesRead < blockHeadBytes || block.readUInt8(0) >= lastFlag;
    end += blockHeadBytes + block.readUIntBE(1, 3);
  }
  return { streamInfo: head.subarray(marker.length + blockHeadBytes), samples: flacSamples(head), end };
}
