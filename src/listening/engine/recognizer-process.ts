import { untilAborted } from '../../core/deadline.ts';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { pcmSeconds } from '../../core/pcm.ts';
import { EngineEnded, EngineProcess, EngineRefusal } from '../../core/process/engine/engine-process.ts';
import { Turns } from '../../core/process/engine/turns.ts';
import type { RecognizerModel, RecognizerRequest, RecognizerResult, RecognizerTask } from './recognizer-protocol.ts';

/** Why a task has no result. */
export interface NotHeard {
  readonly reason: string;
}

/**
 * Time in which a recognizer must be loaded, and in which it must hear a second of sound. Real ones take up to half a second of
 * one core for it, and may have only a tenth of a core beside a voice that speaks.
 */
const time = { loadMs: 180_000, baseMs: 30_000, msPerSecond: 10_000 };

/** Speaking goes first where both want the processor. Much lower, a recognizer would starve beside a voice that uses all cores. */
const niceness = 5;

/** Sounds that are heard at once, with one thread each: as many as most machines have cores to spare, and a flat need of memory. */
const soundsAtOnce = 2;

/** A recognizer that was loaded, ended, and cannot be loaded this many times in a row, is given up. */
const maxFailedLoads = 3;

/** Options of `RecognizerProcess`. */
export interface RecognizerProcessOptions {
  /** Program of the process. Default: `recognizer-worker.js`. */
  readonly worker?: URL | undefined;
}

/** A failure may be another sound's where the process has ended. */
type TaskReply =
  | { readonly result: RecognizerResult }
  | { readonly failure: string; readonly hasEnded?: boolean | undefined };

/** A process and its model. Throws why that cannot be loaded. */
interface RunningRecognizer {
  readonly process: EngineProcess<RecognizerRequest>;
  readonly loading: Promise<void>;
}

/**
 * A recognizer in a process of its own, which is started with the first sound and again after it ended: the engine ends its
 * process for some files, and cannot be stopped otherwise. A sound that may have ended it is heard once more with nothing
 * beside it, so that only the one at fault is not judged.
 */
export class RecognizerProcess implements AsyncDisposable {
  readonly #model: RecognizerModel;
  readonly #worker: URL;
  readonly #turns = new Turns(soundsAtOnce);
  #running: RunningRecognizer | undefined;
  #wasLoaded = false;
  #failedLoads = 0;

  constructor(
    model: RecognizerModel,
    { worker = new URL('./recognizer-worker.js', import.meta.url) }: RecognizerProcessOptions = {},
  ) {
    this.#model = model;
    this.#worker = worker;
  }

  /** Process id of the running recognizer. */
  get pid(): number | undefined {
    return this.#running?.process.pid;
  }

  /**
   * Returns the result of a task, or why there is none. Waits while others are heard: the time limit begins with its turn.
   * Throws `canceled`, and `tool-missing` for a recognizer that cannot be loaded.
   */
  async ask(task: RecognizerTask, signal: AbortSignal): Promise<RecognizerResult | NotHeard> {
    const attempt = async (): Promise<TaskReply> => await this.#attempt(task, signal);
    const reply = await this.#turns.settle(attempt, (one) => !('failure' in one && one.hasEnded), signal);
    return 'result' in reply ? reply.result : { reason: reply.failure };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running?.process.end();
  }

  async #attempt(task: RecognizerTask, signal: AbortSignal): Promise<TaskReply> {
    throwIfCanceled(signal);
    if (this.#failedLoads === maxFailedLoads) return { failure: 'The recognizer cannot be loaded again.' };
    if (!this.#running?.process.isRunning) this.#running = this.#start();
    const { process, loading } = this.#running;
    try {
      await untilAborted(loading, signal);
    } catch (thrown) {
      throwIfCanceled(signal);
      return this.#notLoaded(messageOf(thrown));
    }
    this.#wasLoaded = true;
    this.#failedLoads = 0;
    return await hear(process, task, signal);
  }

  #start(): RunningRecognizer {
    const process = new EngineProcess<RecognizerRequest>(this.#worker, { niceness });
    const late = new AudiobookError('tool-missing', `it was not loaded within ${time.loadMs / 1000} s`);
    const deadline = { ms: time.loadMs, signal: new AbortController().signal, timeoutError: () => late };
    const loading = process.ask<undefined>({ task: 'load', model: this.#model }, deadline).catch((thrown: unknown) => {
      process.kill();
      throw thrown;
    });
    return { process, loading };
  }

  /** Replies with a failure in place of an exception: memory may be short for a while, for example. */
  #notLoaded(reason: string): TaskReply {
    this.#failedLoads += 1;
    const failure = `The recognizer cannot be loaded: ${reason}.`;
    if (!this.#wasLoaded) throw new AudiobookError('tool-missing', failure);
    return { failure, hasEnded: true };
  }
}

async function hear(
  process: EngineProcess<RecognizerRequest>,
  task: RecognizerTask,
  signal: AbortSignal,
): Promise<TaskReply> {
  const seconds = task.task === 'compare' ? 0 : pcmSeconds(task.pcm);
  const ms = time.baseMs + seconds * time.msPerSecond;
  const message = `The recognizer did not answer within ${Math.round(ms / 1000)} s.`;
  const late = new AudiobookError('provider-failed', message);
  try {
    return { result: await process.ask<RecognizerResult>(task, { ms, signal, timeoutError: () => late }) };
  } catch (thrown) {
    if (thrown instanceof EngineRefusal) return { failure: thrown.message };
    if (thrown instanceof EngineEnded)
      return { failure: `The recognizer failed: it ${thrown.message}.`, hasEnded: true };
    if (thrown === late) return { failure: late.message, hasEnded: true };
    throw thrown;
  }
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof EngineEnded) return `it ${thrown.message}`;
  return thrown instanceof Error ? thrown.message : String(thrown);
}
