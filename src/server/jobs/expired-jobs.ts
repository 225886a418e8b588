import type { Job } from './job.ts';
import { folderBytes } from './job-paths.ts';
import type { Limits } from '../server-settings.ts';

/** Which ended jobs are to go: those past their age, then the oldest until the rest fits. */
export async function expiredJobs(
  ended: readonly Job[],
  { keepMs, keepBytes }: Pick<Limits, 'keepMs' | 'keepBytes'>,
  nowMs: number,
): Promise<readonly Job[]> {
  const newestFirst = ended.toSorted((a, b) => endOf(b) - endOf(a));
  const going: Job[] = [];
  let total = 0;
  for (const job of newestFirst) {
    total += await folderBytes(job.paths.folder);
    if (nowMs - endOf(job) > keepMs || total > keepBytes) going.push(job);
  }
  return going;
}

function endOf({ record }: Job): number {
  return record.endedMs ?? record.createdMs;
}
