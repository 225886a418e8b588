import { setInterval } from 'node:timers';
import { workerData } from 'node:worker_threads';

// Buffers are outside every heap limit, so the whole process is measured, and ended from here even when it hangs.
const megabytes = Number(workerData);
setInterval(() => {
  if (process.memoryUsage.rss() > megabytes * 1e6) process.kill(process.pid, 'SIGKILL');
}, 50);
