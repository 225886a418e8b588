import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { RequestError } from '../../errors/request-error.ts';
import { countGaps, isModelUnused } from './read-report.ts';
import { isFinished } from '../../jobs/job-record.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import type { Job } from '../../jobs/job.ts';
import { attachment } from '../attachment.ts';
import { sendFailure } from '../error-handler.ts';

/** Sends the result of a job, or its failure. Throws `gone` or `not-finished`. */
export async function sendJob(job: Job, request: Request, response: Response): Promise<void> {
  const { state, failure } = job.record;
  if (state !== 'done' && failure) {
    await sendFailure(request, response, failure);
    return;
  }
  const { result, report, provider, providerByDefault } = finished(job);
  if (!result)
    throw new RequestError('gone', 'The book has several files, which were made elsewhere. Fetch one of its files.');
  if (provider !== undefined && providerByDefault) response.set('X-Audiobook-Provider', provider);
  const gaps = countGaps(report);
  if (gaps > 0) response.set('X-Audiobook-Gaps', String(gaps));
  if (isModelUnused(report)) response.set('X-Audiobook-Direction', 'rules');
  await sendFile(job, result, response);
}

/** Sends one of the files of a job. Throws `not-found`, `gone` or `not-finished`. */
export async function sendJobFile(job: Job, name: string, response: Response): Promise<void> {
  const file = finished(job).files?.find((one) => one.name === name);
  if (!file) throw new RequestError('not-found', 'The job has no file of this name.');
  await sendFile(job, file, response);
}

/** Returns the record of a job that is done. Throws `gone` for one that failed or was canceled, and `not-finished`. */
export function finished({ record }: Job): JobRecord {
  const { state } = record;
  if (isFinished(record)) return record;
  if (state === 'canceled') throw new RequestError('gone', 'The job was canceled; it has no result.');
  if (state === 'failed') throw new RequestError('gone', 'The job failed; it has no result.');
  throw new RequestError('not-finished', `The job is ${state}; it has no result yet.`);
}

async function sendFile(job: Job, result: NonNullable<JobRecord['result']>, response: Response): Promise<void> {
  await sendStored(job, { ...result, folder: 'result' }, response);
}

/** A file in a folder of a job: `file` is its path there, `name` the one that the caller gets. */
export interface StoredFile extends Pick<NonNullable<JobRecord['result']>, 'file' | 'name' | 'mediaType'> {
  readonly folder: 'result' | 'book';
}

/**
 * Sends a file, whole or as one range. Resolves when it is sent or the caller has disconnected. Throws `gone`, `bad-range`, and as
 * `Storage.open` does before the first byte.
 */
export async function sendStored(
  { files }: Pick<Job, 'files'>,
  { folder, file, name, mediaType }: StoredFile,
  response: Response,
): Promise<void> {
  response.set({ 'Content-Type': mediaType, 'Content-Disposition': attachment(name) });
  const { req: request } = response;
  // A weak tag cannot prove that the parts belong to one file (RFC 9110, 13.1.5).
  if (request.get('if-range')?.startsWith('W/')) delete request.headers.range;
  // A client that stops reading must not hold the file and the connection forever.
  response.setTimeout(stallMs, () => response.destroy());
  // The storage has limits of its own, and a caller that leaves ends the transfer.
  const { signal } = new AbortController();
  const place = `${folder}/${file}`;
  const info = await files.stat(place, signal);
  if (!info) throw fileGone();
  const { bytes } = info;
  const changedMs = Math.floor(info.changedMs);
  // The same on all fronts. Files are only ever replaced as a whole, so the tag may be a strong one.
  response.set({ ETag: `"${bytes.toString(36)}-${changedMs.toString(36)}"`, 'Accept-Ranges': 'bytes' });
  response.set('Last-Modified', new Date(changedMs).toUTCString());
  requireVersion(response, changedMs);
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const range = rangeOf(response, bytes);
  const { from, to } = range ?? { from: 0, to: bytes };
  // Also for a range of everything, such as `bytes=0-`: players take 200 for a service without ranges (RFC 9110, 14.2).
  if (range) response.status(206).set('Content-Range', `bytes ${from}-${to - 1}/${bytes}`);
  response.set('Content-Length', String(to - from));
  if (request.method === 'HEAD' || to === from) {
    response.end();
    return;
  }
  const opened = await files.open(place, { signal, from, to });
  if (!opened) throw fileGone();
  // The head is sent: an error can only cut the body off.
  await pipeline(opened.content, response).catch(() => undefined);
}

/** Throws `precondition-failed` for a request that wants another version of the file (RFC 9110, 13.1.1 and 13.1.4). */
function requireVersion(response: Response, changedMs: number): void {
  const { req: request } = response;
  const tags = request.get('if-match')?.split(',');
  const isOther = tags?.every((tag) => tag.trim() !== '*' && tag.trim() !== response.get('ETag'));
  const since = tags ? undefined : request.get('if-unmodified-since');
  const isNewer = since !== undefined && Math.floor(changedMs / 1000) * 1000 > Date.parse(since);
  if (isOther || isNewer) throw new RequestError('precondition-failed', 'The file is another one by now.');
}

interface Part {
  readonly from: number;
  /** Byte after the last one. */
  readonly to: number;
}

/** Returns the range that a request wants, or undefined: for several ranges, and for one of another version. Throws `bad-range`. */
function rangeOf(response: Response, bytes: number): Part | undefined {
  const { req: request } = response;
  const version = request.get('if-range');
  if (version !== undefined && version !== response.get('ETag') && version !== response.get('Last-Modified'))
    return undefined;
  const ranges = request.range(bytes, { combine: true });
  if (ranges === -1) {
    response.set('Content-Range', `bytes */${bytes}`);
    throw new RequestError('bad-range', 'The range is outside the file.');
  }
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes') return undefined;
  const [range] = ranges;
  return range && ranges.length === 1 ? { from: range.start, to: range.end + 1 } : undefined;
}

const stallMs = 120_000;

function fileGone(): RequestError {
  return new RequestError('gone', 'The file is gone from the disk of the service.');
}
