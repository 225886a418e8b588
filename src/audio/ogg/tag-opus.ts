import { createReadStream } from 'node:fs';
import { AudiobookError } from '../../core/errors.ts';
import { writeTagged } from '../encoding/tagged-file.ts';
import type { TaggedFile } from '../encoding/tagged-file.ts';
import { pictureBlock } from '../vorbis/picture-block.ts';
import { vorbisComment } from '../vorbis/vorbis-comment.ts';
import { numberedPage, packetPages } from './ogg-page.ts';
import { OggSplitter } from './ogg-splitter.ts';
import { PageSplitter } from './page-splitter.ts';

/** The first bytes of the packet with the comments (RFC 7845, 5.2). */
const tagsSignature = Buffer.from('OpusTags');

/** Writes an Opus file in Ogg with the audio of another one and these tags. Its pages stay, but for their numbers. */
export async function writeOpus(source: string, tagged: TaggedFile): Promise<void> {
  const { opusHead, end } = await readOpusHead(source);
  const { cover } = tagged;
  const picture = cover && { METADATA_BLOCK_PICTURE: pictureBlock(cover).toString('base64') };
  const tags = Buffer.concat([tagsSignature, vorbisComment(tagged, picture)]);
  const pages = [...packetPages(opusHead, 0), ...packetPages(tags, 1)];
  const through = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield* renumbered(chunks, pages.length);
  };
  await writeTagged(tagged, Buffer.concat(pages), { path: source, range: [end, Infinity], through });
}

/** The part of an Opus file before its audio. */
interface OpusHead {
  readonly opusHead: Buffer;
  /** Offset of the first page with audio. */
  readonly end: number;
}

/** Headers have pages of their own (RFC 7845, 3). */
async function readOpusHead(path: string): Promise<OpusHead> {
  const packets = new OggSplitter();
  const pages = new PageSplitter();
  let end = 0;
  for await (const chunk of createReadStream(path)) {
    for (const page of pages.add(chunk)) {
      packets.add(page);
      end += page.length;
      const [opusHead, tags] = packets.headers;
      if (opusHead !== undefined && tags !== undefined) return { opusHead, end };
    }
  }
  throw new AudiobookError('media-failed', `${path} is not an Opus file.`);
}

async function* renumbered(chunks: AsyncIterable<Buffer>, first: number): AsyncGenerator<Buffer> {
  const splitter = new PageSplitter();
  let sequence = first;
  for await (const chunk of chunks) {
    const pages = splitter.add(chunk);
    yield Buffer.concat(pages.map((page, index) => numberedPage(page, sequence + index)));
    sequence += pages.length;
  }
  splitter.checkEnd();
}
