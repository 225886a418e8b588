import { sampleBytes } from '../../core/pcm.ts';
import { pcmInputOptions } from '../encoding/audio-encoding.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { startFfmpeg } from '../ffmpeg/start-ffmpeg.ts';
import type { FfmpegProcess } from '../ffmpeg/start-ffmpeg.ts';
import { MpegSplitter } from '../encoding/parts/frame-splitter.ts';
import { aacFrameSamples, aacSampleRate } from '../mp4/aac-limits.ts';
import { timestampTag } from './timestamp-tag.ts';

/** Enough for speech, and what phones take over a slow connection. */
const bitrate = 48_000;

/** Longest segment in seconds: as `EXT-X-TARGETDURATION` of the playlist. */
export const segmentSeconds = 8;

/** A piece of a stream as HLS packs audio (RFC 8216, 3.4): a timestamp and AAC frames in ADTS. */
export interface PackedSegment {
  readonly bytes: Buffer;
  readonly frames: number;
}

/** Options of `openPackedAac`. */
export interface PackedAacOptions {
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
  /** Samples per second of the input. */
  readonly sampleRate: number;
  /** Frames of the stream that exist already: the input continues after them. */
  readonly framesBefore: number;
  /** Takes the segments in order. */
  readonly onSegment: (segment: PackedSegment) => Promise<void>;
}

/** A stream in the making. Disposed of, it leaves the segments that it gave. */
export interface PackedAac extends AsyncDisposable {
  /** Resolves when there is room for more. */
  write(samples: Int16Array): Promise<void>;
  /** Gives what is encoded as a segment when it has this length in seconds. */
  cut(minSeconds: number): Promise<void>;
  /** Ends the encoder and gives what is left. */
  end(): Promise<void>;
}

/** Encodes audio for listeners while it is made. Calls throw `media-failed`, `canceled`, and what `onSegment` throws. */
export function openPackedAac(options: PackedAacOptions): PackedAac {
  return new PackedAacEncoder(options);
}

class PackedAacEncoder implements PackedAac {
  readonly #options: PackedAacOptions;
  readonly #encoder: FfmpegProcess;
  readonly #rate: number;
  readonly #splitter = new MpegSplitter('AAC');
  #frames: Buffer[] = [];
  #given: number;
  /** The first frame of an encoder is its delay, and not part of the audio. */
  #isPrimed = false;
  /** Segments are delivered one after the other, whichever call cuts them. */
  #giving: Promise<void> = Promise.resolve();

  constructor(options: PackedAacOptions) {
    const { ffmpeg, signal, sampleRate, framesBefore } = options;
    this.#options = options;
    this.#given = framesBefore;
    this.#rate = aacSampleRate(sampleRate);
    const codec = ['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', String(bitrate), '-ar', String(this.#rate)];
    this.#encoder = startFfmpeg({
      ffmpeg,
      signal,
      // Nothing is to be found out about samples: the first ones are encoded at once.
      inputOptions: ['-probesize', '32', ...pcmInputOptions(sampleRate)],
      outputOptions: [...codec, '-flush_packets', '1', '-f', 'adts'],
      output: async (chunk) => await this.#take(chunk),
    });
  }

  async write(samples: Int16Array): Promise<void> {
    await this.#encoder.write(sampleBytes(samples));
  }

  async cut(minSeconds: number): Promise<void> {
    if (this.#frames.length * aacFrameSamples >= minSeconds * this.#rate) await this.#give(this.#frames.length);
  }

  async end(): Promise<void> {
    await this.#encoder.end();
    this.#splitter.checkEnd();
    if (this.#frames.length > 0) await this.#give(this.#frames.length);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#encoder[Symbol.asyncDispose]();
  }

  async #take(chunk: Buffer): Promise<void> {
    for (const frame of this.#splitter.add(chunk)) {
      if (this.#isPrimed) this.#frames.push(frame);
      this.#isPrimed = true;
    }
    for (let most = this.#most(); this.#frames.length >= most; most = this.#most()) await this.#give(most);
  }

  /** The first segments are short: a listener hears the beginning sooner. */
  #most(): number {
    const seconds = Math.min(segmentSeconds, Math.max(2, this.#seconds()));
    return Math.floor((seconds * this.#rate) / aacFrameSamples);
  }

  #seconds(): number {
    return (this.#given * aacFrameSamples) / this.#rate;
  }

  async #give(frames: number): Promise<void> {
    const taken = this.#frames.splice(0, frames);
    const bytes = Buffer.concat([timestampTag(this.#seconds()), ...taken]);
    this.#given += taken.length;
    const segment = { bytes, frames: taken.length };
    this.#giving = this.#giving.then(async () => await this.#options.onSegment(segment));
    await this.#giving;
  }
}
