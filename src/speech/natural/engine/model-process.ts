import type { ChildProcess } from 'node:child_process';
import { forkChild } from '../../../core/process/fork-child.ts';
import { ChildHold } from '../../../core/process/child-hold.ts';
import { killChild } from '../../../core/process/kill-child.ts';
import { loadError } from './load-error.ts';
import { endMarks, markStart } from './engine-protocol.ts';
import type {
  EngineModel,
  EngineReply,
  EngineRequest,
  LoadedModel,
  LoadReply,
  SpokenUtterance,
  Utterance,
} from './engine-protocol.ts';

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
  /** Absent when the engine refused the text; `failure` says why. */
  readonly spoken?: SpokenUtterance | undefined;
  readonly failure?: string | undefined;
  readonly said: string;
  /** Whether nothing else was spoken meanwhile. */
  readonly wasAlone: boolean;
}

/** The engine process ended. `wasKilled` when this program ended it. */
export class EngineEnded extends Error {
  override readonly name = 'EngineEnded';
  readonly wasKilled: boolean;
  readonly wasAlone: boolean;

  constructor(reason: string, { wasKilled, wasAlone }: { readonly wasKilled: boolean; readonly wasAlone: boolean }) {
    super(reason);
    this.wasKilled = wasKilled;
    this.wasAlone = wasAlone;
  }
}

interface Pending {
  readonly id: number;
  said: string;
  wasAlone: boolean;
  isMarked: boolean;
  reply: Extract<EngineReply, { id: number }> | undefined;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (ended: EngineEnded) => void;
}

/** Time in which a model must be loaded. */
const loadTimeoutMs = 180_000;

/** libuv's threads that stay free for files while all calls are under way. */
const spareThreads = 4;

const maxSaid = 20_000;

/** A model in a process of its own: the engine ends its process for some texts and files, and cannot be stopped otherwise. */
export class ModelProcess {
  readonly #child: ChildProcess;
  readonly #hold: ChildHold;
  readonly #pending = new Map<number, Pending>();
  readonly #ended: Promise<string>;
  readonly #onLog: ProcessOptions['onLog'];
  readonly #loaded: Promise<LoadedModel>;
  #settleLoad: (reply: LoadReply) => void = () => {};
  #isRunning = true;
  #wasKilled = false;
  #nextId = 1;
  /** The end of a message that may be the beginning of a mark. */
  #unread = '';
  #lastSaid = '';

  constructor({ model, calls, threads, onLog }: ProcessOptions) {
    this.#onLog = onLog;
    this.#child = forkChild(new URL('./natural-worker.js', import.meta.url), {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // oxlint-disable-next-line node/no-process-env -- as every child inherits it, with one variable more
      env: { ...process.env, UV_THREADPOOL_SIZE: String(calls + spareThreads) },
    });
    this.#hold = new ChildHold(this.#child);
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.#child.on('message', (message: EngineReply) => this.#receive(message));
    this.#ended = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(this.#end(error.message)));
      this.#child.once('close', (code, signal) => resolve(this.#end(signal ?? `exit code ${code}`, signal !== null)));
    });
    this.#loaded = this.#load({ task: 'load', model, threads });
    // Whoever speaks first hears of a failure.
    this.#loaded.catch(() => undefined);
  }

  /** False once the process has ended or was killed. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Returns what the model has. Throws `provider-failed` when it cannot be loaded, `provider-unavailable` without the engine. */
  async loaded(): Promise<LoadedModel> {
    return await this.#loaded;
  }

  /** Speaks an utterance. Throws `EngineEnded`, and as `loaded`. */
  async speak(utterance: Utterance): Promise<Reply> {
    await this.#loaded;
    const id = this.#nextId;
    this.#nextId += 1;
    for (const other of this.#pending.values()) other.wasAlone = false;
    const wasAlone = this.#pending.size === 0;
    return await new Promise((resolve, reject) => {
      const pending = { id, said: '', wasAlone, isMarked: false, reply: undefined, resolve, reject };
      this.#pending.set(id, pending);
      this.#hold.hold();
      if (this.#isRunning) this.#send({ task: 'speak', id, ...utterance });
      else this.#failPending(this.#wasKilled ? 'was ended' : 'ended');
    });
  }

  /** Kills the process. What it speaks fails with `EngineEnded`. */
  kill(): void {
    this.#wasKilled = true;
    this.#isRunning = false;
    killChild(this.#child, 'SIGKILL');
  }

  /** Kills the process and waits until it has ended. */
  async end(): Promise<void> {
    this.#hold.hold();
    this.kill();
    await this.#ended;
    this.#hold.release();
  }

  async #load(request: EngineRequest): Promise<LoadedModel> {
    const timer = setTimeout(() => this.kill(), loadTimeoutMs);
    this.#hold.hold();
    const reply = await new Promise<LoadReply>((resolve) => {
      this.#settleLoad = resolve;
      this.#send(request);
    });
    clearTimeout(timer);
    this.#settleLoad = () => {};
    this.#hold.release();
    if ('loaded' in reply) return reply.loaded;
    this.kill();
    throw loadError(reply, this.#lastSaid);
  }

  #send(request: EngineRequest): void {
    // The end of the process is reported by itself.
    this.#child.send(request, () => {});
  }

  #receive(message: EngineReply): void {
    if (!('id' in message)) return this.#settleLoad(message);
    const pending = this.#pending.get(message.id);
    if (!pending) return undefined;
    pending.reply = message;
    return this.#settle(pending);
  }

  /** Gives every utterance under way what the engine says: its lines do not name the utterance. */
  #read(text: string): void {
    const parts = `${this.#unread}${text}`.split(endMarks);
    // A mark may arrive in two pieces.
    this.#unread = parts.pop() ?? '';
    for (const [index, part] of parts.entries()) {
      if (index % 2 === 0) this.#say(part);
      else this.#mark(Number(part));
    }
    if (this.#unread.includes(markStart)) return;
    this.#say(this.#unread);
    this.#unread = '';
  }

  #say(text: string): void {
    if (text === '') return;
    this.#onLog?.(text);
    this.#lastSaid = `${this.#lastSaid}${text}`.slice(-maxSaid);
    for (const pending of this.#pending.values()) pending.said = `${pending.said}${text}`.slice(-maxSaid);
  }

  #mark(id: number): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    pending.isMarked = true;
    this.#settle(pending);
  }

  #settle(pending: Pending): void {
    const { id, said, wasAlone, isMarked, reply, resolve } = pending;
    if (!isMarked || !reply) return;
    this.#pending.delete(id);
    this.#hold.release();
    if ('failure' in reply) resolve({ failure: reply.failure, said, wasAlone });
    else resolve({ spoken: reply, said, wasAlone });
  }

  #end(reason: string, wasSignal = false): string {
    this.#isRunning = false;
    this.#settleLoad({ loadFailure: `the engine ended with ${reason}`, fault: wasSignal ? 'process' : 'files' });
    this.#failPending(`ended with ${reason}`);
    return reason;
  }

  #failPending(reason: string): void {
    for (const { wasAlone, reject } of this.#pending.values()) {
      this.#hold.release();
      reject(new EngineEnded(reason, { wasKilled: this.#wasKilled, wasAlone }));
    }
    this.#pending.clear();
  }
}
