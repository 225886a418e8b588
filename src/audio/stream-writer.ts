import { cleanMetadata } from './audio-metadata.ts';
import type { AudioMetadata } from './audio-metadata.ts';
import { AudioWriter } from './audio-writer.ts';
import { sampleBytes } from '../core/pcm.ts';
import { pcmInputOptions } from './encoding/audio-encoding.ts';
import type { AudioEncoding } from './encoding/audio-encoding.ts';
import { defaultOpusBitrate } from './ogg/opus-encoding.ts';
import { parseBitrate } from './encoding/parse-bitrate.ts';
import type { Ffmpeg } from './ffmpeg/ffmpeg.ts';
import { startFfmpeg } from './ffmpeg/start-ffmpeg.ts';
import { LeveledEncoding } from './loudness/leveled-encoding.ts';
import { formatLevels } from './loudness/loudness-target.ts';
import type { LoudnessTarget } from './loudness/loudness-target.ts';
import { aacSampleRate, defaultM4bBitrate } from './mp4/aac-limits.ts';
import { defaultMp3Bitrate } from './mp3/mp3-encoding.ts';
import { mp3SampleRate } from './mp3/mp3-sample-rate.ts';

/** Formats that can be played while they are made. `aac` is ADTS. */
export const streamFormats = ['mp3', 'opus', 'aac', 'wav'] as const;
export type StreamFormat = (typeof streamFormats)[number];

/** Takes audio while it is made. */
export interface AudioStream {
  readonly format: StreamFormat;
  /** Takes the next bytes. Resolves when there is room for more. */
  readonly write: (bytes: Buffer) => Promise<void>;
}

/** Options of `openStreamWriter`. */
export interface StreamWriterOptions {
  readonly stream: AudioStream;
  readonly bitrate?: string | undefined;
  /** Samples per second of the audio to write (mono, 16 bit). */
  readonly sampleRate: number;
  readonly metadata: Pick<AudioMetadata, 'title' | 'authors'>;
  /** Default: unchanged. */
  readonly loudness?: LoudnessTarget | undefined;
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
}

/** The gain of the book is that of its first seconds: there is no second pass. */
const measuredSeconds = 4;

/** Opens audio that is passed on while it is made. Without a second pass, its gain is found by the first seconds; peaks are limited. */
export function openStreamWriter(options: StreamWriterOptions): AudioWriter {
  const { stream, sampleRate, loudness: target, signal } = options;
  const plain = streamEncoding(options);
  const format = formatLevels[stream.format === 'aac' ? 'm4b' : stream.format];
  const level = target && new LeveledEncoding(plain, { sampleRate, target, format, measuredSeconds });
  return new AudioWriter({ level, encoding: level ?? plain }, { path: 'the standard output', signal });
}

function streamEncoding({ stream, bitrate, sampleRate, metadata, ffmpeg, signal }: StreamWriterOptions): AudioEncoding {
  const { title, authors } = cleanMetadata(metadata);
  const tags = { title, artist: authors.join(', ') };
  const encoder = startFfmpeg({
    ffmpeg,
    signal,
    inputOptions: pcmInputOptions(sampleRate),
    outputOptions: [
      ...Object.entries(tags).flatMap(([name, value]) => (value === '' ? [] : ['-metadata', `${name}=${value}`])),
      ...codecOptions[stream.format](sampleRate, bitrate),
      '-flush_packets',
      '1',
    ],
    output: stream.write,
  });
  return {
    write: async (samples) => await encoder.write(sampleBytes(samples)),
    startChapter: () => undefined,
    end: async () => await encoder.end(),
    finish: async () => await Promise.resolve([]),
    [Symbol.asyncDispose]: async () => await encoder[Symbol.asyncDispose](),
  };
}

type CodecOptions = (sampleRate: number, bitrate: string | undefined) => readonly string[];

const codecOptions: Readonly<Record<StreamFormat, CodecOptions>> = {
  mp3(sampleRate, bitrate = defaultMp3Bitrate) {
    const bitsPerSecond = parseBitrate(bitrate);
    const outputRate = mp3SampleRate(sampleRate, bitsPerSecond);
    const rates = ['-b:a', String(bitsPerSecond), '-ar', String(outputRate)];
    // The length in its header would be known only at the end.
    return ['-c:a', 'libmp3lame', ...rates, '-write_xing', '0', '-f', 'mp3'];
  },
  opus: (_sampleRate, bitrate = defaultOpusBitrate) => [
    '-c:a',
    'libopus',
    '-b:a',
    String(parseBitrate(bitrate)),
    '-ar',
    '48000',
    // Half of a second: a page is passed on when it is full.
    '-page_duration',
    '500000',
    '-f',
    'ogg',
  ],
  aac(sampleRate, bitrate = defaultM4bBitrate) {
    const rates = ['-b:a', String(parseBitrate(bitrate)), '-ar', String(aacSampleRate(sampleRate))];
    return ['-c:a', 'aac', ...rates, '-f', 'adts'];
  },
  wav: () => ['-c:a', 'pcm_s16le', '-f', 'wav'],
};
