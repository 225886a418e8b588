import type { Request, Response } from 'express';
import { countGaps } from '../jobs/read-report.ts';
import type { Job } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { settledWithin } from '../../jobs/settled-within.ts';
import { hasEnded } from '../../jobs/job-record.ts';
import type { JobRequest } from '../../jobs/job-record.ts';
import { acceptJob } from '../jobs/accept-job.ts';
import { sendJob } from '../jobs/send-job.ts';
import type { Service } from '../service.ts';
import { EarlyAnswer } from './early-answer.ts';
import type { ExpectedDownload } from './early-answer.ts';
import { preferenceOf } from './preference.ts';

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/**
 * Runs a conversion as a job and answers with its result, or with the job where the caller prefers that. A caller that
 * disconnects before cancels the conversion.
 */
export async function answerConversion(
  { jobs, limits }: Pick<Service, 'jobs' | 'limits'>,
  asked: Omit<JobRequest, 'waitedFor'>,
  expected: ExpectedDownload,
  exchange: Exchange,
): Promise<void> {
  const { isAsync, waitMs } = preferenceOf(exchange.request);
  const { job } = await jobs.create({ ...asked, waitedFor: !isAsync || waitMs > 0 });
  let isKept = !job.record.waitedFor;
  try {
    if (isAsync) await answerInTime(jobs, job, waitMs, exchange);
    else
      await answerWhole(
        jobs,
        new EarlyAnswer({ ...exchange, job, expected, afterMs: limits.firstBytesMs }),
        job,
        exchange,
      );
    isKept = !job.record.waitedFor;
  } finally {
    if (!isKept) await jobs.remove(job);
  }
}

/** Answers with the result, or with the job when it takes longer than the caller waits. */
async function answerInTime(jobs: Jobs, job: Job, waitMs: number, { request, response }: Exchange): Promise<void> {
  response.set('Preference-Applied', waitMs > 0 ? `respond-async, wait=${waitMs / 1000}` : 'respond-async');
  if (waitMs > 0) await settledOrLeft(jobs, { job, response, waitMs });
  if (hasEnded(job.record) && job.record.waitedFor) {
    if (!response.destroyed) await sendJob(job, request, response);
    return;
  }
  if (job.record.waitedFor) await jobs.keep(job);
  acceptJob(response, job);
}

/** Answers with the result, however long it takes. */
async function answerWhole(jobs: Jobs, answer: EarlyAnswer, job: Job, { request, response }: Exchange): Promise<void> {
  using early = answer;
  await settledOrLeft(jobs, { job, response });
  if (response.destroyed) return;
  if (!early.hasBegun) await sendJob(job, request, response);
  // No error can be answered any more.
  else if (!(await early.finish()) || hasGaps(job)) await jobs.keep(job, { holds: true });
}

/** The response began before the number of gaps was known, so the report must be there afterwards. */
function hasGaps({ record: { report } }: Job): boolean {
  return countGaps(report) > 0;
}

interface Waiting {
  readonly job: Job;
  readonly response: Response;
  /** Longest wait, in milliseconds. Default: no limit. */
  readonly waitMs?: number | undefined;
}

/** Waits for the end of a job, and cancels it when the caller closes the connection. */
async function settledOrLeft(jobs: Jobs, { job, response, waitMs }: Waiting): Promise<void> {
  // A job that cannot be canceled now continues, and is removed at its end.
  const left = (): void => void jobs.cancel(job).catch(() => undefined);
  response.once('close', left);
  if (response.destroyed) left();
  if (waitMs === undefined) await job.settled;
  else await settledWithin([job], waitMs);
  response.off('close', left);
}
