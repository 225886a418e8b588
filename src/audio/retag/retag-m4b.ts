import { iso639Code } from '../../core/language.ts';
import { writeTagged } from '../encoding/tagged-file.ts';
import type { TaggedFile } from '../encoding/tagged-file.ts';
import { boxAt, boxHeadBytes, childOf, childrenOf, readM4bHead } from '../mp4/m4b-head.ts';
import type { Mp4Box } from '../mp4/m4b-head.ts';
import { box } from '../mp4/mp4-box.ts';
import { languageBits } from '../mp4/mp4-head.ts';
import { mp4Tags } from '../mp4/mp4-tags.ts';

/**
 * Writes an M4B of `openM4bEncoding` with other tags. The tables stay as they are, except for the places of the frames, which
 * move with the length of the tags. Frames and chapters are copied. Throws as `openM4bEncoding` does.
 */
export async function retagM4b(content: TaggedFile): Promise<void> {
  const { path } = content;
  const { brands, movie, end } = await readM4bHead(path);
  await writeTagged(content, Buffer.concat([brands, retagged(movie, content)]), { path, range: [end, Infinity] });
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
