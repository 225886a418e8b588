import { createHash } from 'node:crypto';
import { Channel } from '../../../core/channel.ts';
import type { EarlierFrames, EarlierParts } from './encoded-part.ts';
import type { EncoderPool } from './encoder-pool.ts';
import { TriedEncoder } from './tried-encoder.ts';
import type { TriedJob } from './tried-encoder.ts';

/** The work of one encoder. */
export interface PartJob extends Omit<TriedJob, 'take'> {
  /** Frames at the beginning that are not part of it. */
  readonly dropFrames: number;
  readonly encoders: EncoderPool;
  /** The earlier result that may have its frames. Its audio is then kept until it is complete and its key is known. */
  readonly earlier?: EarlierParts | undefined;
}

/** Raise it when the frames of a part are others although the program that encodes them is the same. */
const keyFormat = 3;

/** A part of the audio, with an encoder of its own. Its audio waits in memory until the encoder takes it. */
export class EncoderPart {
  readonly #job: PartJob;
  readonly #frames = new Channel<readonly Buffer[]>();
  readonly #audio = new Channel<Uint8Array>();
  readonly #hash = createHash('sha256');
  /** Audio that is encoded only if no earlier file has its frames. */
  #held: Uint8Array[] | undefined;
  #key = '';
  #isCopied = false;
  #headers: readonly Buffer[] | undefined;
  #mayStart = false;
  #queuedBytes = 0;
  #framesToDrop: number;
  #isOver = false;
  #run: Promise<void> | undefined;

  constructor(job: PartJob) {
    this.#job = job;
    this.#framesToDrop = job.dropFrames;
    this.#held = job.earlier && [];
  }

  /** Hash of all that decides on the frames. Known when the audio has ended. */
  get key(): string {
    return this.#key;
  }

  /** Whether the frames were found in an earlier file. Known when the audio has ended. */
  get isCopied(): boolean {
    return this.#isCopied;
  }

  /** The bytes before the first frame of the stream. Known with the first frame. */
  get headers(): readonly Buffer[] | undefined {
    return this.#headers;
  }

  /** Adds audio, which must not change afterwards. */
  add(bytes: Uint8Array): void {
    if (this.#isOver) return;
    this.#hash.update(bytes);
    if (this.#held) this.#held.push(bytes);
    else this.#queue(bytes);
  }

  /** Ends the audio, of which this many samples are the part itself. Resolves when it is known whether it must be encoded. */
  async close(samples: number): Promise<void> {
    const { ffmpeg, inputOptions, outputOptions, dropFrames, earlier } = this.#job;
    this.#hash.update(JSON.stringify([keyFormat, ffmpeg.version, inputOptions, outputOptions, dropFrames, samples]));
    this.#key = this.#hash.digest('hex');
    const found = await earlier?.read(this.#key);
    if (this.#isOver) return;
    if (found) this.#copy(found);
    else for (const bytes of this.#held ?? []) this.#queue(bytes);
    this.#held = undefined;
    this.#audio.end();
    if (this.#mayStart) this.start();
  }

  /** Encodes as soon as an encoder is free. */
  start(): void {
    this.#mayStart = true;
    if (this.#held === undefined && !this.#isCopied) this.#run ??= this.#encode();
  }

  /** Returns the frames as they are encoded. Throws the failure of the encoder. */
  async *frames(): AsyncGenerator<readonly Buffer[], void, undefined> {
    yield* this.#frames;
    if (this.#isCopied) this.#end();
  }

  /** Gives up what is not encoded yet, and resolves when the encoder is gone. The signal of the job must be aborted. */
  async stop(reason: Error): Promise<void> {
    this.#audio.fail(reason);
    await this.#run;
    this.#frames.fail(reason);
    this.#end();
  }

  #copy({ frames, headers }: EarlierFrames): void {
    this.#isCopied = true;
    this.#headers = headers;
    // They wait in memory like audio.
    this.#count(frames.reduce((sum, frame) => sum + frame.length, 0));
    this.#frames.push(frames);
    this.#frames.end();
  }

  #queue(bytes: Uint8Array): void {
    this.#count(bytes.length);
    this.#audio.push(bytes);
  }

  /** Never rejects: `frames` does. */
  async #encode(): Promise<void> {
    try {
      await this.#job.encoders.run(async () => await this.#feed());
      this.#frames.end();
    } catch (thrown) {
      this.#frames.fail(thrown);
    }
    this.#end();
  }

  async #feed(): Promise<void> {
    const take: TriedJob['take'] = (frames, headers) => {
      this.#headers = headers;
      this.#take(frames);
    };
    await using encoder = new TriedEncoder({ ...this.#job, take });
    for await (const bytes of this.#audio) {
      await encoder.write(bytes);
      this.#count(-bytes.length);
    }
    await encoder.end();
  }

  #take(frames: readonly Buffer[]): void {
    const kept = frames.slice(this.#framesToDrop);
    this.#framesToDrop = Math.max(0, this.#framesToDrop - frames.length);
    if (kept.length > 0) this.#frames.push(kept);
  }

  #count(bytes: number): void {
    this.#queuedBytes += bytes;
    if (bytes > 0) this.#job.encoders.queue(bytes);
    else this.#job.encoders.release(-bytes);
  }

  #end(): void {
    this.#isOver = true;
    this.#held = undefined;
    this.#count(-this.#queuedBytes);
  }
}
