import { untilAborted } from '../../../core/deadline.ts';
import { AudiobookError, throwIfCanceled } from '../../../core/errors.ts';
import { EngineEnded, EngineRefusal } from '../../../core/process/engine/engine-process.ts';
import { Turns } from '../../../core/process/engine/turns.ts';
import { SpoiledAudioError } from '../../call/provider-errors.ts';
import type { SpokenUtterance, Utterance } from './engine-protocol.ts';
import { lostText } from './lost-text.ts';
import { ModelProcess } from './model-process.ts';
import type { ProcessOptions, Reply } from './model-process.ts';

/** Options of `ModelEngine`. */
export interface EngineOptions extends ProcessOptions {
  /** Time after which an engine counts as hung, in milliseconds, for a text of this many characters. */
  readonly timeoutMs: (characters: number) => number;
}

/**
 * The engine of one model. Its process is started with the first utterance, and again after it ended. An utterance that may
 * have ended it, or lost text, is spoken once more with nothing beside it, so that only the one at fault fails.
 */
export class ModelEngine implements AsyncDisposable {
  readonly #options: EngineOptions;
  readonly #turns: Turns;
  #process: ModelProcess | undefined;
  #isClosed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#turns = new Turns(options.calls);
  }

  /** Process id of the running engine. */
  get pid(): number | undefined {
    return this.#process?.isRunning ? this.#process.pid : undefined;
  }

  /** Starts its process, which loads the model. The first utterance hears of a failure. */
  start(): void {
    this.#runningProcess();
  }

  /**
   * Returns the audio of an utterance. Throws `provider-failed`: a `SpoiledAudioError` when the engine crashes, hangs or loses
   * text with this utterance; `canceled`; and `provider-unavailable` without the engine.
   */
  async speak(utterance: Utterance, signal: AbortSignal): Promise<SpokenUtterance> {
    const attempt = async () => await this.#attempt(utterance, signal);
    const spoken = await this.#turns.settle(attempt, (result) => typeof result !== 'string', signal);
    if (typeof spoken === 'string') throw new SpoiledAudioError(spoken);
    return spoken;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#process?.end();
  }

  /** Returns audio, or in one sentence what may be wrong with the utterance. Begins again where others were at fault. */
  async #attempt(utterance: Utterance, signal: AbortSignal): Promise<SpokenUtterance | string> {
    for (;;) {
      throwIfCanceled(signal);
      const reply = await this.#ask(utterance, signal);
      throwIfCanceled(signal);
      const { spoken, said } = reply;
      if (!(spoken instanceof EngineEnded)) return certain(lostText(said, utterance.text.length), reply) ?? spoken;
      const problem = `The engine of the voice ${spoken.message}.`;
      if (this.#isClosed) throw new SpoiledAudioError(problem);
      if (!spoken.wasKilled) return certain(problem, reply) ?? problem;
    }
  }

  /** An abort, or the end of its time, kills the engine: other utterances begin again in the next one. */
  async #ask(utterance: Utterance, signal: AbortSignal): Promise<Reply> {
    const engine = this.#runningProcess();
    await untilAborted(engine.loaded(), signal);
    const ms = this.#options.timeoutMs(utterance.text.length);
    const late = `The engine of the voice did not answer within ${Math.round(ms / 1000)} s.`;
    try {
      return await engine.speak(utterance, { ms, signal, timeoutError: () => new SpoiledAudioError(late) });
    } catch (thrown) {
      if (!(thrown instanceof EngineRefusal)) throw thrown;
      throw new SpoiledAudioError(`The engine of the voice refused the text: ${thrown.message}`);
    }
  }

  #runningProcess(): ModelProcess {
    if (this.#isClosed) throw new AudiobookError('internal', 'The natural voices have been closed.');
    if (!this.#process?.isRunning) this.#process = new ModelProcess(this.#options);
    return this.#process;
  }
}

/** Returns a problem, which may be another utterance's. Throws it when there was no other. */
function certain(problem: string | undefined, { wasAlone }: Reply): string | undefined {
  if (problem !== undefined && wasAlone) throw new SpoiledAudioError(problem);
  return problem;
}
