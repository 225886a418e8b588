import pLimit from 'p-limit';
import { countProcessors } from '../../core/process/count-processors.ts';
import { EngineProcess } from '../../core/process/engine/engine-process.ts';
import { untilAborted } from '../../core/deadline.ts';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { EngineRequest, EngineText } from './engine-protocol.ts';

/** An engine, and the last that it wrote to standard error. */
interface Engine {
  readonly process: EngineProcess<EngineRequest>;
  stderr: string;
}

/** Number of the last characters of standard error that are kept for the error. */
const maxStderrLength = 500;

/** Engine processes that are started on demand and reused, each for one request at a time. */
export class EnginePool implements AsyncDisposable {
  readonly #engines = new Set<Engine>();
  readonly #idle: Engine[] = [];
  readonly #limit: ReturnType<typeof pLimit>;
  #isClosed = false;

  /** `engines` is the number of those that speak at the same time. Default: one per processor. */
  constructor(engines = countProcessors()) {
    this.#limit = pLimit(engines);
  }

  /** Process ids of the running engines. */
  get pids(): readonly number[] {
    return [...this.#engines].flatMap(({ process }) => process.pid ?? []);
  }

  /** Speaks a text when its turn has come and returns the audio. Throws as `ask`; after an abort at once, wherever the text is. */
  async speak(text: EngineText, signal: AbortSignal): Promise<Pcm> {
    throwIfCanceled(signal);
    const turn = this.#limit(async () => await this.ask<Pcm>(text, signal));
    return await untilAborted(turn, signal);
  }

  /**
   * Sends a request to an idle engine, or to a new one: the caller limits how many are in flight. Throws a retryable `provider-failed`
   * when the engine fails or ends. An abort kills it.
   */
  async ask<Result>(request: EngineRequest, signal: AbortSignal): Promise<Result> {
    throwIfCanceled(signal);
    if (this.#isClosed) throw engineFailure('it was ended');
    const engine = this.#idleOrNew();
    try {
      return await engine.process.ask<Result>(request, { signal });
    } catch (thrown) {
      throwIfCanceled(signal);
      throw engineFailure(thrown instanceof Error ? thrown.message : String(thrown), engine.stderr);
    } finally {
      if (engine.process.isRunning) this.#idle.push(engine);
      else this.#engines.delete(engine);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#idle.length = 0;
    await Promise.all([...this.#engines].map(({ process }) => process.end()));
    this.#engines.clear();
  }

  #idleOrNew(): Engine {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (idle.process.isRunning) return idle;
      this.#engines.delete(idle);
    }
    const onStderr = (text: string): void => {
      started.stderr = `${started.stderr}${text}`.slice(-maxStderrLength);
    };
    const worker = new URL('./engine-worker.js', import.meta.url);
    const started: Engine = { process: new EngineProcess(worker, { runsPrograms: true, onStderr }), stderr: '' };
    this.#engines.add(started);
    return started;
  }
}

/** Standard error goes into the cause only: it may contain paths of this machine. */
function engineFailure(reason: string, stderr = ''): AudiobookError {
  const cause = stderr === '' ? undefined : new Error(stderr);
  return new AudiobookError('provider-failed', `The embedded speech engine failed: ${reason}.`, {
    retryable: true,
    cause,
  });
}
