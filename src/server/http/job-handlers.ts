import type { Request, RequestHandler } from 'express';
import { followJob } from './follow-job.ts';
import { sendJob } from './send-job.ts';
import type { Service } from './service.ts';
import type { Job } from '../jobs/job.ts';
import { hasEnded } from '../jobs/job-record.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { RequestError } from '../errors/request-error.ts';

type Handlers = Readonly<Record<'listJobs' | 'getJob' | 'followJob' | 'getResult' | 'deleteJob', RequestHandler>>;

/** Returns the handlers of operations on existing jobs. */
export function jobHandlers({ jobs }: Service): Handlers {
  return {
    listJobs(_request, response) {
      // Reports are long: only the view of a single job has one.
      response.json({ jobs: jobs.list().map(({ view: { report: _report, ...rest } }) => rest) });
    },
    getJob: (request, response) => void response.json(jobOf(jobs, request).view),
    followJob: (request, response) => followJob(jobOf(jobs, request), request, response),
    getResult: (request, response) => sendJob(jobOf(jobs, request), request, response),
    async deleteJob(request, response) {
      const job = jobOf(jobs, request);
      if (hasEnded(job.record)) {
        await jobs.remove(job);
        response.status(204).end();
      } else {
        await jobs.cancel(job);
        response.json(job.view);
      }
    },
  };
}

function jobOf(jobs: Jobs, request: Request): Job {
  const { id } = request.params;
  const job = typeof id === 'string' ? jobs.get(id) : undefined;
  if (job) return job;
  throw new RequestError('not-found', 'Unknown job.');
}
