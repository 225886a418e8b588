import type { Request } from 'express';
import { unknownJob } from '../../jobs/require-state.ts';
import type { ServedJob, ServedJobs } from '../../jobs/served/served-jobs.ts';

/** Returns the job that a request names in its path. Throws `not-found`. */
export async function jobOf(jobs: Pick<ServedJobs, 'get'>, request: Request): Promise<ServedJob> {
  const { id } = request.params;
  const job = typeof id === 'string' ? await jobs.get(id) : undefined;
  if (job) return job;
  throw unknownJob();
}
