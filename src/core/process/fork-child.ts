import { fork } from 'node:child_process';
import type { ChildProcess, ForkOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AudiobookError } from '../errors.ts';

/**
 * Runs a module in a child process. Throws a retryable `output-failed` when this process may open no more files: Node then returns a
 * child without streams and without `send`, and ends the program for its error.
 */
export function forkChild(module: URL, options: ForkOptions): ChildProcess {
  const child = fork(fileURLToPath(module), [], options);
  if (typeof child.send === 'function') return child;
  child.on('error', () => undefined);
  const advice = 'Raise the limit of this process (ulimit -n, or LimitNOFILE= of systemd).';
  throw new AudiobookError('output-failed', `Too many open files to start another process. ${advice}`, {
    retryable: true,
  });
}
