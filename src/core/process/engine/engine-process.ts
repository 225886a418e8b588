import type { ChildProcess } from 'node:child_process';
import os from 'node:os';
import { untilAborted, withDeadline } from '../../deadline.ts';
import type { Deadline } from '../../deadline.ts';
import { throwIfCanceled } from '../../errors.ts';
import { ChildHold } from '../child-hold.ts';
import { forkChild } from '../fork-child.ts';
import { hasGroups, killChild, killGroup } from '../kill-child.ts';
import type { EngineReply } from './serve-engine.ts';

/** Options of an `EngineProcess`. */
export interface EngineProcessOptions {
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Whether it runs programs of its own, which are killed with it. */
  readonly runsPrograms?: boolean | undefined;
  /** Its priority for the system: a positive number lets others go first. */
  readonly niceness?: number | undefined;
  /** Receives what it writes to standard error. */
  readonly onStderr?: ((text: string) => void) | undefined;
}

/** The time that a call may take. */
export type EngineDeadline = Deadline | Pick<Deadline, 'signal'>;

/** The process ended before it replied. The message says how: `ended with exit code 1`. */
export class EngineEnded extends Error {
  override readonly name = 'EngineEnded';
  /** Whether this program ended it, for another call or for good. */
  readonly wasKilled: boolean;
  readonly bySignal: boolean;

  constructor(message: string, { wasKilled, bySignal }: { readonly wasKilled: boolean; readonly bySignal: boolean }) {
    super(message);
    this.wasKilled = wasKilled;
    this.bySignal = bySignal;
  }
}

/** The engine replied that it cannot do what was asked. */
export class EngineRefusal extends Error {
  override readonly name = 'EngineRefusal';
}

/**
 * An engine in a child process, where it can crash, hang and be killed alone. Its program calls `serveEngine`. Any number of calls may be
 * under way. An engine that is idle does not keep this program running.
 */
export class EngineProcess<Request> {
  readonly #child: ChildProcess;
  readonly #hold: ChildHold;
  readonly #kill: () => void;
  readonly #ended: Promise<void>;
  /** Settle the calls under way, by their ids. */
  readonly #replies = new Map<number, (reply: EngineReply<never> | EngineEnded) => void>();
  #isRunning = true;
  #wasKilled = false;
  #nextId = 1;

  /** Starts the program of an engine. Throws a retryable `output-failed` when too many files are open. */
  constructor(worker: URL, { env, runsPrograms = false, niceness, onStderr }: EngineProcessOptions = {}) {
    this.#child = forkChild(worker, {
      serialization: 'advanced',
      execArgv: [],
      detached: runsPrograms && hasGroups,
      stdio: ['ignore', 'ignore', onStderr ? 'pipe' : 'ignore', 'ipc'],
      ...(env && { env }),
    });
    this.#kill = () => (runsPrograms ? killGroup(this.#child) : killChild(this.#child, 'SIGKILL'));
    if (niceness !== undefined) setPriority(this.#child.pid, niceness);
    if (onStderr) this.#child.stderr?.setEncoding('utf8').on('data', onStderr);
    this.#child.on('message', (reply: EngineReply<never>) => this.#replies.get(reply.id)?.(reply));
    this.#ended = new Promise((resolve) => {
      const end = (reason: string, bySignal = false): void => {
        this.#end(`ended with ${reason}`, bySignal);
        resolve();
      };
      this.#child.once('error', (error) => end(error.message));
      this.#child.once('close', (code, signal) => end(signal ?? `exit code ${code}`, signal !== null));
    });
    this.#hold = new ChildHold(this.#child);
  }

  /** False once the process has ended or was killed. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Sends a request and returns the result. An abort, or the end of its time, kills the process: what it does cannot be stopped
   * otherwise. Throws `EngineEnded`, `EngineRefusal`, and what the deadline throws.
   */
  async ask<Result>(request: Request, deadline: EngineDeadline): Promise<Result> {
    throwIfCanceled(deadline.signal);
    try {
      const reply = async (): Promise<Result> => await this.#send(request);
      return await ('ms' in deadline ? withDeadline(reply, deadline) : untilAborted(reply(), deadline.signal));
    } catch (thrown) {
      if (!(thrown instanceof EngineEnded || thrown instanceof EngineRefusal)) this.kill();
      throw thrown;
    }
  }

  /** Kills the process. The calls under way fail with `EngineEnded`. */
  kill(): void {
    this.#wasKilled = true;
    this.#isRunning = false;
    this.#kill();
  }

  /** Kills the process and waits until it has ended. */
  async end(): Promise<void> {
    this.#hold.hold();
    this.kill();
    await this.#ended;
    this.#hold.release();
  }

  async #send<Result>(request: Request): Promise<Result> {
    if (!this.#isRunning) throw new EngineEnded('was ended', { wasKilled: this.#wasKilled, bySignal: false });
    const id = this.#nextId;
    this.#nextId += 1;
    this.#hold.hold();
    try {
      return await new Promise<Result>((resolve, reject) => {
        this.#replies.set(id, (reply: EngineReply<Result> | EngineEnded) => {
          if (reply instanceof EngineEnded) reject(reply);
          else if ('failure' in reply) reject(new EngineRefusal(reply.failure));
          else resolve(reply.result);
        });
        // The end of the process is reported by itself.
        this.#child.send({ id, request }, () => {});
      });
    } finally {
      this.#replies.delete(id);
      this.#hold.release();
    }
  }

  #end(message: string, bySignal: boolean): void {
    this.#isRunning = false;
    const ended = new EngineEnded(message, { wasKilled: this.#wasKilled, bySignal });
    for (const settle of this.#replies.values()) settle(ended);
  }
}

function setPriority(pid: number | undefined, niceness: number): void {
  try {
    if (pid !== undefined) os.setPriority(pid, niceness);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
