import { setInterval } from 'node:timers';
import { parentPort, workerData } from 'node:worker_threads';

// Heap limits do not count buffers, and reading blocks its thread, so this thread measures the whole process and can end it even
// when it hangs. It ends it, too, when no program waits for the book any longer: the one that did was killed. Processor time is
// counted and not that on the clock: whether a book is read must not depend on what else the machine does.
const { megabytes, seconds, parent }: WatchedLimits = workerData;

/** What a process that reads a book may take, and the program that waits for it. */
export interface WatchedLimits {
  readonly megabytes: number;
  /** Processor time since the start, or since the last message. */
  readonly seconds: number;
  /** Id of the process. */
  readonly parent: number;
}

let before = 0;
parentPort?.on('message', () => (before = processorSeconds()));
setInterval(() => {
  if (process.memoryUsage.rss() > megabytes * 1e6 || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  if (processorSeconds() - before > seconds) process.kill(process.pid, timeIsUp);
}, 50);

/** The signal of the system for this limit; Windows has none. */
const timeIsUp = process.platform === 'win32' ? 'SIGKILL' : 'SIGXCPU';

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
