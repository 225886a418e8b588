import path from 'node:path';
import type { Request, Response } from 'express';
import { AudiobookError } from '../../core/errors.ts';
import { RequestError } from '../errors/request-error.ts';
import type { Job } from '../jobs/job.ts';
import { attachment } from './attachment.ts';
import { sendFailure } from './error-handler.ts';

/** Sends the result of a job, or its failure. Throws `gone` or `not-finished`. */
export async function sendJob(job: Job, request: Request, response: Response): Promise<void> {
  const { state, failure } = job.record;
  if (state === 'done') await sendResult(job, response);
  else if (failure) await sendFailure(request, response, failure);
  else if (state === 'canceled') throw new RequestError('gone', 'The job was canceled; it has no result.');
  else throw new RequestError('not-finished', `The job is ${state}; it has no result yet.`);
}

/** Sends the file, whole or as a range. Resolves when it is sent or the caller has disconnected. */
async function sendResult(job: Job, response: Response): Promise<void> {
  const { result, report, provider, providerByDefault } = job.record;
  if (!result) throw new AudiobookError('internal', 'A finished job has no result.');
  response.set({ 'Content-Type': result.mediaType, 'Content-Disposition': attachment(result.name) });
  if (provider !== undefined && providerByDefault) response.set('X-Audiobook-Provider', provider);
  const gaps = report?.['gaps'];
  if (Array.isArray(gaps) && gaps.length > 0) response.set('X-Audiobook-Gaps', String(gaps.length));
  // A client that stops reading must not hold the file and the connection forever.
  response.setTimeout(stallMs, () => response.destroy());
  await new Promise<void>((resolve, reject) => {
    response.sendFile(
      result.file,
      { root: path.resolve(job.paths.result), dotfiles: 'allow', cacheControl: false, lastModified: true },
      (error?: Error) => {
        // A caller that disconnects during the download is not an error.
        if (error === undefined || response.headersSent || response.destroyed) resolve();
        else reject('code' in error && error.code === 'ENOENT' ? resultGone() : error);
      },
    );
  });
}

function resultGone(): RequestError {
  return new RequestError('gone', 'The file of the result is gone from the disk of the service.');
}

const stallMs = 120_000;
