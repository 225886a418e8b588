import type { Request } from 'express';
import { unknownJob } from '../../jobs/require-state.ts';
import type { Job } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';

/** Returns the job that a request names in its path. Throws `not-found`. */
export async function jobOf(jobs: Pick<Jobs, 'get'>, request: Request): Promise<Job> {
  const { id } = request.params;
  const job = typeof id === 'string' ? await jobs.get(id) : undefined;
  if (job) return job;
  throw unknownJob();
}
