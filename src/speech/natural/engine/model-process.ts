import { EngineEnded, EngineProcess } from '../../../core/process/engine/engine-process.ts';
import type { EngineDeadline } from '../../../core/process/engine/engine-process.ts';
import { AudiobookError } from '../../../core/errors.ts';
import { endMarks, markStart } from './engine-protocol.ts';
import type { EngineModel, EngineRequest, LoadFailure, SpokenUtterance, Utterance } from './engine-protocol.ts';

/** Options for starting an engine process. */
export interface ProcessOptions {
  readonly model: EngineModel;
  /** Utterances spoken at the same time. They share the weights. */
  readonly calls: number;
  /** Threads of each. */
  readonly threads: number;
  /** Receives what the engine writes to standard error. */
  readonly onLog?: ((text: string) => void) | undefined;
}

/** An utterance with what the engine wrote to standard error while it was spoken, which may concern others, too. */
export interface Reply {
  readonly spoken: SpokenUtterance | EngineEnded;
  readonly said: string;
  /** Whether nothing else was spoken meanwhile. */
  readonly wasAlone: boolean;
}

/** An utterance that is being spoken. */
interface Speaking {
  said: string;
  wasAlone: boolean;
  onMark: () => void;
}

/** Time in which a model must be loaded. */
const loadTimeoutMs = 180_000;

/** libuv's threads that stay free for files while all calls are under way. */
const spareThreads = 4;

const maxSaid = 20_000;

/** A model in a process of its own. Its engine reports lost text only on standard error, without naming the utterance. */
export class ModelProcess {
  readonly #process: EngineProcess<EngineRequest>;
  readonly #onLog: ProcessOptions['onLog'];
  readonly #loaded: Promise<void>;
  readonly #speaking = new Map<number, Speaking>();
  #nextNumber = 1;
  /** The end of a message that may be the beginning of a mark. */
  #unread = '';
  #lastSaid = '';

  constructor({ model, calls, threads, onLog }: ProcessOptions) {
    this.#onLog = onLog;
    this.#process = new EngineProcess(new URL('./natural-worker.js', import.meta.url), {
      // oxlint-disable-next-line node/no-process-env -- as every child inherits it, with one variable more
      env: { ...process.env, UV_THREADPOOL_SIZE: String(calls + spareThreads) },
      onStderr: (text) => this.#read(text),
    });
    this.#loaded = this.#load({ task: 'load', model, threads });
    // Whoever speaks first hears of a failure.
    this.#loaded.catch(() => undefined);
  }

  /** False once the process has ended or was killed. */
  get isRunning(): boolean {
    return this.#process.isRunning;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Waits for the model. Throws `provider-failed` when it cannot be loaded, `provider-unavailable` without the engine. */
  async loaded(): Promise<void> {
    await this.#loaded;
  }

  /** Speaks an utterance with a model that is `loaded`. Throws `EngineRefusal`, and what the deadline throws. */
  async speak(utterance: Utterance, deadline: EngineDeadline): Promise<Reply> {
    const number = this.#nextNumber;
    this.#nextNumber += 1;
    for (const other of this.#speaking.values()) other.wasAlone = false;
    const speaking: Speaking = { said: '', wasAlone: this.#speaking.size === 0, onMark: () => {} };
    this.#speaking.set(number, speaking);
    const marked = new Promise<void>((resolve) => {
      speaking.onMark = resolve;
    });
    try {
      const asked = this.#process.ask<SpokenUtterance>({ task: 'speak', number, ...utterance }, deadline);
      const [spoken] = await Promise.all([asked, marked]);
      return { ...speaking, spoken };
    } catch (thrown) {
      if (thrown instanceof EngineEnded) return { ...speaking, spoken: thrown };
      throw thrown;
    } finally {
      this.#speaking.delete(number);
    }
  }

  /** Kills the process and waits until it has ended. What it speaks ends with it. */
  async end(): Promise<void> {
    await this.#process.end();
  }

  async #load(request: EngineRequest): Promise<void> {
    const timeoutError = (): AudiobookError =>
      this.#loadError(`the engine was not ready within ${loadTimeoutMs / 1000} s`, { retryable: true });
    const deadline = { ms: loadTimeoutMs, signal: new AbortController().signal, timeoutError };
    try {
      const failure = await this.#process.ask<LoadFailure | undefined>(request, deadline);
      if (failure) throw this.#loadError(failure.loadFailure, { isEngine: failure.fault === 'engine' });
    } catch (thrown) {
      this.#process.kill();
      if (!(thrown instanceof EngineEnded)) throw thrown;
      // Without a signal, the engine has ended itself for its files.
      throw this.#loadError(`the engine ${thrown.message}`, { retryable: thrown.bySignal });
    }
  }

  /** What the engine wrote goes into the cause only. */
  #loadError(
    failure: string,
    { isEngine = false, retryable = false }: { readonly isEngine?: boolean; readonly retryable?: boolean },
  ): AudiobookError {
    const cause = new Error(this.#lastSaid === '' ? failure : this.#lastSaid);
    const [reason = ''] = failure.split('\n');
    return isEngine
      ? new AudiobookError('provider-unavailable', `The engine of the natural voices is missing: ${reason}.`, { cause })
      : new AudiobookError('provider-failed', `The voice cannot be loaded: ${reason}.`, { cause, retryable });
  }

  /** Gives every utterance under way what the engine says. */
  #read(text: string): void {
    const parts = `${this.#unread}${text}`.split(endMarks);
    // A mark may arrive in two pieces.
    this.#unread = parts.pop() ?? '';
    for (const [index, part] of parts.entries()) {
      if (index % 2 === 0) this.#say(part);
      else this.#speaking.get(Number(part))?.onMark();
    }
    if (this.#unread.includes(markStart)) return;
    this.#say(this.#unread);
    this.#unread = '';
  }

  #say(text: string): void {
    if (text === '') return;
    this.#onLog?.(text);
    this.#lastSaid = `${this.#lastSaid}${text}`.slice(-maxSaid);
    for (const speaking of this.#speaking.values()) speaking.said = `${speaking.said}${text}`.slice(-maxSaid);
  }
}
