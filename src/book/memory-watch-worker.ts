import { setInterval } from 'node:timers';
import { workerData } from 'node:worker_threads';

// Heap limits do not count buffers, so this thread measures the whole process and can end it even when it hangs.
const megabytes = Number(workerData);
setInterval(() => {
  if (process.memoryUsage.rss() > megabytes * 1e6) process.kill(process.pid, 'SIGKILL');
}, 50);
