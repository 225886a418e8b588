import { open } from 'node:fs/promises';
import { AudiobookError } from '../../core/errors.ts';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { commitFile } from '../encoding/audio-encoding.ts';
import type { TaggedFile } from '../encoding/tagged-file.ts';
import { joinFile } from '../encoding/join-file.ts';
import { id3Tag } from '../mp3/id3-tag.ts';

const headerBytes = 10;

/** Writes an MP3 with another ID3v2 tag. The frames behind the tag are copied. Throws as `openMp3Encoding` does. */
export async function retagMp3(content: TaggedFile): Promise<void> {
  const { path, signal, commit = commitFile } = content;
  const start = await tagBytes(path);
  await using file = await openAtomicFile(path);
  await joinFile(file, id3Tag(content), { path, range: [start, Infinity] }, signal);
  await commit(file);
}

/** Returns the length of the tag, which counts in 7 bits per byte (ID3v2.3, 3.1). */
async function tagBytes(file: string): Promise<number> {
  await using handle = await open(file);
  const head = Buffer.alloc(headerBytes);
  await handle.read(head, 0, headerBytes, 0);
  if (head.toString('latin1', 0, 3) !== 'ID3') {
    throw new AudiobookError('media-failed', `${file} does not begin with an ID3 tag.`);
  }
  return headerBytes + head.subarray(6).reduce((size, byte) => size * 128 + byte, 0);
}
