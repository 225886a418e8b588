import { open } from 'node:fs/promises';
import { AudiobookError } from '../../core/errors.ts';

const headerBytes = 10;

/** Returns the length of the tag of a file, which counts in 7 bits per byte (ID3v2.3, 3.1). Throws `media-failed` when it has none. */
export async function id3TagBytes(file: string): Promise<number> {
  await using handle = await open(file);
  const head = Buffer.alloc(headerBytes);
  await handle.read(head, 0, headerBytes, 0);
  if (head.toString('latin1', 0, 3) !== 'ID3') {
    throw new AudiobookError('media-failed', `${file} does not begin with an ID3 tag.`);
  }
  return headerBytes + head.subarray(6).reduce((size, byte) => size * 128 + byte, 0);
}
