import { startFfmpeg } from '../ffmpeg/start-ffmpeg.ts';
import { pcmInputOptions, sampleBytes } from './audio-encoding.ts';
import type { EncodingOptions } from './audio-encoding.ts';
import { meterEncoded } from './encoded-meter.ts';

/** Output of `followedEncoder`. */
export interface EncodedOutput {
  readonly outputOptions: readonly string[];
  /** The file that ffmpeg writes. */
  readonly output: string;
  /** ffmpeg's name of the container, to read it again. */
  readonly demuxer: string;
  /** Samples per second of the encoded audio. */
  readonly outputRate: number;
}

/** An encoder at work. */
export interface FollowedEncoder extends AsyncDisposable {
  write(samples: Int16Array): Promise<void>;
  end(): Promise<void>;
}

/** Audio between two looks at the file. */
const followSeconds = 10;

/** Starts an encoder that writes a file, and measures the file while it grows. */
export function followedEncoder(
  { ffmpeg, signal, sampleRate, meter }: EncodingOptions,
  { outputOptions, output, demuxer, outputRate }: EncodedOutput,
): FollowedEncoder {
  const inputOptions = pcmInputOptions(sampleRate);
  const encoder = startFfmpeg({ ffmpeg, signal, inputOptions, outputOptions, output });
  const decoded = meterEncoded({ meter, demuxer, sampleRate: outputRate, ffmpeg, signal });
  let unseen = 0;
  return {
    async write(samples) {
      await encoder.write(sampleBytes(samples));
      unseen += samples.length;
      if (unseen < followSeconds * sampleRate) return;
      unseen = 0;
      await decoded.follow(output);
    },
    async end() {
      await encoder.end();
      await decoded.follow(output);
      await decoded.end();
    },
    async [Symbol.asyncDispose]() {
      await encoder[Symbol.asyncDispose]();
      await decoded[Symbol.asyncDispose]();
    },
  };
}
