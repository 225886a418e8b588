import { AudiobookError } from '../../../core/errors.ts';
import type { JobPaths } from '../../jobs/job-paths.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import { scriptsPlace } from '../files/job-files.ts';
import type { JobFiles, SeenFiles } from '../files/job-files.ts';

/** The tools that a book is fetched with. */
export interface FetchBookTools {
  readonly files: JobFiles;
  readonly signal: AbortSignal;
  /** Gets the scripts, which are in the storage. */
  readonly seen?: SeenFiles | undefined;
}

/** Fetches what a conversion reads: the book, its cover and its scripts. Throws `output-failed` when the book is missing. */
export async function fetchBook(
  { id, cover }: JobRecord,
  paths: JobPaths,
  { files, signal, seen }: FetchBookTools,
): Promise<void> {
  const job = { id, folder: paths.folder };
  if ((await files.fetch(job, 'upload', signal)) === 0) {
    throw new AudiobookError('output-failed', 'The uploaded book is not in the storage.');
  }
  if (cover === true) await files.fetch(job, 'cover', signal);
  await files.fetch(job, scriptsPlace(paths), signal, seen);
}
