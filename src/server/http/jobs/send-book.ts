import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Request, Response } from 'express';
import { keptCover, keptText } from '../../../pipeline/queries/keep-book.ts';
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
  await sendStored(
    { folder: job.paths.book, file, name: nameOf(job, format), mediaType: mediaTypes[format] },
    response,
  );
}

/** Sends the cover of the book of a job. Throws `not-found` for a book without one, and as `sendText` does. */
export async function sendCover(job: Job, response: Response): Promise<void> {
  await requireRead(job, keptText('txt'));
  if (!(await exists(job, keptCover))) throw new RequestError('not-found', 'The book has no cover.');
  const name = nameOf(job, 'jpg');
  await sendStored({ folder: job.paths.book, file: keptCover, name, mediaType: 'image/jpeg' }, response);
}

async function requireRead(job: Job, file: string): Promise<void> {
  if (await exists(job, file)) return;
  const { record } = job;
  if (!hasEnded(record))
    throw new RequestError('not-finished', `The job is ${record.state}; its book is not read yet.`);
  throw new RequestError('gone', `The job is ${record.state}; the text of its book is not kept.`);
}

async function exists({ paths }: Job, file: string): Promise<boolean> {
  return await access(path.join(paths.book, file)).then(
    () => true,
    () => false,
  );
}

/** Returns the name of the upload with another extension. */
function nameOf({ record }: Job, extension: string): string {
  return `${path.parse(record.upload.name).name}.${extension}`;
}
