import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { startFfmpeg } from '../ffmpeg/start-ffmpeg.ts';
import { channelSplitter } from '../loudness/channel-splitter.ts';
import type { FinishedMeter } from '../loudness/finished-meter.ts';

/** Options of `meterEncoded`. */
export interface EncodedMeterOptions {
  readonly meter?: FinishedMeter | undefined;
  /** ffmpeg's name of the container. */
  readonly demuxer: string;
  /** Samples per second of the encoded audio. */
  readonly sampleRate: number;
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
}

/** Decodes an encoded stream while it is written, and measures it. */
export interface EncodedMeter extends AsyncDisposable {
  /** Adds the next bytes of the stream. */
  add(bytes: Uint8Array): Promise<void>;
  /** Resolves when everything is measured. */
  end(): Promise<void>;
}

const nothing = async (): Promise<void> => undefined;

/**
 * Starts a decoder for what an encoder writes. Decoding takes a small part of the encoder's time, and the result is known soon after
 * the last sample. Without a meter, it does nothing.
 */
export function meterEncoded({ meter, demuxer, sampleRate, ffmpeg, signal }: EncodedMeterOptions): EncodedMeter {
  if (meter === undefined) {
    return { add: nothing, end: nothing, [Symbol.asyncDispose]: nothing };
  }
  const split = channelSplitter(1);
  const decoder = startFfmpeg({
    ffmpeg,
    signal,
    inputOptions: ['-f', demuxer],
    // Without flushing every packet, both programs wake up a tenth as often.
    outputOptions: ['-ac', '1', '-ar', String(sampleRate), '-flush_packets', '0', '-f', 's16le'],
    output: (chunk) => {
      for (const samples of split(chunk)) meter.add(samples, sampleRate);
    },
  });
  return {
    add: async (bytes) => await decoder.write(bytes),
    end: async () => await decoder.end(),
    [Symbol.asyncDispose]: async () => await decoder[Symbol.asyncDispose](),
  };
}
