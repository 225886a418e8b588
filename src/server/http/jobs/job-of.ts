import type { Request } from 'express';
import { unknownJob } from '../../jobs/require-state.ts';
import type { Job } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';

/** Returns the job that a request names in its path. Throws `not-found`. */
export function jobOf(jobs: Jobs, request: Request): Job {
  const { id } = request.params;
  const job = typeof id === 'string' ? jobs.get(id) : undefined;
  if (job) return job;
  throw unknownJob();
}
