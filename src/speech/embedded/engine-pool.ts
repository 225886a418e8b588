import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import { EngineProcess } from './engine-process.ts';
import type { EngineReply } from './engine-process.ts';
import type { EngineRequest } from './engine-protocol.ts';

/** Engine processes that are started on demand and reused. The caller limits how many requests are in flight. */
export class EnginePool implements AsyncDisposable {
  readonly #processes = new Set<EngineProcess>();
  readonly #idle: EngineProcess[] = [];

  /** Process ids of the running engines. */
  get pids(): readonly number[] {
    return [...this.#processes].flatMap(({ pid }) => pid ?? []);
  }

  /** Sends a request to an idle engine, or to a new one. Throws as `EngineProcess.ask`. */
  async ask(request: EngineRequest, signal: AbortSignal): Promise<EngineReply> {
    throwIfCanceled(signal);
    const engine = this.#idleOrNew();
    try {
      return await engine.ask(request, signal);
    } finally {
      if (engine.isRunning) this.#idle.push(engine);
      else this.#processes.delete(engine);
    }
  }

  /** Sends a request for speech and returns the audio. Throws as `EngineProcess.ask`. */
  async speak(request: EngineRequest, signal: AbortSignal): Promise<Pcm> {
    const reply = await this.ask(request, signal);
    if ('pcm' in reply) return reply.pcm;
    throw new AudiobookError('internal', `The speech engine replied to '${request.task}' without audio.`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#idle.length = 0;
    await Promise.all([...this.#processes].map((engine) => engine.end()));
    this.#processes.clear();
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
