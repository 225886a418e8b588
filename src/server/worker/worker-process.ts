import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { AudiobookError, canceled, throwIfCanceled } from '../../core/errors.ts';
import { SpaceShortage } from '../../core/files/require-space.ts';
import { forkChild } from '../../core/process/fork-child.ts';
import { hasGroups, killGroup } from '../../core/process/kill-child.ts';
import type { WorkerEvent, WorkerMessage, WorkerRequest, WorkerResult } from './worker-messages.ts';

/** Options of a request to a worker. */
export interface RunInWorkerOptions {
  readonly signal: AbortSignal;
  readonly onEvent: (event: WorkerEvent) => void;
}

/** A process that holds a larger share of its memory limit after a request is not used again. */
const maxIdleShare = 0.4;

/** Last words of Node when its heap is full. */
const outOfMemory = /heap out of memory|javascript OOM/iu;

/** A canceled conversion must end within a second. */
const cleanUpMs = 800;

/** A process that works on one book at a time. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #maxBytes: number;
  readonly #exited: Promise<unknown>;
  #lastWords = '';
  #isOutOfMemory = false;
  #isReusable = true;
  #hasStarted = false;

  /** `maxBytes` is the heap that it may use. Throws a retryable `output-failed` when too many files are open. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#child = startChild(maxBytes);
    this.#exited = once(this.#child, 'exit');
    // A process that cannot be started emits only an error, which `run` reports.
    this.#exited.catch(() => undefined);
    this.#child.on('error', () => undefined);
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#isOutOfMemory ||= outOfMemory.test(this.#lastWords + text);
      this.#lastWords = text.slice(-1000);
    });
  }

  /** Whether the process lives and its last request left it in order. */
  get isReusable(): boolean {
    return this.#isReusable && this.#child.connected;
  }

  /** Whether the process began the last request. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** Runs a request and returns its result. Throws what the work throws, or `canceled`. */
  async run<Value>(request: WorkerRequest, { signal, onEvent }: RunInWorkerOptions): Promise<Value> {
    this.#isReusable = false;
    this.#hasStarted = false;
    throwIfCanceled(signal);
    const stop = (): void => void this.#stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await this.#resultOf<Value>(request, { signal, onEvent });
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Kills the process and the programs that it started, and waits for its end. */
  async kill(): Promise<void> {
    this.#isReusable = false;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined) return;
    killGroup(this.#child);
    await this.#exited.catch(() => undefined);
  }

  async #stop(): Promise<void> {
    if (this.#child.connected) this.#child.send('stop', () => undefined);
    await Promise.race([this.#exited, delay(cleanUpMs, undefined, { ref: false })]).catch(() => undefined);
    await this.kill();
  }

  async #resultOf<Value>(request: WorkerRequest, { signal, onEvent }: RunInWorkerOptions): Promise<Value> {
    return await new Promise<Value>((resolve, reject) => {
      const fail = (cause?: unknown): void => {
        settle();
        reject(signal.aborted ? canceled(signal) : this.#crashError(cause));
      };
      const receive = (message: WorkerMessage<Value>): void => {
        if (message.type === 'started') {
          this.#hasStarted = true;
          return;
        }
        if (message.type !== 'done' && message.type !== 'failed') {
          onEvent(message);
          return;
        }
        settle();
        this.#isReusable = message.memoryBytes < maxIdleShare * this.#maxBytes && !signal.aborted;
        if (message.type === 'done') resolve(message.value);
        else reject(signal.aborted ? canceled(signal) : errorFrom(message));
      };
      const settle = (): void => {
        this.#child.off('message', receive).off('exit', exit).off('error', fail);
      };
      const exit = (): void => void this.#lastOutput().then(() => fail());
      this.#child.on('message', receive).once('exit', exit).once('error', fail);
      this.#child.send(request, (error) => {
        if (error) fail(error);
      });
    });
  }

  /** Waits for what the process wrote last, which may arrive after its exit. Another program may hold its output open. */
  async #lastOutput(): Promise<void> {
    const timer = new AbortController();
    const late = delay(cleanUpMs, undefined, timer).catch(() => undefined);
    await Promise.race([once(this.#child, 'close').catch(() => undefined), late]);
    timer.abort();
  }

  #crashError(cause: unknown): AudiobookError {
    if (this.#isOutOfMemory) {
      const message = 'The book is too large: its conversion exceeds the memory limit.';
      return new AudiobookError('book-too-large', message, { cause });
    }
    return new AudiobookError('internal', 'The conversion worker exited unexpectedly.', { cause });
  }
}

/**
 * Makes glibc return large blocks to the system for as long as the process lives (mallopt(3), M_MMAP_THRESHOLD). By default, it
 * keeps and splinters blocks of sound once one of that size was freed: 35 MB more at the peak, 70 MB more between two books.
 */
const steadyMalloc = { MALLOC_MMAP_THRESHOLD_: '262144' };

function startChild(maxBytes: number): ChildProcess {
  const child = forkChild(new URL('./conversion-worker.js', import.meta.url), {
    serialization: 'advanced',
    // Little lives long enough to fill a larger young generation: a sixth less memory, in the same time. Sound counts as growth of
    // the heap, which is small: it would be collected, all of it, for every 20 MB of sound.
    execArgv: [
      `--max-old-space-size=${Math.ceil(maxBytes / 1e6)}`,
      '--max-semi-space-size=4',
      '--heap-growing-percent=100',
    ],
    // oxlint-disable-next-line node/no-process-env -- as every child inherits it, with one variable more
    env: { ...steadyMalloc, ...process.env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Ctrl-C in the terminal of the service does not reach a group of its own, and all programs that it started end with it.
    detached: hasGroups,
  });
  yieldToService(child.pid);
  return child;
}

/** Conversions take all processors. The service, which only answers, goes first; the programs of a worker inherit this. */
function yieldToService(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}

function errorFrom({ code, message, at, space }: Extract<WorkerResult<unknown>, { type: 'failed' }>): AudiobookError {
  const error = new AudiobookError(code, message, { cause: space && new SpaceShortage(space) });
  error.stack = [`${error.name}: ${code}`, ...at.map((line) => `    at ${line}`)].join('\n');
  return error;
}
