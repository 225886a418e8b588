import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Limits } from '../server-settings.ts';
import type { JobAges } from './job-ages.ts';
import type { Job } from './job.ts';

/** How long the upload of a failed job is kept. */
export const keepFailedUploadMs = 24 * 60 * 60 * 1000;

/** Returns the ended jobs to remove: those past their age, and the oldest until the others fit the size limit. */
export async function expiredJobs(
  ended: readonly Job[],
  { keepMs, keepBytes }: Pick<Limits, 'keepMs' | 'keepBytes'>,
  ages: Pick<JobAges, 'of'>,
): Promise<readonly Job[]> {
  const newestFirst = ended.toSorted((a, b) => ages.of(a.record.id) - ages.of(b.record.id) || endMs(b) - endMs(a));
  const expired: Job[] = [];
  let total = 0;
  for (const job of newestFirst) {
    total += await folderBytes(job.paths.folder);
    if (ages.of(job.record.id) > keepMs || total > keepBytes) expired.push(job);
  }
  return expired;
}

/** Orders jobs of the same age only, because the wall clock may have been wrong. */
function endMs({ record }: Job): number {
  return record.endedMs ?? record.createdMs;
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const found = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => undefined)));
  return found.reduce((sum, entry) => sum + (entry?.isFile() ? entry.size : 0), 0);
}
