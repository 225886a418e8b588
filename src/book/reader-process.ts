import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { packageVersion } from '../core/package-version.ts';
import { killChild } from '../core/process/kill-child.ts';
import { limitsOf, readerArguments } from './read-limits.ts';
import type { ReadLimits } from './read-limits.ts';

/** A process that reads one book. Disposed of, it is killed. */
export interface ReaderProcess extends AsyncDisposable {
  readonly process: ChildProcess;
}

/** The process that was started before a book was asked for. */
let early: { readonly process: ChildProcess; readonly args: readonly string[] } | undefined;

/**
 * Starts the process that will read the next book with the default limits, while the program loads, and returns it. It waits
 * for its book, does not keep this process running, and ends with it. Undefined when it cannot be started: reading the book
 * reports why.
 */
export async function startReaderEarly(): Promise<ChildProcess | undefined> {
  if (early) return early.process;
  const args = readerArguments(limitsOf({}));
  const child = await forkReader(args).catch(() => undefined);
  if (!child) return undefined;
  early = { process: child, args };
  child.on('error', () => undefined);
  child.unref();
  child.channel?.unref();
  return child;
}

/** Ends the process that was started before a book was asked for, when no book is asked for. */
export function endEarlyReader(): void {
  if (!early) return;
  killChild(early.process, 'SIGKILL');
  early = undefined;
}

/** Returns what a program has that reads all books alike: its version, when it was built, and Node, whose tables of letters decide, too. */
export async function readerVersion(): Promise<readonly (string | number)[]> {
  const { mtimeMs } = await stat(new URL('./reader-worker.js', import.meta.url));
  return [packageVersion(), mtimeMs, process.version];
}

/** Returns a process for one book: the one that was started early, when it has the same limits and still runs. */
export async function startReader(limits: ReadLimits): Promise<ReaderProcess> {
  const args = readerArguments(limits);
  const child = takeEarly(args) ?? (await forkReader(args));
  return {
    process: child,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Kills the process that was started early when it does not fit: nothing else would ask it. */
function takeEarly(args: readonly string[]): ChildProcess | undefined {
  if (!early) return undefined;
  const { process: child, args: own } = early;
  early = undefined;
  if (!child.connected || child.exitCode !== null || child.signalCode !== null) return undefined;
  if (own.join(' ') !== args.join(' ')) {
    killChild(child, 'SIGKILL');
    return undefined;
  }
  child.ref();
  child.channel?.ref();
  return child;
}

async function forkReader(args: readonly string[]): Promise<ChildProcess> {
  // Loaded for it alone: the help of the program needs this module and starts no process.
  const { fork } = await import('node:child_process');
  return fork(fileURLToPath(new URL('./reader-worker.js', import.meta.url)), [], {
    serialization: 'advanced',
    execArgv: [...args],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // The reader needs no keys and no NODE_OPTIONS.
    env: {},
  });
}
