import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { packageVersion } from '../core/package-version.ts';
import { forkChild } from '../core/process/fork-child.ts';
import type { BookChoices } from './book-choices.ts';
import { limitsOf, readerArguments } from './read-limits.ts';

/** A process that reads one book. Disposed of, it is killed. */
export interface ReaderProcess extends AsyncDisposable {
  readonly process: ChildProcess;
}

/** Returns what a program has that reads all books alike: its version, when it was built, and Node, whose tables of letters decide, too. */
export async function readerVersion(): Promise<readonly (string | number)[]> {
  const { mtimeMs } = await stat(new URL('./reader-worker.js', import.meta.url));
  return [packageVersion(), mtimeMs, process.version];
}

/** Starts a process that waits for a book to read, with the limits of memory of some choices. */
export function startReader(choices: BookChoices): ReaderProcess {
  const child = forkChild(new URL('./reader-worker.js', import.meta.url), {
    serialization: 'advanced',
    execArgv: readerArguments(limitsOf(choices)),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // The reader needs no keys and no NODE_OPTIONS.
    env: {},
  });
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
