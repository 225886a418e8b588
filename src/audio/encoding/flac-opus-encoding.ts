import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commitFile } from './audio-encoding.ts';
import { followedEncoder } from './followed-encoder.ts';
import type { AudioEncoding, CommitFile, EncodingOptions, WrittenFile } from './audio-encoding.ts';
import { parseBitrate } from './parse-bitrate.ts';
import { convertFile } from '../ffmpeg/convert-file.ts';
import { ffmetadata } from '../ffmpeg/ffmetadata.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import type { Id3Content } from '../mp3/id3-tag.ts';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { jpegFrame } from '../pictures/jpeg-frame.ts';
import type { CoverImage } from '../audio-metadata.ts';
import { text, u32 } from '../mp4/mp4-box.ts';

interface Codec {
  readonly muxer: string;
  readonly codecOptions: readonly string[];
  readonly outputRate: number;
}

/** Opus counts at 48 kHz for any input. Old ffmpegs get its delay wrong at other rates. */
const opusRate = 48_000;

/** Opens a FLAC file (lossless). */
export async function openFlacEncoding(options: EncodingOptions): Promise<AudioEncoding> {
  const codecOptions = ['-c:a', 'flac', '-sample_fmt', 's16'];
  return await openRemuxed(options, { muxer: 'flac', codecOptions, outputRate: options.sampleRate });
}

/** Bitrate of an Opus file without one. It sounds as good as MP3 at 64k. */
export const defaultOpusBitrate = '32k';

/** Opens an Opus file in Ogg. */
export async function openOpusEncoding(options: EncodingOptions): Promise<AudioEncoding> {
  const bitrate = parseBitrate(options.bitrate ?? defaultOpusBitrate);
  const codecOptions = ['-c:a', 'libopus', '-b:a', String(bitrate), '-ar', String(opusRate)];
  return await openRemuxed(options, { muxer: 'ogg', codecOptions, outputRate: opusRate });
}

/** Encodes while audio arrives. At the end, ffmpeg copies it into a file with tags, chapters and cover. */
async function openRemuxed(options: EncodingOptions, codec: Codec): Promise<AudioEncoding> {
  const { path: target, sampleRate } = options;
  const encoded = await openAtomicFile(target);
  const encoder = followedEncoder(options, {
    outputOptions: [...codec.codecOptions, '-f', codec.muxer],
    output: encoded.path,
    demuxer: codec.muxer,
    outputRate: codec.outputRate,
  });
  return {
    write: async (samples) => await encoder.write(samples),
    startChapter: () => undefined,
    end: async () => await encoder.end(),
    async finish({ totalSamples, chapters, track }) {
      await writeTagged(encoded.path, { ...options, chapters, track }, codec.muxer);
      const { size } = await stat(target);
      return [{ path: target, bytes: size, seconds: totalSamples / sampleRate }] satisfies WrittenFile[];
    },
    async [Symbol.asyncDispose]() {
      await encoder[Symbol.asyncDispose]();
      await encoded[Symbol.asyncDispose]();
    },
  };
}

/** A file and what its tags say. */
export interface TaggedFile extends Id3Content {
  /** Final name, absolute. */
  readonly path: string;
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
  readonly commit?: CommitFile | undefined;
}

/** Writes an Opus file in Ogg with the packets of another one and these tags. */
export async function writeOpus(source: string, file: TaggedFile): Promise<void> {
  await writeTagged(source, file, 'ogg');
}

/** Writes a FLAC file with the frames of another one and these tags. */
export async function writeFlac(source: string, file: TaggedFile): Promise<void> {
  await writeTagged(source, file, 'flac');
}

async function writeTagged(source: string, tagged: TaggedFile, muxer: string): Promise<void> {
  const { path: target, ffmpeg, signal, cover, commit = commitFile } = tagged;
  await using file = await openAtomicFile(target);
  const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-tags-'));
  try {
    const tags = path.join(folder, 'tags.txt');
    const picture = { METADATA_BLOCK_PICTURE: cover && pictureBlock(cover).toString('base64') };
    await writeFile(tags, ffmetadata({ ...tagged, more: picture }));
    // Tags of the source are in the stream (Ogg) or in the file (FLAC).
    const maps = ['-map', '0:a', '-map_metadata', '1', '-map_metadata:s', '-1', '-map_chapters', '-1'];
    const outputOptions = [...maps, '-c', 'copy', '-f', muxer];
    await convertFile({ ffmpeg, signal, inputs: [source, tags], outputOptions, output: file.path });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await commit(file);
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
