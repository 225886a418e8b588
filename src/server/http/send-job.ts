import type { Request, Response } from 'express';
import { sendFailure } from './error-handler.ts';
import { RequestError } from '../errors/request-error.ts';
import type { Job } from '../jobs/job.ts';
import { sendResult } from './send-result.ts';

/** Sends the finished file of a job, or its failure. Throws `gone` or `not-finished`. */
export async function sendJob(job: Job, request: Request, response: Response): Promise<void> {
  const { state, failure } = job.record;
  if (state === 'done') await sendResult(job, response);
  else if (failure) await sendFailure(request, response, failure);
  else if (state === 'canceled') throw new RequestError('gone', 'The job was canceled; it has no result.');
  else throw new RequestError('not-finished', `The job is ${state}; it has no result yet.`);
}
