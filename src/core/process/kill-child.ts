import type { ChildProcess } from 'node:child_process';

/**
 * Kills a child process. Does nothing for one that could not be started: `ChildProcess.kill` sends its signal to process 0 then, which
 * stands for this program and all others of its group.
 */
export function killChild(child: ChildProcess | undefined, signal: NodeJS.Signals): void {
  if (child?.pid !== undefined) child.kill(signal);
}

/** On Windows, `detached` does not give a child process a group of its own. */
export const hasGroups = process.platform !== 'win32';

/** Kills a child process that was started with `detached: hasGroups`, and the programs that it started. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (hasGroups) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
