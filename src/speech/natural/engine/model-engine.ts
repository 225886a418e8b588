import { untilAborted, withDeadline } from '../../../core/deadline.ts';
import { AudiobookError, throwIfCanceled } from '../../../core/errors.ts';
import { SpoiledAudioError } from '../../call/provider-errors.ts';
import type { SpokenUtterance, Utterance } from './engine-protocol.ts';
import { lostText } from './lost-text.ts';
import { EngineEnded, ModelProcess } from './model-process.ts';
import type { ProcessOptions, Reply } from './model-process.ts';
import { Turns } from './turns.ts';

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
    const shared = await this.#turn(() => this.#turns.shared(() => this.#attempt(utterance, signal)), signal);
    if (typeof shared !== 'string') return shared;
    const alone = await this.#turn(() => this.#turns.alone(() => this.#attempt(utterance, signal)), signal);
    if (typeof alone !== 'string') return alone;
    throw new SpoiledAudioError(alone);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#process?.end();
  }

  /** Stops waiting at an abort; the turn is given back by itself. */
  async #turn<T>(take: () => Promise<T>, signal: AbortSignal): Promise<T> {
    throwIfCanceled(signal);
    return await untilAborted(take(), signal);
  }

  /** Returns audio, or in one sentence what may be wrong with the utterance. Begins again where others were at fault. */
  async #attempt(utterance: Utterance, signal: AbortSignal): Promise<SpokenUtterance | string> {
    for (;;) {
      throwIfCanceled(signal);
      try {
        return outcomeOf(await this.#replyOf(this.#runningProcess(), utterance, signal), utterance);
      } catch (thrown) {
        throwIfCanceled(signal);
        if (!(thrown instanceof EngineEnded)) throw thrown;
        const problem = `The engine of the voice ${thrown.message}.`;
        if (this.#isClosed) throw new SpoiledAudioError(problem);
        if (!thrown.wasKilled) return certain(problem, thrown);
      }
    }
  }

  /** An abort kills the engine: it cannot be stopped otherwise. Other utterances begin again in the next one. */
  async #replyOf(engine: ModelProcess, utterance: Utterance, signal: AbortSignal): Promise<Reply> {
    await untilAborted(engine.loaded(), signal);
    const ms = this.#options.timeoutMs(utterance.text.length);
    try {
      return await withDeadline(() => engine.speak(utterance), {
        ms,
        signal,
        timeoutError: () =>
          new SpoiledAudioError(`The engine of the voice did not answer within ${Math.round(ms / 1000)} s.`),
      });
    } catch (thrown) {
      if (!(thrown instanceof EngineEnded)) engine.kill();
      throw thrown;
    }
  }

  #runningProcess(): ModelProcess {
    if (this.#isClosed) throw new AudiobookError('internal', 'The natural voices have been closed.');
    if (!this.#process?.isRunning) this.#process = new ModelProcess(this.#options);
    return this.#process;
  }
}

/** Returns audio, or what may be wrong. Throws what is wrong for certain. */
function outcomeOf(reply: Reply, { text }: Utterance): SpokenUtterance | string {
  if (reply.failure !== undefined)
    throw new SpoiledAudioError(`The engine of the voice refused the text: ${reply.failure}`);
  const problem = lostText(reply.said, text.length);
  if (problem !== undefined) return certain(problem, reply);
  return reply.spoken ?? 'The engine of the voice gave no audio.';
}

/** Returns a problem that may be another utterance's. Throws it when there was no other. */
function certain(problem: string, { wasAlone }: { readonly wasAlone: boolean }): string {
  if (wasAlone) throw new SpoiledAudioError(problem);
  return problem;
}
