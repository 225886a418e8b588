import type { ChildProcess } from 'node:child_process';
import os from 'node:os';
import { forkChild } from '../../core/process/fork-child.ts';
import { untilAborted, withDeadline } from '../../core/deadline.ts';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { pcmSeconds } from '../../core/pcm.ts';
import { killChild } from '../../core/process/kill-child.ts';
import { Turns } from '../../speech/natural/engine/turns.ts';
import type {
  RecognizerModel,
  RecognizerReply,
  RecognizerRequest,
  RecognizerResult,
  RecognizerTask,
} from './recognizer-protocol.ts';

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
const priority = 5;

/** Sounds that are heard at once, with one thread each: as many as most machines have cores to spare, and a flat need of memory. */
const soundsAtOnce = 2;

/** A recognizer that was loaded, ended, and cannot be loaded this many times in a row, is given up. */
const maxFailedLoads = 3;

/** Options of `RecognizerProcess`. */
export interface RecognizerProcessOptions {
  /** Program of the process. Default: `recognizer-worker.js`. */
  readonly worker?: URL | undefined;
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
    return this.#running?.child.pid;
  }

  /**
   * Returns the result of a task, or why there is none. Waits while others are heard: the time limit begins with its turn.
   * Throws `canceled`, and `tool-missing` for a recognizer that cannot be loaded.
   */
  async ask(task: RecognizerTask, signal: AbortSignal): Promise<RecognizerResult | NotHeard> {
    const attempt = async (): Promise<TaskReply> => await this.#attempt(task, signal);
    throwIfCanceled(signal);
    let reply = await untilAborted(this.#turns.shared(attempt), signal);
    if ('failure' in reply && reply.hasEnded) reply = await untilAborted(this.#turns.alone(attempt), signal);
    return 'result' in reply ? reply.result : { reason: reply.failure };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running?.end();
  }

  async #attempt(task: RecognizerTask, signal: AbortSignal): Promise<TaskReply> {
    throwIfCanceled(signal);
    if (this.#failedLoads === maxFailedLoads)
      return { failure: 'The recognizer cannot be loaded again.', hasEnded: false };
    const running = this.#running?.isRunning ? this.#running : new RunningRecognizer(this.#model, this.#worker);
    this.#running = running;
    const failure = await running.loaded(signal);
    if (failure !== undefined) return this.#notLoaded(failure);
    this.#wasLoaded = true;
    this.#failedLoads = 0;
    return await this.#reply(running, task, signal);
  }

  /** Replies with a failure in place of an exception: memory may be short for a while, for example. */
  #notLoaded(reason: string): TaskReply {
    this.#failedLoads += 1;
    const failure = `The recognizer cannot be loaded: ${reason}.`;
    if (!this.#wasLoaded) throw new AudiobookError('tool-missing', failure);
    return { failure, hasEnded: true };
  }

  async #reply(running: RunningRecognizer, task: RecognizerTask, signal: AbortSignal): Promise<TaskReply> {
    const seconds = task.task === 'compare' ? 0 : pcmSeconds(task.pcm);
    const ms = time.baseMs + seconds * time.msPerSecond;
    const late = new AudiobookError(
      'provider-failed',
      `The recognizer did not answer within ${Math.round(ms / 1000)} s.`,
    );
    try {
      return await withDeadline(() => running.perform(task), { ms, signal, timeoutError: () => late });
    } catch (thrown) {
      running.kill();
      if (thrown !== late) throw thrown;
      return { failure: late.message, hasEnded: true };
    }
  }
}

type TaskReply =
  | { readonly result: RecognizerResult }
  /** `hasEnded` when the process has ended, which another sound may have caused. */
  | { readonly failure: string; readonly hasEnded: boolean };

/** A process and what was asked of it. */
class RunningRecognizer {
  readonly child: ChildProcess;
  readonly #pending = new Map<number, (reply: TaskReply) => void>();
  readonly #ended: Promise<void>;
  readonly #loading: Promise<string | undefined>;
  #settleLoad: (failure: string | undefined) => void = () => {};
  #nextId = 1;
  #isRunning = true;

  constructor(model: RecognizerModel, worker: URL) {
    this.child = forkChild(worker, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    lowerPriority(this.child.pid);
    this.child.on('message', (reply: RecognizerReply) => this.#receive(reply));
    this.#loading = new Promise((resolve) => {
      this.#settleLoad = resolve;
    });
    this.#ended = new Promise((resolve) => {
      this.child.once('error', (error) => this.#end(error.message, resolve));
      this.child.once('close', (code, signal) => this.#end(`it ended with ${signal ?? `exit code ${code}`}`, resolve));
    });
    this.#send({ task: 'load', model });
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Returns why the recognizer cannot be loaded, or undefined when it is. */
  async loaded(signal: AbortSignal): Promise<string | undefined> {
    const late = new AudiobookError('tool-missing', `it was not loaded within ${time.loadMs / 1000} s`);
    const deadline = { ms: time.loadMs, signal, timeoutError: () => late };
    const failure = await withDeadline(() => this.#loading, deadline).catch((thrown: unknown) => {
      if (thrown !== late) throw thrown;
      return late.message;
    });
    if (failure !== undefined) this.kill();
    return failure;
  }

  async perform(task: RecognizerTask): Promise<TaskReply> {
    const id = this.#nextId;
    this.#nextId += 1;
    return await new Promise((resolve) => {
      this.#pending.set(id, resolve);
      if (this.#isRunning) this.#send({ id, ...task });
      else this.#failPending('The recognizer has ended.');
    });
  }

  kill(): void {
    this.#isRunning = false;
    killChild(this.child, 'SIGKILL');
  }

  /** Kills the process and waits until it has ended. */
  async end(): Promise<void> {
    this.kill();
    await this.#ended;
  }

  #send(request: RecognizerRequest): void {
    // The end of the process is reported by itself.
    this.child.send(request, () => {});
  }

  #receive(reply: RecognizerReply): void {
    if ('task' in reply) return this.#settleLoad(reply.failure);
    this.#pending.get(reply.id)?.('result' in reply ? reply : { ...reply, hasEnded: false });
    this.#pending.delete(reply.id);
    return undefined;
  }

  #end(reason: string, resolve: () => void): void {
    this.#isRunning = false;
    this.#settleLoad(reason);
    this.#failPending(`The recognizer failed: ${reason}.`);
    resolve();
  }

  #failPending(failure: string): void {
    for (const settle of this.#pending.values()) settle({ failure, hasEnded: true });
    this.#pending.clear();
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) os.setPriority(pid, priority);
  } catch {
    // It has ended already, or the system does not allow it: it only listens sooner.
  }
}
