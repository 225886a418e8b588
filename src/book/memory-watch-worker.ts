import { setInterval } from 'node:timers';
import { workerData } from 'node:worker_threads';

// Heap limits do not count buffers, so this thread measures the whole process and can end it even when it hangs. It ends it, too,
// when no program waits for the book any longer: the one that did was killed.
const { megabytes, parent }: { readonly megabytes: number; readonly parent: number } = workerData;
setInterval(() => {
  if (process.memoryUsage.rss() > megabytes * 1e6 || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 50);
