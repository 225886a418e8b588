import { Channel } from '../../../core/channel.ts';
import { startFfmpeg } from '../../ffmpeg/start-ffmpeg.ts';
import type { FfmpegJob } from '../../ffmpeg/start-ffmpeg.ts';
import type { EncoderPool } from './encoder-pool.ts';
import type { FrameSplitter } from './frame-splitter.ts';

/** What one encoder does. */
export interface PartJob extends Omit<FfmpegJob, 'output' | 'input'> {
  readonly splitter: FrameSplitter;
  /** Frames at the beginning that are not part of it. */
  readonly dropFrames: number;
  readonly encoders: EncoderPool;
}

/** A part of the audio, with an encoder of its own. Its audio waits in memory until the encoder takes it. */
export class EncoderPart {
  /** Frames as they are encoded. Fails when the encoder does. */
  readonly frames = new Channel<readonly Buffer[]>();
  readonly #job: PartJob;
  readonly #audio = new Channel<Uint8Array>();
  #queuedBytes = 0;
  #framesToDrop: number;
  #isOver = false;
  #run: Promise<void> | undefined;

  constructor(job: PartJob) {
    this.#job = job;
    this.#framesToDrop = job.dropFrames;
  }

  /** Adds audio, which must not change afterwards. */
  add(bytes: Uint8Array): void {
    if (this.#isOver) return;
    this.#count(bytes.length);
    this.#audio.push(bytes);
  }

  /** Ends the audio. */
  close(): void {
    this.#audio.end();
  }

  /** Encodes as soon as an encoder is free. */
  start(): void {
    this.#run ??= this.#encode();
  }

  /** Gives up what is not encoded yet, and resolves when the encoder is gone. The signal of the job must be aborted. */
  async stop(reason: Error): Promise<void> {
    this.#audio.fail(reason);
    await this.#run;
    this.frames.fail(reason);
    this.#end();
  }

  /** Never rejects: `frames` does. */
  async #encode(): Promise<void> {
    try {
      await this.#job.encoders.run(async () => await this.#feed());
      this.frames.end();
    } catch (thrown) {
      this.frames.fail(thrown);
    }
    this.#end();
  }

  async #feed(): Promise<void> {
    const { splitter } = this.#job;
    await using encoder = startFfmpeg({ ...this.#job, output: (chunk) => this.#take(splitter.add(chunk)) });
    for await (const bytes of this.#audio) {
      await encoder.write(bytes);
      this.#count(-bytes.length);
    }
    await encoder.end();
    splitter.checkEnd();
  }

  #take(frames: readonly Buffer[]): void {
    const kept = frames.slice(this.#framesToDrop);
    this.#framesToDrop = Math.max(0, this.#framesToDrop - frames.length);
    if (kept.length > 0) this.frames.push(kept);
  }

  #count(bytes: number): void {
    this.#queuedBytes += bytes;
    if (bytes > 0) this.#job.encoders.queue(bytes);
    else this.#job.encoders.release(-bytes);
  }

  #end(): void {
    this.#isOver = true;
    this.#count(-this.#queuedBytes);
  }
}
