import type { Request, RequestHandler, Response } from 'express';
import { formFields } from '../../fields/form-fields.ts';
import { parseFields } from '../../fields/parse-fields.ts';
import { maySee } from '../../access/caller.ts';
import { callerOf, findCaller } from '../access/check-token.ts';
import { acceptJob } from './accept-job.ts';
import { changeJob } from './change-job.ts';
import { followJob } from './follow-job.ts';
import { followJobs } from './follow-jobs.ts';
import { jobOf } from './job-of.ts';
import { receiveFields } from './receive-fields.ts';
import type { jobOperations } from './job-operations.ts';
import { sendCover, sendText } from './send-book.ts';
import { finished, sendJob, sendJobFile } from './send-job.ts';
import type { Service } from '../service.ts';
import { jobPage } from '../../jobs/job-page.ts';
import { hasEnded } from '../../jobs/job-record.ts';
import { listedJob } from '../../jobs/job-view.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { RequestError } from '../../errors/request-error.ts';

type Handlers = Readonly<Record<Exclude<keyof typeof jobOperations, 'createJob'>, RequestHandler>>;

/** Returns the handlers of operations on existing jobs. */
export function jobHandlers(service: Service): Handlers {
  const { jobs } = service;
  return {
    listJobs: (request, response) => listJobs(jobs, request, response),
    getJob: (request, response) => void response.json(jobOf(jobs, request).view),
    followJob(request, response) {
      const job = jobOf(jobs, request);
      const isAllowed = (): boolean => {
        const caller = findCaller(request, service);
        return caller !== undefined && maySee(caller, job.record.owner);
      };
      followJob(job, request, response, { isAllowed });
    },
    followJobs: (request, response) => followJobs(service, request, response),
    getFile: (request, response) => sendJobFile(jobOf(jobs, request), String(request.params['name']), response),
    getReport(request, response) {
      const { report } = finished(jobOf(jobs, request));
      if (!report) throw new RequestError('gone', 'The job has no report.');
      response.json(report);
    },
    getText: (request, response) => sendText(jobOf(jobs, request), request, response),
    getCover: (request, response) => sendCover(jobOf(jobs, request), response),
    getResult: (request, response) => sendJob(jobOf(jobs, request), request, response),
    async retryJob(request, response) {
      await receiveFields(request, response, service.limits);
      const { password } = parseFields(formFields.retryJob, request.body ?? {});
      const job = await jobs.retry(jobOf(jobs, request), password);
      acceptJob(response, job);
    },
    async changeJob(request, response) {
      const job = jobOf(jobs, request);
      await changeJob(service, job, request, response);
      response.json(job.view);
    },
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

function listJobs(jobs: Jobs, request: Request, response: Response): void {
  const query = parseFields(formFields.listJobs, request.query);
  const caller = callerOf(response);
  const visible = jobs.list().filter(({ record }) => maySee(caller, record.owner));
  const { limit = formFields.listJobs.limit.default } = query;
  const page = jobPage(visible, { ...query, limit });
  if (page.next !== undefined) {
    const next = new URLSearchParams(request.originalUrl.split('?')[1]);
    next.set('cursor', page.next);
    // Relative to the address of the request, which a proxy may have changed.
    response.set('Link', `<?${next.toString()}>; rel="next"`);
  }
  const views = page.jobs.map(({ view }) => listedJob(view));
  response.json({ jobs: views, total: page.total, next: page.next });
}
