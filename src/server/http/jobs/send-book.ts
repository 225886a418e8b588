import path from 'node:path';
import type { Request, Response } from 'express';
import { keptCover, keptText } from '../../../pipeline/read/keep-book.ts';
import { RequestError } from '../../errors/request-error.ts';
import { formFields } from '../../fields/form-fields.ts';
import { parseFields } from '../../fields/parse-fields.ts';
import type { Job } from '../../jobs/job.ts';
import { hasEnded } from '../../jobs/job-record.ts';
import { sendStored } from './send-job.ts';

const mediaTypes = {
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json',
} as const;

/** Sends the text of the book of a job. Throws `not-finished` before it is read, and `gone`. */
export async function sendText(job: Job, request: Request, response: Response): Promise<void> {
  const { format = formFields.getText.format.default } = parseFields(formFields.getText, request.query);
  const file = keptText(format);
  await requireRead(job, file);
  const stored = { folder: 'book', file, name: nameOf(job, format), mediaType: mediaTypes[format] } as const;
  await sendStored(job, stored, response);
}

/** Sends the cover of the book of a job. Throws `not-found` for a book without one, and as `sendText` does. */
export async function sendCover(job: Job, response: Response): Promise<void> {
  await requireRead(job, keptText('txt'));
  if (!(await isKept(job, keptCover))) throw new RequestError('not-found', 'The book has no cover.');
  const name = nameOf(job, 'jpg');
  await sendStored(job, { folder: 'book', file: keptCover, name, mediaType: 'image/jpeg' }, response);
}

async function requireRead(job: Job, file: string): Promise<void> {
  if (await isKept(job, file)) return;
  const { record } = job;
  if (!hasEnded(record))
    throw new RequestError('not-finished', `The job is ${record.state}; its book is not read yet.`);
  throw new RequestError('gone', `The job is ${record.state}; the text of its book is not kept.`);
}

async function isKept({ files }: Job, file: string): Promise<boolean> {
  return (await files.stat(`book/${file}`, AbortSignal.timeout(storageMs))) !== undefined;
}

/** Time for a question to the storage. */
const storageMs = 30_000;

/** Returns the name of the upload with another extension. */
function nameOf({ record }: Job, extension: string): string {
  return `${path.parse(record.upload.name).name}.${extension}`;
}
