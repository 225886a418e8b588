import { statSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { AudiobookError } from '../../core/errors.ts';
import { startProgram } from '../../core/process/start-program.ts';
import type { RunningProgram } from '../../core/process/start-program.ts';
import { quietOptions, reproducibleOptions } from './ffmpeg.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { ffmpegError, mediaFailed } from './ffmpeg-error.ts';
import { watchForHang } from './watch-for-hang.ts';

/** Options of `startFfmpeg`. */
export interface FfmpegJob {
  readonly ffmpeg: Ffmpeg;
  readonly inputOptions: readonly string[];
  /** The file to read. Default: the bytes given to `write`. */
  readonly input?: string | undefined;
  readonly outputOptions: readonly string[];
  /** An absolute path, or a function that takes each piece of the output. A failure of the function ends ffmpeg. */
  readonly output: string | ((chunk: Buffer) => void | Promise<void>);
  readonly signal: AbortSignal;
}

/** An ffmpeg at work. Disposed of before `end`, it is killed and waited for. */
export interface FfmpegProcess extends AsyncDisposable {
  /** Feeds its standard input. Resolves when there is room for more. The bytes must not change afterwards. */
  write(bytes: Uint8Array): Promise<void>;
  /** Closes its input. Resolves when it has ended with success and its output has been taken. */
  end(): Promise<void>;
}

/**
 * Starts ffmpeg for streams, which fluent-ffmpeg handles poorly. `write` and `end` throw `canceled` after an abort,
 * `tool-missing` when the program cannot be started, `output-failed` on a full disk, and `media-failed` with the end of its
 * messages for everything else, a hang included.
 */
export function startFfmpeg(job: FfmpegJob): FfmpegProcess {
  return new StreamingFfmpeg(job);
}

/** Large enough that ffmpeg's queue is filled again at once, small compared to a chapter. */
const feedBytes = 512 * 1024;
/**
 * Packets that ffmpeg reads ahead, in a thread of its own: 2 MB of samples, so that a slow turn of the event loop does not starve the
 * encoder. A pipe has room for a tenth of that. An encoder that never waits took 7 % less time.
 */
const queuedPackets = 1024;

class StreamingFfmpeg implements FfmpegProcess {
  readonly #job: FfmpegJob;
  readonly #feed = new PassThrough({ highWaterMark: feedBytes });
  readonly #running: RunningProgram;
  readonly #ended: Promise<void>;
  #failure: AudiobookError | undefined;
  #isInputClosed: boolean;
  #hasEnded = false;
  #outputBytes = 0;
  #wake: (() => void) | undefined;

  constructor(job: FfmpegJob) {
    this.#job = job;
    this.#isInputClosed = job.input !== undefined;
    this.#running = startProgram(job.ffmpeg.path, programArguments(job), { signal: job.signal });
    this.#feed.on('error', () => undefined);
    this.#feed.on('drain', () => this.#wake?.());
    this.#feed.pipe(this.#running.stdin);
    this.#ended = this.#run();
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#check();
    if (!this.#feed.write(bytes)) await this.#waitUntil(() => !this.#feed.writableNeedDrain);
    this.#check();
  }

  async end(): Promise<void> {
    this.#check();
    this.#isInputClosed = true;
    this.#feed.end();
    await this.#waitUntil(() => false);
    this.#check();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running.stop(new AudiobookError('canceled', 'Canceled.'));
    await this.#ended;
  }

  /** Never rejects: a failure is thrown by the next `write` or `end`. */
  async #run(): Promise<void> {
    try {
      const output = this.#takeOutput();
      await this.#running.ended;
      const outputFailure = await output;
      if (outputFailure !== undefined) throw outputFailure;
      if (!this.#isInputClosed) throw mediaFailed('ffmpeg stopped before it was given all the audio');
    } catch (thrown) {
      this.#failure = ffmpegError(thrown, this.#job.ffmpeg);
    }
    this.#hasEnded = true;
    this.#feed.destroy();
    this.#wake?.();
  }

  /** Resolves with the failure of the function that takes the output. */
  async #takeOutput(): Promise<Error | undefined> {
    const { output } = this.#job;
    try {
      for await (const chunk of this.#running.stdout) {
        if (!Buffer.isBuffer(chunk) || typeof output === 'string') continue;
        this.#outputBytes += chunk.length;
        await output(chunk);
      }
      return undefined;
    } catch (thrown) {
      const failure = thrown instanceof Error ? thrown : new Error(String(thrown));
      void this.#running.stop(failure);
      return failure;
    }
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #waitUntil(isDone: () => boolean): Promise<void> {
    const onHang = (): void => void this.#running.stop(mediaFailed('ffmpeg hangs'));
    const endWatch = watchForHang(() => this.#progress(), onHang);
    while (!isDone() && !this.#hasEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    endWatch();
  }

  /** While its output grows, ffmpeg is at work. */
  #progress(): number {
    const { output } = this.#job;
    return typeof output === 'string' ? (statSync(output, { throwIfNoEntry: false })?.size ?? 0) : this.#outputBytes;
  }
}

function programArguments({ inputOptions, input, outputOptions, output }: FfmpegJob): string[] {
  const piped = ['-thread_queue_size', String(queuedPackets), ...inputOptions, '-i', 'pipe:0'];
  const from = [...quietOptions, ...(input === undefined ? piped : [...inputOptions, '-i', input])];
  const to = typeof output === 'string' ? ['-y', ...reproducibleOptions] : reproducibleOptions;
  return [...from, ...to, ...outputOptions, typeof output === 'string' ? output : 'pipe:1'];
}
