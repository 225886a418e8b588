import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { openScratchFolder } from '../../core/files/scratch-folder.ts';
import type { CoverImage } from '../audio-metadata.ts';
import { convertFile } from '../ffmpeg/convert-file.ts';
import { ffmetadata } from '../ffmpeg/ffmetadata.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import type { Id3Content } from '../mp3/id3-tag.ts';
import { text, u32 } from '../mp4/mp4-box.ts';
import { jpegFrame } from '../../core/pictures/jpeg-frame.ts';
import { readFlacHead } from '../flac/flac-head.ts';
import { joinFile } from './join-file.ts';
import { commitFile } from './audio-encoding.ts';
import type { CommitFile } from './audio-encoding.ts';

/** A file and what its tags say. */
export interface TaggedFile extends Id3Content {
  /** Final name, absolute. */
  readonly path: string;
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
  readonly commit?: CommitFile | undefined;
}

const scratchPrefix = 'audiobook-tags-';

/** Writes an Opus file in Ogg with the packets of another one and these tags. */
export async function writeOpus(source: string, tagged: TaggedFile): Promise<void> {
  await using file = await openAtomicFile(tagged.path);
  {
    await using scratch = await openScratchFolder(scratchPrefix);
    await convertTagged(source, file.path, { tagged, muxer: 'ogg', folder: scratch.path });
  }
  await (tagged.commit ?? commitFile)(file);
}

/** Writes a FLAC file with the frames of another one and these tags. ffmpeg gets only what is before the frames: it would read them all. */
export async function writeFlac(source: string, tagged: TaggedFile): Promise<void> {
  await using file = await openAtomicFile(tagged.path);
  {
    await using scratch = await openScratchFolder(scratchPrefix);
    const { head, end } = await readFlacHead(source);
    const [bare, headOnly] = [path.join(scratch.path, 'bare.flac'), path.join(scratch.path, 'tagged.flac')];
    await writeFile(bare, head);
    await convertTagged(bare, headOnly, { tagged, muxer: 'flac', folder: scratch.path });
    await joinFile(file, await readFile(headOnly), { path: source, range: [end, Infinity] }, tagged.signal);
  }
  await (tagged.commit ?? commitFile)(file);
}

interface Tagging {
  readonly tagged: TaggedFile;
  readonly muxer: string;
  /** For temporary files. */
  readonly folder: string;
}

async function convertTagged(source: string, output: string, { tagged, muxer, folder }: Tagging): Promise<void> {
  const { ffmpeg, signal, cover } = tagged;
  const tags = path.join(folder, 'tags.txt');
  const picture = { METADATA_BLOCK_PICTURE: cover && pictureBlock(cover).toString('base64') };
  await writeFile(tags, ffmetadata({ ...tagged, more: picture }));
  // Tags of the source are in the stream (Ogg) or in the file (FLAC).
  const maps = ['-map', '0:a', '-map_metadata', '1', '-map_metadata:s', '-1', '-map_chapters', '-1'];
  const outputOptions = [...maps, '-c', 'copy', '-f', muxer];
  await convertFile({ ffmpeg, signal, inputs: [source, tags], outputOptions, output });
}

const frontCover = 3;
const colorBits = 24;

/** Returns a cover as FLAC and Ogg hold it (RFC 9639, 8.8). */
function pictureBlock({ bytes, mediaType }: CoverImage): Buffer {
  const { width, height } = jpegFrame(bytes) ?? { width: 0, height: 0 };
  const type = text(mediaType);
  const size = u32(0, width, height, colorBits, 0, bytes.length);
  return Buffer.concat([u32(frontCover, type.length), type, size, bytes]);
}
