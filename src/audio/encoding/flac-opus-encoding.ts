import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commitFile, pcmInputOptions, sampleBytes } from './audio-encoding.ts';
import type { AudioEncoding, EncodingOptions, FinishedSound, WrittenFile } from './audio-encoding.ts';
import { parseBitrate } from './parse-bitrate.ts';
import { convertFile } from '../ffmpeg/convert-file.ts';
import { startFfmpeg } from '../ffmpeg/start-ffmpeg.ts';
import { ffmetadata } from '../ffmpeg/ffmetadata.ts';
import { gainStepDb } from '../loudness/gain-step.ts';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { outputError } from '../../core/files/output-error.ts';
import type { AtomicFile } from '../../core/files/atomic-file.ts';
import { jpegFrame } from '../pictures/jpeg-frame.ts';
import type { CoverImage } from '../audio-metadata.ts';
import { text, u32 } from '../mp4/mp4-box.ts';

interface Codec {
  readonly muxer: string;
  readonly codecOptions: readonly string[];
  /** Set when the header can change the level. Otherwise the audio, which is lossless, is encoded again. */
  readonly hasHeaderGain: boolean;
}

/** Opens a FLAC file (lossless). */
export async function openFlacEncoding(options: EncodingOptions): Promise<AudioEncoding> {
  const codecOptions = ['-c:a', 'flac', '-sample_fmt', 's16'];
  return await openRemuxed(options, { muxer: 'flac', codecOptions, hasHeaderGain: false });
}

/** Bitrate of an Opus file without one. It sounds as good as MP3 at 64k. */
export const defaultOpusBitrate = '32k';

/** Opens an Opus file in Ogg. */
export async function openOpusEncoding(options: EncodingOptions): Promise<AudioEncoding> {
  const bitrate = parseBitrate(options.bitrate ?? defaultOpusBitrate);
  // Opus counts at 48 kHz for any input. Old ffmpegs get its delay wrong at other rates.
  const codecOptions = ['-c:a', 'libopus', '-b:a', String(bitrate), '-ar', '48000'];
  return await openRemuxed(options, { muxer: 'ogg', codecOptions, hasHeaderGain: true });
}

/** Encodes while audio arrives. At the end, ffmpeg copies it into a file with tags, chapters and cover. */
async function openRemuxed(options: EncodingOptions, codec: Codec): Promise<AudioEncoding> {
  const { path: target, ffmpeg, signal, sampleRate, commit = commitFile } = options;
  const encoded = await openAtomicFile(target);
  const encoder = startFfmpeg({
    ffmpeg,
    signal,
    inputOptions: pcmInputOptions(sampleRate),
    outputOptions: [...codec.codecOptions, '-f', codec.muxer],
    output: encoded.path,
  });
  let copyOptions = ['-c', 'copy'];
  return {
    write: async (samples) => await encoder.write(sampleBytes(samples)),
    startChapter: () => undefined,
    end: async () => await encoder.end(),
    async regain(steps) {
      const gainDb = steps * gainStepDb;
      if (codec.hasHeaderGain) await setHeaderGain(encoded, gainDb);
      else copyOptions = ['-filter:a', `volume=${gainDb}dB`, ...codec.codecOptions];
    },
    async finish(sound) {
      await using file = await openAtomicFile(target);
      const outputOptions = [...copyOptions, '-f', codec.muxer];
      await remux({ options, sound, outputOptions, input: encoded.path, output: file.path });
      const { size } = await stat(file.path);
      await commit(file);
      return [{ path: target, bytes: size, seconds: sound.totalSamples / sampleRate }] satisfies WrittenFile[];
    },
    async [Symbol.asyncDispose]() {
      await encoder[Symbol.asyncDispose]();
      await encoded[Symbol.asyncDispose]();
    },
  };
}

/** Longer than the first page of an Ogg file, which holds only the codec's header. */
const firstPageBytes = 512;

async function setHeaderGain(file: AtomicFile, gainDb: number): Promise<void> {
  try {
    await using handle = await open(file.path, 'r+');
    const start = Buffer.alloc(firstPageBytes);
    const { bytesRead } = await handle.read(start, 0, firstPageBytes, 0);
    setOpusGain(start.subarray(0, bytesRead), gainDb);
    await handle.write(start, 0, bytesRead, 0);
  } catch (thrown) {
    throw outputError(thrown, file.target);
  }
}

interface Remux {
  readonly options: EncodingOptions;
  readonly sound: FinishedSound;
  readonly outputOptions: readonly string[];
  readonly input: string;
  readonly output: string;
}

async function remux({ options, sound, outputOptions, input, output }: Remux): Promise<void> {
  const { ffmpeg, signal, cover, metadata, sampleRate } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-tags-'));
  try {
    const tags = path.join(folder, 'tags.txt');
    const picture = { METADATA_BLOCK_PICTURE: cover && pictureBlock(cover).toString('base64') };
    await writeFile(
      tags,
      ffmetadata({ metadata, track: sound.track, chapters: sound.chapters, sampleRate, more: picture }),
    );
    const maps = ['-map', '0:a', '-map_metadata', '1', '-map_chapters', '-1', ...outputOptions];
    await convertFile({ ffmpeg, signal, inputs: [input, tags], outputOptions: maps, output });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Offsets in an Ogg page: the checksum, the number of lacing values, the values (RFC 3533, 6). */
const checksumAt = 22;
const lacingCountAt = 26;
const lacingAt = 27;
/** Offset of the output gain in an Opus header, in 1/256 dB (RFC 7845, 5.1). */
const outputGainAt = 16;
const polynomial = 0x04_c1_1d_b7;

/** Sets the gain in decibels that every player of an Opus file must apply. `bytes` begin with the file's first page. */
function setOpusGain(bytes: Buffer, gainDb: number): void {
  const packet = lacingAt + bytes.readUInt8(lacingCountAt);
  const end = packet + bytes.subarray(lacingAt, packet).reduce((sum, lacing) => sum + lacing, 0);
  bytes.writeInt16LE(Math.round(gainDb * 256), packet + outputGainAt);
  bytes.writeUInt32LE(0, checksumAt);
  bytes.writeUInt32LE(oggChecksum(bytes.subarray(0, end)), checksumAt);
}

/** Unlike the usual CRC-32, neither the bits nor the result are reversed. */
function oggChecksum(page: Uint8Array): number {
  let crc = 0;
  for (const byte of page) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80_00_00_00 ? (crc << 1) ^ polynomial : crc << 1;
  }
  return crc >>> 0;
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
