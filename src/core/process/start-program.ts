import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { Readable, Writable } from 'node:stream';
import { canceled } from '../errors.ts';
import { hasGroups, killChild, killGroup } from './kill-child.ts';
import { ProgramError } from './program-error.ts';

/** Options of `startProgram`. */
export interface ProgramOptions {
  /** Kills the program. `ended` then rejects with `canceled`. */
  readonly signal?: AbortSignal | undefined;
  /** The program's environment. Default: that of this process. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Kills the program when it runs longer. Default: no limit. */
  readonly timeoutMs?: number | undefined;
  /** Gives the program a group of its own and kills those that it started with it. Default: `false`. */
  readonly ownGroup?: boolean | undefined;
  /** Delay between SIGTERM and SIGKILL. Default: 0, SIGKILL at once. */
  readonly killGraceMs?: number | undefined;
}

/** A program at work. Disposed of, it is killed and waited for. */
export interface RunningProgram extends AsyncDisposable {
  /** Undefined when the program could not be started. */
  readonly pid: number | undefined;
  /** Must be ended by the caller. Its errors are ignored: `ended` knows why the program stopped reading. */
  readonly stdin: Writable;
  readonly stdout: Readable;
  /**
   * Resolves with the end of standard error (8192 characters) when the program has exited with code 0 and closed its output.
   * Rejects with `canceled` after an abort and with `ProgramError` otherwise.
   */
  readonly ended: Promise<string>;
  /** Kills the program and waits until it is gone. `ended` rejects with `reason`, unless it failed before. */
  stop(reason?: Error): Promise<void>;
}

/**
 * Starts a program with a list of arguments, never through a shell. A failed start rejects `ended`. The caller must read
 * `stdout`, or the program waits once its output fills the pipe.
 */
export function startProgram(program: string, args: readonly string[], options: ProgramOptions = {}): RunningProgram {
  return new ChildProgram(program, args, options);
}

const maxStderrLength = 8192;
/** A process that is stuck in the kernel does not even obey SIGKILL. It is left behind after this time. */
const maxKillMs = 5000;

/** The end of a process. */
type Outcome =
  | { readonly startError: unknown }
  | { readonly exitCode: number | null; readonly signalName: NodeJS.Signals | null };

class ChildProgram implements RunningProgram {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly ended: Promise<string>;
  /** For messages. */
  readonly #name: string;
  readonly #options: ProgramOptions;
  readonly #child: ChildProcess | undefined;
  readonly #outcome: Promise<Outcome>;
  readonly #timers: NodeJS.Timeout[] = [];
  #stderr = '';
  #reason: Error | undefined;
  #giveUp: () => void = () => undefined;
  #hasEnded = false;

  constructor(program: string, args: readonly string[], options: ProgramOptions) {
    this.#name = path.basename(program);
    this.#options = options;
    const child = spawnOrError(program, args, options);
    this.#child = child instanceof Error ? undefined : child;
    // Node leaves the streams out when it fails before making them.
    this.stdin = this.#child?.stdin ?? new PassThrough();
    this.stdout = this.#child?.stdout ?? new PassThrough().end();
    this.stdin.on('error', () => undefined);
    this.#child?.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-maxStderrLength);
    });
    this.#outcome = child instanceof Error ? Promise.resolve({ startError: child }) : this.#watch(child);
    this.#limit();
    this.ended = this.#end();
    // A failure that is not awaited must not end this process.
    this.ended.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async stop(reason: Error = new ProgramError('killed', `${this.#name} was stopped`)): Promise<void> {
    if (!this.#hasEnded) this.#kill(reason);
    await this.#outcome;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #watch(child: ChildProcess): Promise<Outcome> {
    return await new Promise((resolve) => {
      this.#giveUp = () => resolve({ exitCode: null, signalName: 'SIGKILL' });
      child.on('error', (error) => {
        if (child.pid === undefined) resolve({ startError: error });
      });
      // Children of a killed program can hold its pipes open.
      child.once('exit', () => {
        if (this.#reason !== undefined) this.#closePipes();
      });
      child.once('close', (exitCode, signalName) => resolve({ exitCode, signalName }));
    });
  }

  #limit(): void {
    const { signal, timeoutMs } = this.#options;
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (timeoutMs === undefined) return;
    const timeUp = new ProgramError('timed-out', `${this.#name} took longer than ${timeoutMs / 1000} seconds`);
    this.#timers.push(setTimeout(() => this.#kill(timeUp), timeoutMs));
  }

  readonly #onAbort = (): void => {
    if (this.#options.signal) this.#kill(canceled(this.#options.signal));
  };

  async #end(): Promise<string> {
    const outcome = await this.#outcome;
    this.#hasEnded = true;
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    for (const timer of this.#timers) clearTimeout(timer);
    this.stdin.destroy();
    if (this.#reason !== undefined) throw this.#reason;
    if ('startError' in outcome) {
      throw new ProgramError('not-started', `${this.#name} cannot be started`, { cause: outcome.startError });
    }
    const { exitCode, signalName } = outcome;
    if (exitCode === 0) return this.#stderr;
    const stderr = this.#stderr;
    if (exitCode === null) {
      throw new ProgramError('killed', `${this.#name} was killed with signal ${signalName}`, { stderr });
    }
    throw new ProgramError('exited', `${this.#name} exited with code ${exitCode}`, { exitCode, stderr });
  }

  /** The first reason wins. */
  #kill(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    const { killGraceMs = 0 } = this.#options;
    if (this.#child?.exitCode !== null || this.#child.signalCode !== null) this.#closePipes();
    if (killGraceMs > 0) killChild(this.#child, 'SIGTERM');
    else this.#killNow();
    this.#timers.push(
      setTimeout(() => this.#killNow(), killGraceMs),
      setTimeout(() => this.#giveUp(), killGraceMs + maxKillMs),
    );
  }

  #killNow(): void {
    if (this.#options.ownGroup && this.#child) killGroup(this.#child);
    else killChild(this.#child, 'SIGKILL');
  }

  #closePipes(): void {
    this.stdin.destroy();
    this.stdout.destroy();
    this.#child?.stderr?.destroy();
  }
}

/** Node throws some failures of a start and emits others. */
function spawnOrError(
  program: string,
  args: readonly string[],
  { env, ownGroup = false }: ProgramOptions,
): ChildProcess | Error {
  try {
    return spawn(program, args, { env, windowsHide: true, stdio: 'pipe', detached: ownGroup && hasGroups });
  } catch (thrown) {
    return thrown instanceof Error ? thrown : new Error(String(thrown));
  }
}
