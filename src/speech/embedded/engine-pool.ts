import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import { EngineProcess } from './engine-process.ts';
import type { EngineReply, EngineRequest } from './engine-protocol.ts';

/** Engine processes, started when there is no idle one and kept for the next request. How many there are is up to the caller. */
export class EnginePool implements AsyncDisposable {
  readonly #processes = new Set<EngineProcess>();
  readonly #idle: EngineProcess[] = [];

  /** Process ids of the engines that run. */
  get pids(): readonly number[] {
    return [...this.#processes].flatMap(({ pid }) => pid ?? []);
  }

  async ask(request: EngineRequest, signal: AbortSignal): Promise<EngineReply> {
    throwIfCanceled(signal);
    const engine = this.#take();
    try {
      return await engine.ask(request, signal);
    } finally {
      if (engine.isRunning) this.#idle.push(engine);
      else this.#processes.delete(engine);
    }
  }

  /** The sound that a request asks for. */
  async speak(request: EngineRequest, signal: AbortSignal): Promise<Pcm> {
    const reply = await this.ask(request, signal);
    if ('pcm' in reply) return reply.pcm;
    throw new AudiobookError('internal', `The speech engine answered '${request.task}' with something else.`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#idle.length = 0;
    await Promise.all([...this.#processes].map((engine) => engine.end()));
    this.#processes.clear();
  }

  #take(): EngineProcess {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (idle.isRunning) return idle;
      this.#processes.delete(idle);
    }
    const started = new EngineProcess();
    this.#processes.add(started);
    return started;
  }
}
