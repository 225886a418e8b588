import { startFfmpeg } from '../../ffmpeg/start-ffmpeg.ts';
import type { FfmpegJob, FfmpegProcess } from '../../ffmpeg/start-ffmpeg.ts';
import type { FrameSplitter } from './frame-splitter.ts';

/** The first frames of a part, which show whether an encoder keeps to its bitrate. */
export interface RateTrial {
  readonly frames: number;
  /** Returns the options of an encoder that comes nearer to the bitrate, undefined when these frames of one are near enough. */
  readonly otherOptions: (frames: readonly Buffer[]) => readonly string[] | undefined;
}

/** The work of one encoder. */
export interface TriedJob extends Omit<FfmpegJob, 'output' | 'input'> {
  readonly splitter: () => FrameSplitter;
  /** Absent where the encoder keeps to what it is asked for. */
  readonly trial?: RateTrial | undefined;
  /** Takes the frames, and the bytes before the first one. */
  readonly take: (frames: readonly Buffer[], headers: FrameSplitter['headers']) => void;
}

/**
 * An encoder of frames. One whose first frames show that it does not keep to its bitrate is replaced by another, which is given the
 * same audio: what is written depends on the audio alone.
 */
export class TriedEncoder implements AsyncDisposable {
  readonly #job: TriedJob;
  #encoder: FfmpegProcess;
  #splitter: FrameSplitter;
  /** The audio so far. Absent when the encoder is known to be the right one. */
  #audio: Uint8Array[] | undefined;
  #frames: Buffer[] = [];
  /** The options of the encoder that takes over. */
  #other: readonly string[] | undefined;

  constructor(job: TriedJob) {
    this.#job = job;
    this.#splitter = job.splitter();
    this.#audio = job.trial && [];
    this.#encoder = this.#start(job.outputOptions, this.#splitter);
  }

  /** Resolves when there is room for more audio. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#audio?.push(bytes);
    await this.#encoder.write(bytes);
    if (this.#other) await this.#replace(this.#other);
  }

  /** Resolves when all frames have been taken. */
  async end(): Promise<void> {
    await this.#encoder.end();
    if (this.#audio && !this.#other) this.#judge();
    if (this.#other) {
      await this.#replace(this.#other);
      await this.#encoder.end();
    }
    this.#splitter.checkEnd();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#encoder[Symbol.asyncDispose]();
  }

  #start(outputOptions: readonly string[], splitter: FrameSplitter): FfmpegProcess {
    return startFfmpeg({ ...this.#job, outputOptions, output: (chunk) => this.#add(splitter.add(chunk)) });
  }

  #add(frames: readonly Buffer[]): void {
    if (!this.#audio) {
      this.#job.take(frames, this.#splitter.headers);
    } else if (!this.#other) {
      this.#frames.push(...frames);
      if (this.#frames.length >= (this.#job.trial?.frames ?? 0)) this.#judge();
    }
  }

  #judge(): void {
    const { trial, take } = this.#job;
    this.#other = trial?.otherOptions(this.#frames.slice(0, trial.frames));
    if (this.#other) return;
    this.#audio = undefined;
    take(this.#frames, this.#splitter.headers);
  }

  async #replace(outputOptions: readonly string[]): Promise<void> {
    await this.#encoder[Symbol.asyncDispose]();
    const audio = this.#audio ?? [];
    this.#audio = undefined;
    this.#other = undefined;
    this.#splitter = this.#job.splitter();
    this.#encoder = this.#start(outputOptions, this.#splitter);
    for (const bytes of audio) await this.#encoder.write(bytes);
  }
}
