import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from './job.ts';

/** Waits until all jobs are settled, at most for a time in milliseconds. */
export async function settledWithin(jobs: readonly Pick<Job, 'settled'>[], ms: number): Promise<void> {
  const timer = new AbortController();
  const { signal } = timer;
  const settled = Promise.all(jobs.map((job) => job.settled));
  await Promise.race([settled, delay(ms, undefined, { signal }).catch(() => undefined)]);
  timer.abort();
}
