import type { Response } from 'express';
import { basePathOf } from '../base-path.ts';
import type { Job } from '../../jobs/job.ts';

/** Responds 202 with a job that was queued, and its address. */
export function acceptJob(response: Response, job: Job): void {
  response
    .status(202)
    .location(`${basePathOf(response)}/jobs/${job.record.id}`)
    .json(job.view);
}
