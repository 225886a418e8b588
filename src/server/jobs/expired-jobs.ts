import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Limits } from '../server-settings.ts';
import type { JobAges } from './job-ages.ts';
import { removeFolder } from './job-paths.ts';
import type { JobRunner } from './job-runner.ts';
import type { Job } from './job.ts';

/** Time to keep the upload of a failed job, in milliseconds. */
const keepFailedUploadMs = 24 * 60 * 60 * 1000;

/** Time to keep the stream of a job after its end, in milliseconds: those who listen hear it to the end, and others play the result. */
const keepStreamMs = 24 * 60 * 60 * 1000;

/** Returns the ended jobs to remove: those past their age, and the oldest until the others fit the size limit. Those that someone keeps do not count. */
export async function expiredJobs(
  ended: readonly Job[],
  { keepMs, keepBytes }: Pick<Limits, 'keepMs' | 'keepBytes'>,
  ages: Pick<JobAges, 'of'>,
): Promise<readonly Job[]> {
  const newestFirst = ended.toSorted((a, b) => ages.of(a.record.id) - ages.of(b.record.id) || endMs(b) - endMs(a));
  const expired: Job[] = [];
  let total = 0;
  for (const job of newestFirst) {
    if (job.record.keep) continue;
    total += await folderBytes(job.paths.folder);
    if (ages.of(job.record.id) > keepMs || total > keepBytes) expired.push(job);
  }
  return expired;
}

/** Removes what ended jobs keep for a shorter time: the uploads of failed ones, and streams. */
export async function dropParts(
  ended: readonly Job[],
  ages: Pick<JobAges, 'of'>,
  runner: Pick<JobRunner, 'removeUpload'>,
): Promise<void> {
  for (const job of ended) {
    // A retry continues it, or it was removed.
    if (job.isRetired) continue;
    const age = ages.of(job.record.id);
    if (age > keepFailedUploadMs) await runner.removeUpload(job);
    if (age > keepStreamMs) await removeFolder(job.paths.stream);
  }
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
