import type { Response } from 'express';
import type { Job } from '../../jobs/job.ts';

/** Responds 202 with a job that was queued, and its address. */
export function acceptJob(response: Response, job: Job): void {
  response.status(202).location(`/jobs/${job.record.id}`).json(job.view);
}
