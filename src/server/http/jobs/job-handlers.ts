import type { Request, RequestHandler, Response } from 'express';
import { formFields } from '../../fields/form-fields.ts';
import { parseFields } from '../../fields/parse-fields.ts';
import { maySee, scopeOf } from '../../access/caller.ts';
import { callerOf, findCaller } from '../access/check-token.ts';
import { closedSignal } from './closed-signal.ts';
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
import { hasEnded } from '../../jobs/job-record.ts';
import { listedJob } from '../../jobs/job-view.ts';
import { endedAlready, requireRetryable, unknownJob } from '../../jobs/require-state.ts';
import type { Job } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { RequestError } from '../../errors/request-error.ts';

type Handlers = Readonly<Record<Exclude<keyof typeof jobOperations, 'createJob'>, RequestHandler>>;

/** Returns the handlers of operations on existing jobs. */
export function jobHandlers(service: Service): Handlers {
  const { jobs } = service;
  return {
    listJobs: (request, response) => listJobs(jobs, request, response),
    getJob: async (request, response) => void response.json((await jobOf(jobs, request)).view),
    async followJob(request, response) {
      const job = await jobs.follow(String(request.params['id']), closedSignal(response));
      if (!job) throw unknownJob();
      const isAllowed = (): boolean => {
        const caller = findCaller(request, service);
        return caller !== undefined && maySee(caller, job.record.owner);
      };
      await followJob(job, request, response, { isAllowed });
    },
    followJobs: (request, response) => followJobs(service, request, response),
    getFile: async (request, response) =>
      await sendJobFile(await jobOf(jobs, request), String(request.params['name']), response),
    async getReport(request, response) {
      const { report } = finished(await jobOf(jobs, request));
      if (!report) throw new RequestError('gone', 'The job has no report.');
      response.json(report);
    },
    getText: async (request, response) => await sendText(await jobOf(jobs, request), request, response),
    getCover: async (request, response) => await sendCover(await jobOf(jobs, request), response),
    getResult: async (request, response) => await sendJob(await jobOf(jobs, request), request, response),
    async retryJob(request, response) {
      await receiveFields(request, response, service.limits);
      const { password } = parseFields(formFields.retryJob, request.body ?? {});
      const job = await jobs.queueAgain(await jobOf(jobs, request), requireRetryable, password);
      acceptJob(response, job);
    },
    async changeJob(request, response) {
      const job = await jobOf(jobs, request);
      await changeJob(service, job, request, response);
      response.json(job.view);
    },
    async cancelJob(request, response) {
      const job = await jobOf(jobs, request);
      if (!(await jobs.cancel(job))) throw endedAlready(job.record);
      response.json(job.view);
    },
    deleteJob: async (request, response) => await deleteJob(jobs, await jobOf(jobs, request), response),
  };
}

async function deleteJob(jobs: Jobs, job: Job, response: Response): Promise<void> {
  if (hasEnded(job.record)) {
    await jobs.remove(job);
    response.status(204).end();
  } else {
    await jobs.cancel(job);
    response.json(job.view);
  }
}

async function listJobs(jobs: Jobs, request: Request, response: Response): Promise<void> {
  const query = parseFields(formFields.listJobs, request.query);
  const { limit = formFields.listJobs.limit.default } = query;
  const page = await jobs.page({ ...query, limit }, scopeOf(callerOf(response)));
  if (page.next !== undefined) {
    const next = new URLSearchParams(request.originalUrl.split('?')[1]);
    next.set('cursor', page.next);
    // Relative to the address of the request, which a proxy may have changed.
    response.set('Link', `<?${next.toString()}>; rel="next"`);
  }
  const views = page.jobs.map(({ view }) => listedJob(view));
  response.json({ jobs: views, total: page.total, next: page.next });
}
