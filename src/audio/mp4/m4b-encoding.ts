import { stat } from 'node:fs/promises';
import { AudiobookError } from '../../core/errors.ts';
import { adtsHeaderBytes } from '../../core/file-format.ts';
import { AacFrameFile } from './aac-frame-file.ts';
import { MpegSplitter } from '../encoding/parts/frame-splitter.ts';
import type { PartedEncoder } from '../encoding/parts/parted-encoder.ts';
import { openPartedEncoding } from '../encoding/parts/parted-encoding.ts';
import type { PartedFormat } from '../encoding/parts/parted-encoding.ts';
import type { PartCodec } from '../encoding/parts/part-codec.ts';
import type { EncodedPart } from '../encoding/parts/encoded-part.ts';
import type { AudioEncoding, EncodingOptions, FinishedSound, WrittenFile } from '../encoding/audio-encoding.ts';
import { parseBitrate } from '../encoding/parse-bitrate.ts';
import { maxGroupSeconds } from '../files/group-by-duration.ts';
import { writeTagged } from '../encoding/tagged-file.ts';
import { iso639Code } from '../../core/language.ts';
import { m4bParts } from './m4b-parts.ts';
import type { M4bPart } from './m4b-parts.ts';
import { aacFrameSamples, aacSampleRate, defaultM4bBitrate, maxAacBitrate, requireAacBitrate } from './aac-limits.ts';
import { measureRate } from './measure-rate.ts';
import { mp4Head } from './mp4-head.ts';
import type { Mp4Movie } from './mp4-head.ts';
import { sum } from '../../core/statistics.ts';

/** Samples that ffmpeg's AAC encoder adds before the audio. */
const encoderDelay = 1024;
/** After two frames, an encoder has the windows of any other, and after these, its bitrate has settled. */
const leadFrames = 32;
/** The encoder looks one frame ahead. */
const tailFrames = 4;

interface AacEncoding {
  readonly options: EncodingOptions;
  readonly outputRate: number;
  readonly sink: AacFrameFile;
}

/**
 * Opens one M4B, or several when the book is longer than `maxPartSeconds`. ffmpeg encodes the AAC frames, and `mp4Head` writes
 * the file around them (see README.md for the reasons).
 */
export async function openM4bEncoding(options: EncodingOptions): Promise<AudioEncoding> {
  const outputRate = aacSampleRate(options.sampleRate);
  const { bitrate: chosen } = options;
  const bitrate =
    chosen === undefined
      ? Math.min(parseBitrate(defaultM4bBitrate), maxAacBitrate(outputRate))
      : requireAacBitrate(chosen, outputRate);
  return await openPartedEncoding(options, (write) => {
    const encoding: AacEncoding = { options, outputRate, sink: new AacFrameFile(write) };
    const finish: PartedFormat['finish'] = async (frames, encoder, sound) =>
      await writeParts(encoding, frames, encoder, sound);
    return { codec: aacCodec(bitrate, outputRate), demuxer: 'aac', sink: encoding.sink, finish };
  });
}

/** Returns the frames that are needed for audio from the beginning, at the rate of the AAC. */
function framesUntil(sample: number): number {
  return Math.ceil((sample + encoderDelay) / aacFrameSamples);
}

/** Seconds of a part that show the bitrate of all of it to 3 %. A heading and the silence around it take less, and are left out. */
const trialSeconds = { from: 10, to: 60 };

/** Share by which a bitrate may be exceeded. */
const maxExcess = 0.05;

function aacCodec(bitrate: number, outputRate: number): PartCodec {
  const framesIn = (seconds: number): number => Math.ceil((seconds * outputRate) / aacFrameSamples);
  const first = framesIn(trialSeconds.from);
  return {
    outputOptions: aacOptions(bitrate, outputRate),
    trial: {
      frames: framesIn(trialSeconds.to),
      otherOptions(frames) {
        const sizes = Uint16Array.from(frames, ({ length }) => length - adtsHeaderBytes);
        const excess = frames.length <= first ? 0 : measureRate(sizes.subarray(first), outputRate).meanRate - bitrate;
        if (excess <= bitrate * maxExcess) return undefined;
        // An encoder that is asked for less writes less by about as much.
        return aacOptions(Math.max(bitrate / 2, bitrate - excess), outputRate);
      },
    },
    outputRate,
    frameSamples: aacFrameSamples,
    leadFrames,
    tailFrames,
    framesUntil,
    splitter: () => new MpegSplitter('AAC'),
  };
}

/** At 64k, this encoder writes 77k for espeak-ng, 68k for flite and 64k for Kokoro. */
function aacOptions(bitrate: number, outputRate: number): readonly string[] {
  // ffmpeg's default coder is six times slower and measures worse on speech.
  const codec = ['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', String(bitrate), '-ar', String(outputRate)];
  // Without flushing every packet, both programs wake up a hundred times less often.
  return [...codec, '-flush_packets', '0', '-f', 'adts'];
}

async function writeParts(
  encoding: AacEncoding,
  frames: string,
  encoder: PartedEncoder,
  sound: FinishedSound,
): Promise<readonly WrittenFile[]> {
  const { options, sink, outputRate } = encoding;
  const scaled: FinishedSound = {
    ...sound,
    totalSamples: encoder.outputSamples(sound.totalSamples),
    chapters: sound.chapters.map(({ title, startSample, endSample }) => ({
      title,
      startSample: encoder.outputSamples(startSample),
      endSample: encoder.outputSamples(endSample),
    })),
  };
  if (sink.sizes.length * aacFrameSamples < scaled.totalSamples + encoderDelay) {
    throw new AudiobookError('media-failed', 'The encoder wrote less audio than it was given.');
  }
  const encoded = encoder.encoded();
  const parts = m4bParts(options.path, scaled, outputRate, options.maxPartSeconds ?? maxGroupSeconds);
  const files: WrittenFile[] = [];
  for (const part of parts) files.push(await writePart(encoding, part, { frames, sound, encoded }));
  return files;
}

interface WholeSound {
  /** The file with all frames. */
  readonly frames: string;
  readonly sound: FinishedSound;
  /** Counted from the first frame of the book. */
  readonly encoded: readonly EncodedPart[];
}

async function writePart(
  { options, outputRate, sink }: AacEncoding,
  part: M4bPart,
  { frames, sound, encoded }: WholeSound,
): Promise<WrittenFile> {
  const { metadata, cover } = options;
  // A decoder needs the frame before the one in which the audio begins.
  const firstFrame = Math.floor((part.startSample + encoderDelay) / aacFrameSamples) - 1;
  const endFrame = framesUntil(part.endSample);
  const frameSizes = sink.sizes.subarray(firstFrame, endFrame);
  const { config } = sink;
  if (config === undefined) throw new AudiobookError('media-failed', 'The encoder wrote no audio.');
  const movie: Mp4Movie = {
    metadata: part.part === undefined ? metadata : { ...metadata, part: part.part },
    cover,
    track: sound.track,
    frameSizes,
    config,
    sampleRate: outputRate,
    leadSamples: part.startSample + encoderDelay - firstFrame * aacFrameSamples,
    totalSamples: part.endSample - part.startSample,
    chapters: part.chapters,
    language: iso639Code(metadata.language ?? ''),
  };
  const start = sum(sink.sizes.subarray(0, firstFrame));
  const range = [start, start + sum(frameSizes)] as const;
  await writeTagged({ ...options, path: part.path }, mp4Head(movie), { path: frames, range });
  const { size } = await stat(part.path);
  const parts = encoded
    .filter(({ frame, frames: length }) => frame >= firstFrame && frame + length <= endFrame)
    .map((one) => ({ ...one, frame: one.frame - firstFrame }));
  return { path: part.path, bytes: size, seconds: movie.totalSamples / outputRate, parts };
}
