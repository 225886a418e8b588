import { open } from 'node:fs/promises';
import { AudiobookError } from '../../core/errors.ts';
import type { FrameReader } from '../encoding/parts/earlier-files.ts';
import { StreamedFrames } from '../encoding/parts/streamed-frames.ts';
import { Mp3Splitter } from './mp3-frame.ts';

const headerBytes = 10;

/** Returns a reader for the frames of an MP3 that `openMp3Encoding` wrote. The first frame of the file has its length. */
export function mp3Frames(path: string): FrameReader {
  return new StreamedFrames(path, { start: id3TagBytes, headFrames: 1, splitter: () => new Mp3Splitter() });
}

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
