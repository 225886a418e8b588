import { statSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import fluent from 'fluent-ffmpeg';
import { AudiobookError, canceled, systemCode } from '../../core/errors.ts';
import { repaired } from './repaired-fluent-ffmpeg.ts';

/** An ffmpeg that was found and has answered. */
export interface Ffmpeg {
  readonly path: string;
  readonly version: string;
  readonly source: 'setting' | 'system' | 'package';
}

export interface FfmpegJob {
  readonly ffmpeg: Ffmpeg;
  /** Options of the input. */
  readonly inputOptions: readonly string[];
  /** The file that is read; what `write` gives when left out. */
  readonly input?: string;
  /** Files read besides, after the sound. */
  readonly moreInputs?: readonly string[];
  readonly outputOptions: readonly string[];
  /** A file by its absolute path, or what takes the output as it comes; it must not emit `close`. */
  readonly output: string | Writable;
  readonly signal: AbortSignal;
}

/** An ffmpeg at work. Disposed of before `end`, it is killed and waited for. */
export interface FfmpegProcess extends AsyncDisposable {
  /** Gives it bytes; resolves when it has room for more. They must not be changed afterwards. */
  write(bytes: Uint8Array): Promise<void>;
  /** Closes its input; resolves when it has finished well. */
  end(): Promise<void>;
}

/** Runs ffmpeg on a file until it is done; throws as `startFfmpeg` does. */
export async function runFfmpeg(job: FfmpegJob & { readonly input: string }): Promise<void> {
  await using running = startFfmpeg(job);
  await running.end();
}

/** Enough that a slow turn of the event loop does not starve the encoder, small beside a chapter. */
const FEED_BYTES = 512 * 1024;
/** Silence of ffmpeg is counted in ticks of our own, so that a suspended machine does not look like a hung program. */
const TICK_MS = 5000;
const MAX_SILENT_TICKS = 24;
/** How long a killed process may take to be gone. */
const KILL_GRACE_MS = 5000;
const STDERR_LINES = 3;

/**
 * Starts ffmpeg. `write` and `end` throw `canceled` after an abort, `tool-missing` when the program cannot be started,
 * `output-failed` when it found no space, `media-failed` with its last words for everything else, a hang included.
 */
export function startFfmpeg(job: FfmpegJob): FfmpegProcess {
  return new FeedingProcess(job);
}

class FeedingProcess implements FfmpegProcess {
  readonly #job: FfmpegJob;
  readonly #feed = new PassThrough({ highWaterMark: FEED_BYTES });
  readonly #command: fluent.FfmpegCommand;
  readonly #gone: Promise<void>;
  #failure: AudiobookError | undefined;
  #inputClosed: boolean;
  #exited = false;
  #wake: (() => void) | undefined;

  constructor(job: FfmpegJob) {
    this.#job = job;
    this.#inputClosed = job.input !== undefined;
    this.#feed.on('error', () => undefined);
    this.#feed.on('drain', () => this.#wake?.());
    this.#command = commandFor(job, this.#feed);
    this.#gone = new Promise((resolve) => {
      this.#command.on('end', () => this.#onExit(undefined, resolve));
      this.#command.on('error', (error: Error, _stdout: string | null, stderr: string | null) =>
        this.#onExit(failure(error, stderr ?? '', job.ffmpeg), resolve),
      );
    });
    // A kill before the program has started is ignored by fluent-ffmpeg: so it is repeated then.
    this.#command.on('start', () => {
      if (this.#failure !== undefined) this.#command.kill('SIGKILL');
    });
    if (job.signal.aborted) this.#onAbort();
    else job.signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#command.run();
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#check();
    if (!this.#feed.write(bytes)) await this.#waitUntil(() => !this.#feed.writableNeedDrain);
    this.#check();
  }

  async end(): Promise<void> {
    this.#check();
    this.#inputClosed = true;
    this.#feed.end();
    await this.#waitUntil(() => this.#exited);
    this.#check();
    // The program's exit may be known before its last bytes have been taken.
    if (typeof this.#job.output !== 'string') await finished(this.#job.output);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#exited) {
      this.#fail(new AudiobookError('canceled', 'Canceled.'));
      let timer: NodeJS.Timeout | undefined;
      const grace = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, KILL_GRACE_MS);
      });
      await Promise.race([this.#gone, grace]);
      clearTimeout(timer);
    }
    this.#job.signal.removeEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = (): void => this.#fail(canceled(this.#job.signal));

  #onExit(error: AudiobookError | undefined, resolve: () => void): void {
    this.#exited = true;
    this.#job.signal.removeEventListener('abort', this.#onAbort);
    if (error !== undefined) this.#failure ??= error;
    else if (!this.#inputClosed) this.#failure ??= mediaFailed('ffmpeg stopped before it was given all the sound', '');
    this.#feed.destroy();
    this.#wake?.();
    resolve();
  }

  /** The first cause wins; whatever waits learns of it at once. */
  #fail(error: AudiobookError): void {
    this.#failure ??= error;
    this.#command.kill('SIGKILL');
    this.#feed.destroy();
    this.#wake?.();
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #waitUntil(isDone: () => boolean): Promise<void> {
    let silentTicks = 0;
    let lastSize = 0;
    const ticker = setInterval(() => {
      const size = outputSize(this.#job.output);
      silentTicks = size === lastSize ? silentTicks + 1 : 0;
      lastSize = size;
      if (silentTicks >= MAX_SILENT_TICKS) this.#fail(mediaFailed('ffmpeg hangs', ''));
    }, TICK_MS);
    try {
      while (!isDone() && this.#failure === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      clearInterval(ticker);
    }
  }
}

/** Bytes in the output file so far: while it grows, ffmpeg is at work. */
function outputSize(output: string | Writable): number {
  return typeof output === 'string' ? (statSync(output, { throwIfNoEntry: false })?.size ?? 0) : 0;
}

function commandFor(job: FfmpegJob, feed: PassThrough): fluent.FfmpegCommand {
  const command = repaired(fluent(job.input ?? feed), job.ffmpeg.path);
  // Always two or more values in a call: a single one would be split at its spaces.
  command.inputOptions('-hide_banner', '-nostats', '-loglevel', 'error', ...job.inputOptions);
  for (const input of job.moreInputs ?? []) command.input(input);
  if (typeof job.output === 'string') command.output(job.output);
  else command.output(job.output);
  return command.outputOptions('-fflags', '+bitexact', ...job.outputOptions);
}

/** Tells apart what fluent-ffmpeg reports as one kind of error. */
function failure(error: Error, stderr: string, ffmpeg: Ffmpeg): AudiobookError {
  if ('outputStreamError' in error && error.outputStreamError instanceof AudiobookError) return error.outputStreamError;
  if (systemCode(error) !== undefined) {
    return new AudiobookError('tool-missing', `ffmpeg cannot be started: ${ffmpeg.path}`, { cause: error });
  }
  if (/No space left on device|Disk quota exceeded/u.test(stderr)) {
    return new AudiobookError('output-failed', 'No space left for the audio file.', { cause: error });
  }
  const reason = /^ffmpeg (?:exited with code \d+|was killed with signal \w+)/u.exec(error.message)?.[0];
  return mediaFailed(reason ?? error.message, stderr);
}

function mediaFailed(reason: string, stderr: string): AudiobookError {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const lastWords = lines.slice(-STDERR_LINES).join('\n');
  return new AudiobookError('media-failed', lastWords === '' ? `${reason}.` : `${reason}: ${lastWords}`);
}
