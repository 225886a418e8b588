import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { AudiobookError } from '../../core/errors.ts';

/** Bytes of the size and the type of a box. */
export const boxHeadBytes = 8;
/** `mp4Head` keeps everything before the frames below this. */
const maxMovieBytes = 2 ** 28;

/** The beginning of an M4B of `openM4bEncoding`. */
export interface M4bHead {
  readonly brands: Buffer;
  readonly movie: Buffer;
  /** Offset of what follows the movie. */
  readonly end: number;
}

/** Reads everything before the frames of an M4B. Throws `media-failed` when this program did not write it. */
export async function readM4bHead(path: string): Promise<M4bHead> {
  await using handle = await open(path);
  const brands = await readBox(handle, 0, { path, type: 'ftyp' });
  const movie = await readBox(handle, brands.length, { path, type: 'moov' });
  return { brands, movie, end: brands.length + movie.length };
}

async function readBox(
  handle: FileHandle,
  at: number,
  { path, type }: { readonly path: string; readonly type: string },
): Promise<Buffer> {
  const head = Buffer.alloc(boxHeadBytes);
  await handle.read(head, 0, boxHeadBytes, at);
  const size = head.readUInt32BE(0);
  if (head.toString('latin1', 4) !== type || size < boxHeadBytes || size > maxMovieBytes) throw notOurs(path);
  const whole = Buffer.alloc(size);
  const { bytesRead } = await handle.read(whole, 0, size, at);
  if (bytesRead < size) throw notOurs(path);
  return whole;
}

/** A box in the memory of the movie. */
export interface Mp4Box {
  readonly type: string;
  /** The whole box. */
  readonly bytes: Buffer;
}

/** Returns the box at a place. Throws `media-failed` when there is none. */
export function boxAt(bytes: Buffer, at: number, path: string): Mp4Box {
  if (at + boxHeadBytes > bytes.length) throw notOurs(path);
  const size = bytes.readUInt32BE(at);
  if (size < boxHeadBytes || at + size > bytes.length) throw notOurs(path);
  return { type: bytes.toString('latin1', at + 4, at + boxHeadBytes), bytes: bytes.subarray(at, at + size) };
}

/** Returns the boxes in a box. Throws `media-failed` when it has other content. */
export function childrenOf({ bytes }: Mp4Box, path: string): readonly Mp4Box[] {
  const children: Mp4Box[] = [];
  for (let at = boxHeadBytes; at < bytes.length;) {
    const child = boxAt(bytes, at, path);
    children.push(child);
    at += child.bytes.length;
  }
  return children;
}

/** Returns the first box of a type in a box. Throws `media-failed` when it has none. */
export function childOf(parent: Mp4Box, type: string, path: string): Mp4Box {
  const found = childrenOf(parent, path).find((child) => child.type === type);
  if (found === undefined) throw notOurs(path);
  return found;
}

function notOurs(path: string): AudiobookError {
  return new AudiobookError('media-failed', `${path} is not an M4B that this program wrote.`);
}
