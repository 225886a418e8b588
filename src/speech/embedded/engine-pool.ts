import { countProcessors } from '../../core/process/count-processors.ts';
import { throwIfCanceled } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import { EngineProcess } from './engine-process.ts';
import type { EngineReply } from './engine-process.ts';
import type { EngineRequest, EngineText } from './engine-protocol.ts';
import { SpeechQueue } from './speech-queue.ts';

/** Engine processes that are started on demand and reused. */
export class EnginePool implements AsyncDisposable {
  readonly #processes = new Set<EngineProcess>();
  readonly #idle: EngineProcess[] = [];
  readonly #queue: SpeechQueue;

  /** `engines` is the number of those that speak at the same time. Default: one per processor. */
  constructor(engines = countProcessors()) {
    this.#queue = new SpeechQueue(engines, async (work) => await this.#withEngine(work));
  }

  /** Process ids of the running engines. */
  get pids(): readonly number[] {
    return [...this.#processes].flatMap(({ pid }) => pid ?? []);
  }

  /** Sends a request to an idle engine, or to a new one: the caller limits how many are in flight. Throws as `EngineProcess.ask`. */
  async ask(request: EngineRequest, signal: AbortSignal): Promise<EngineReply> {
    throwIfCanceled(signal);
    return await this.#withEngine(async (engine) => await engine.ask(request, signal));
  }

  /** Speaks a text when its turn has come and returns the audio. Throws as `EngineProcess.ask`. */
  async speak(text: EngineText, signal: AbortSignal): Promise<Pcm> {
    throwIfCanceled(signal);
    return await this.#queue.speak(text, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#queue.close();
    this.#idle.length = 0;
    await Promise.all([...this.#processes].map((engine) => engine.end()));
    this.#processes.clear();
  }

  async #withEngine<T>(work: (engine: EngineProcess) => Promise<T>): Promise<T> {
    const engine = this.#idleOrNew();
    try {
      return await work(engine);
    } finally {
      if (engine.isRunning) this.#idle.push(engine);
      else this.#processes.delete(engine);
    }
  }

  #idleOrNew(): EngineProcess {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (idle.isRunning) return idle;
      this.#processes.delete(idle);
    }
    const started = new EngineProcess();
    this.#processes.add(started);
    return started;
  }
}
