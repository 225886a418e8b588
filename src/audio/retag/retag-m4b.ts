import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { AudiobookError } from '../../core/errors.ts';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { iso639Code } from '../../core/language.ts';
import { commitFile } from '../encoding/audio-encoding.ts';
import type { TaggedFile } from '../encoding/tagged-file.ts';
import { joinFile } from '../encoding/join-file.ts';
import { box } from '../mp4/mp4-box.ts';
import { languageBits } from '../mp4/mp4-head.ts';
import { mp4Tags } from '../mp4/mp4-tags.ts';

const boxHeadBytes = 8;
/** `mp4Head` keeps everything before the frames below this. */
const maxMovieBytes = 2 ** 28;

/**
 * Writes an M4B of `openM4bEncoding` with other tags. The tables stay as they are, except for the places of the frames, which
 * move with the length of the tags. Frames and chapters are copied. Throws as `openM4bEncoding` does.
 */
export async function retagM4b(content: TaggedFile): Promise<void> {
  const { path, signal, commit = commitFile } = content;
  const { brands, movie, end } = await readHead(path);
  await using file = await openAtomicFile(path);
  await joinFile(file, Buffer.concat([brands, retagged(movie, content)]), { path, range: [end, Infinity] }, signal);
  await commit(file);
}

interface Head {
  readonly brands: Buffer;
  readonly movie: Buffer;
  /** Offset of what follows the movie. */
  readonly end: number;
}

async function readHead(path: string): Promise<Head> {
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

function retagged(movie: Buffer, { path, metadata, cover, track }: TaggedFile): Buffer {
  const language = languageBits(iso639Code(metadata.language ?? ''));
  const tags = childOf(childOf(boxAt(movie, 0, path), 'udta', path), 'meta', path);
  const written = mp4Tags({ metadata, cover, track });
  const moved = written.length - tags.bytes.length;
  for (const one of childrenOf(boxAt(movie, 0, path), path).filter(({ type }) => type === 'trak')) {
    const media = childOf(one, 'mdia', path);
    setLanguage(childOf(media, 'mdhd', path).bytes, language);
    const table = childOf(childOf(media, 'minf', path), 'stbl', path);
    for (const offsets of childrenOf(table, path)) moveOffsets(offsets, moved);
  }
  const content = childrenOf(boxAt(movie, 0, path), path).map((child) => {
    if (child.type !== 'udta') return child.bytes;
    const items = childrenOf(child, path);
    return box('udta', ...items.map((item) => (item.type === 'meta' ? written : item.bytes)));
  });
  return box('moov', ...content);
}

/** A box in the memory of the movie. */
interface Mp4Box {
  readonly type: string;
  /** The whole box. */
  readonly bytes: Buffer;
}

function boxAt(bytes: Buffer, at: number, path: string): Mp4Box {
  if (at + boxHeadBytes > bytes.length) throw notOurs(path);
  const size = bytes.readUInt32BE(at);
  if (size < boxHeadBytes || at + size > bytes.length) throw notOurs(path);
  return { type: bytes.toString('latin1', at + 4, at + boxHeadBytes), bytes: bytes.subarray(at, at + size) };
}

function childrenOf({ bytes }: Mp4Box, path: string): readonly Mp4Box[] {
  const children: Mp4Box[] = [];
  for (let at = boxHeadBytes; at < bytes.length;) {
    const child = boxAt(bytes, at, path);
    children.push(child);
    at += child.bytes.length;
  }
  return children;
}

function childOf(parent: Mp4Box, type: string, path: string): Mp4Box {
  const found = childrenOf(parent, path).find((child) => child.type === type);
  if (found === undefined) throw notOurs(path);
  return found;
}

/** The language stands in front of the last two bytes (ISO 14496-12, 8.4.2). */
function setLanguage(mdhd: Buffer, language: number): void {
  mdhd.writeUInt16BE(language, mdhd.length - 4);
}

/** Adds to all offsets of a table of chunks. A full box begins with 4 bytes of version and flags, then the number of its rows. */
function moveOffsets({ type, bytes }: Mp4Box, moved: number): void {
  const first = boxHeadBytes + 8;
  if (type === 'stco') {
    for (let at = first; at < bytes.length; at += 4) bytes.writeUInt32BE(bytes.readUInt32BE(at) + moved, at);
  }
  if (type === 'co64') {
    for (let at = first; at < bytes.length; at += 8) {
      bytes.writeBigUInt64BE(bytes.readBigUInt64BE(at) + BigInt(moved), at);
    }
  }
}

function notOurs(path: string): AudiobookError {
  return new AudiobookError('media-failed', `${path} is not an M4B that this program wrote.`);
}
