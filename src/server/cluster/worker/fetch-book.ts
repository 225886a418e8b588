import path from 'node:path';
import { AudiobookError } from '../../../core/errors.ts';
import type { JobPaths } from '../../jobs/job-paths.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import type { JobFiles } from '../files/job-files.ts';

/** Returns where the scripts of a job are in its folder, with `/`. */
export function scriptsPlace({ folder, scripts }: JobPaths): string {
  return path.relative(folder, scripts).split(path.sep).join('/');
}

/** Fetches what a conversion reads: the book, its cover and its scripts. Throws `output-failed` when the book is missing. */
export async function fetchBook(
  { id, cover }: JobRecord,
  paths: JobPaths,
  files: JobFiles,
  signal: AbortSignal,
): Promise<void> {
  const job = { id, folder: paths.folder };
  if ((await files.fetch(job, 'upload', signal)) === 0) {
    throw new AudiobookError('output-failed', 'The uploaded book is not in the storage.');
  }
  if (cover === true) await files.fetch(job, 'cover', signal);
  await files.fetch(job, scriptsPlace(paths), signal);
}
