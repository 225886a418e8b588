import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Request, Response } from 'express';
import { AudiobookError, systemCode } from '../../../core/errors.ts';
import { RequestError } from '../../errors/request-error.ts';
import { countGaps } from './count-gaps.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import type { ServedJob } from '../../jobs/served/served-jobs.ts';
import { attachment } from '../attachment.ts';
import { sendFailure } from '../error-handler.ts';
import { sendRemote } from './send-remote.ts';

/** Sends the result of a job, or its failure. Throws `gone` or `not-finished`. */
export async function sendJob(job: ServedJob, request: Request, response: Response): Promise<void> {
  const { state, failure } = job.record;
  if (state !== 'done' && failure) {
    await sendFailure(request, response, failure);
    return;
  }
  const { result, report, provider, providerByDefault } = finished(job);
  if (!result) throw new AudiobookError('internal', 'A finished job has no result.');
  if (provider !== undefined && providerByDefault) response.set('X-Audiobook-Provider', provider);
  const gaps = countGaps(report);
  if (gaps > 0) response.set('X-Audiobook-Gaps', String(gaps));
  await sendFile(job, result, response);
}

/** Sends one of the files of a job. Throws `not-found`, `gone` or `not-finished`. */
export async function sendJobFile(job: ServedJob, name: string, response: Response): Promise<void> {
  const file = finished(job).files?.find((one) => one.name === name);
  if (!file) throw new RequestError('not-found', 'The job has no file of this name.');
  await sendFile(job, file, response);
}

/** Returns the record of a job that is done. Throws `gone` for one that failed or was canceled, and `not-finished`. */
export function finished({ record }: ServedJob): JobRecord {
  const { state } = record;
  if (state === 'done') return record;
  if (state === 'canceled') throw new RequestError('gone', 'The job was canceled; it has no result.');
  if (state === 'failed') throw new RequestError('gone', 'The job failed; it has no result.');
  throw new RequestError('not-finished', `The job is ${state}; it has no result yet.`);
}

async function sendFile(job: ServedJob, result: NonNullable<JobRecord['result']>, response: Response): Promise<void> {
  await sendStored(job, { ...result, folder: 'result' }, response);
}

/** A file in a folder of a job: `file` is its path there, `name` the one that the caller gets. */
export interface StoredFile extends Pick<NonNullable<JobRecord['result']>, 'file' | 'name' | 'mediaType'> {
  readonly folder: 'result' | 'book';
}

/** Sends a file, whole or as a range. Resolves when it is sent or the caller has disconnected. Throws `gone`. */
export async function sendStored(
  { paths, remote }: Pick<ServedJob, 'paths' | 'remote'>,
  { folder: place, file, name, mediaType }: StoredFile,
  response: Response,
): Promise<void> {
  response.set({ 'Content-Type': mediaType, 'Content-Disposition': attachment(name) });
  // A weak tag cannot prove that the parts belong to one file (RFC 9110, 13.1.5).
  if (response.req.get('if-range')?.startsWith('W/')) delete response.req.headers.range;
  // A client that stops reading must not hold the file and the connection forever.
  response.setTimeout(stallMs, () => response.destroy());
  if (remote) {
    if (!(await sendRemote(remote, `${place}/${file}`, response))) throw fileGone();
    return;
  }
  const folder = paths[place];
  const { mtimeNs, size } = await stat(path.join(folder, file), { bigint: true }).catch((thrown: unknown) => {
    throw systemCode(thrown) === 'ENOENT' ? fileGone() : thrown;
  });
  // Files are only ever replaced as a whole, so the tag may be a strong one, which ranges need.
  response.set('ETag', `"${size.toString(36)}-${mtimeNs.toString(36)}"`);
  await new Promise<void>((resolve, reject) => {
    response.sendFile(
      file,
      { root: path.resolve(folder), dotfiles: 'allow', cacheControl: false, lastModified: true },
      (error?: Error) => {
        // A caller that disconnects during the download is not an error.
        if (error === undefined || response.headersSent || response.destroyed) resolve();
        else reject('code' in error && error.code === 'ENOENT' ? fileGone() : error);
      },
    );
  });
}

const stallMs = 120_000;

function fileGone(): RequestError {
  return new RequestError('gone', 'The file is gone from the disk of the service.');
}
