import type { ChildProcess } from 'node:child_process';

/**
 * Kills a child process. Does nothing for one that could not be started: `ChildProcess.kill` sends its signal to process 0 then, which
 * stands for this program and all others of its group.
 */
export function killChild(child: ChildProcess | undefined, signal: NodeJS.Signals): void {
  if (child?.pid !== undefined) child.kill(signal);
}
