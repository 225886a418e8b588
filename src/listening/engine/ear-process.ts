import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { withDeadline } from '../../core/deadline.ts';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { pcmSeconds } from '../../core/pcm.ts';
import type { EarModel, EarReply, EarRequest, EarResult, EarTask } from './ear-protocol.ts';

/** Why a task has no result. */
export interface NotHeard {
  readonly reason: string;
}

/** Time in which a recognizer must be loaded, and in which it must hear a second of sound. */
const time = { loadMs: 180_000, baseMs: 30_000, msPerSecond: 5000 };

/** Listening follows speaking: it takes what processor time is left. */
const priority = 10;

/** Attempts for a sound: the process may have been ended from outside. */
const attempts = 2;

/**
 * A recognizer in a process of its own, which is started with the first sound and again after it ended: the engine ends its
 * process for some files, and cannot be stopped otherwise.
 */
export class EarProcess implements AsyncDisposable {
  readonly #model: EarModel;
  #running: RunningEar | undefined;

  constructor(model: EarModel) {
    this.#model = model;
  }

  /** Process id of the running recognizer. */
  get pid(): number | undefined {
    return this.#running?.child.pid;
  }

  /**
   * Returns the result of a task, or why there is none. Throws `canceled`, and `tool-missing` for a recognizer that cannot be
   * loaded.
   */
  async ask(task: EarTask, signal: AbortSignal): Promise<EarResult | NotHeard> {
    let reason = '';
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      throwIfCanceled(signal);
      const ear = this.#running?.isRunning ? this.#running : new RunningEar(this.#model);
      this.#running = ear;
      await ear.loaded(signal);
      const reply = await this.#reply(ear, task, signal);
      if ('result' in reply) return reply.result;
      reason = reply.failure;
      if (ear.isRunning) break;
    }
    return { reason };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running?.end();
  }

  async #reply(ear: RunningEar, task: EarTask, signal: AbortSignal): Promise<TaskReply> {
    const seconds = task.task === 'compare' ? 0 : pcmSeconds(task.pcm);
    const ms = time.baseMs + seconds * time.msPerSecond;
    const late = new AudiobookError(
      'provider-failed',
      `The recognizer did not answer within ${Math.round(ms / 1000)} s.`,
    );
    try {
      return await withDeadline(() => ear.perform(task), { ms, signal, timeoutError: () => late });
    } catch (thrown) {
      ear.kill();
      if (thrown !== late) throw thrown;
      return { failure: late.message };
    }
  }
}

type TaskReply = { readonly result: EarResult } | { readonly failure: string };

/** A process and what was asked of it. */
class RunningEar {
  readonly child: ChildProcess;
  readonly #pending = new Map<number, (reply: TaskReply) => void>();
  readonly #ended: Promise<void>;
  readonly #loading: Promise<string | undefined>;
  #settleLoad: (failure: string | undefined) => void = () => {};
  #nextId = 1;
  #isRunning = true;

  constructor(model: EarModel) {
    const worker = fileURLToPath(new URL('./ear-worker.js', import.meta.url));
    this.child = fork(worker, [], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    lowerPriority(this.child.pid);
    this.child.on('message', (reply: EarReply) => this.#receive(reply));
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

  /** Throws `tool-missing` when the recognizer cannot be loaded. */
  async loaded(signal: AbortSignal): Promise<void> {
    const timeoutError = (): AudiobookError => earFailure(`it was not loaded within ${time.loadMs / 1000} s`);
    const failure = await withDeadline(() => this.#loading, { ms: time.loadMs, signal, timeoutError });
    if (failure === undefined) return;
    this.kill();
    throw earFailure(failure);
  }

  async perform(task: EarTask): Promise<TaskReply> {
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
    this.child.kill('SIGKILL');
  }

  /** Kills the process and waits until it has ended. */
  async end(): Promise<void> {
    this.kill();
    await this.#ended;
  }

  #send(request: EarRequest): void {
    // The end of the process is reported by itself.
    this.child.send(request, () => {});
  }

  #receive(reply: EarReply): void {
    if ('task' in reply) return this.#settleLoad(reply.failure);
    this.#pending.get(reply.id)?.(reply);
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
    for (const settle of this.#pending.values()) settle({ failure });
    this.#pending.clear();
  }
}

function earFailure(reason: string): AudiobookError {
  return new AudiobookError('tool-missing', `The recognizer cannot be loaded: ${reason}.`);
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) os.setPriority(pid, priority);
  } catch {
    // It has ended already, or the system does not allow it: it only listens sooner.
  }
}
