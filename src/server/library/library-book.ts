import { isFinished } from '../jobs/job-record.ts';
import type { JobRecord, Shelf } from '../jobs/job-record.ts';
import type { Job } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { shelfOf } from '../jobs/shelf-of.ts';
import { keptAbout, keptCover } from '../../pipeline/read/keep-book.ts';

/** A finished book. */
export interface LibraryBook extends Omit<Shelf, 'fileSeconds'> {
  readonly job: Job;
  /** Size of all files in bytes. */
  readonly bytes: number;
  readonly files: readonly LibraryFile[];
  readonly addedMs: number;
}

/** A file of a finished book, with the length of the audio that it has or belongs to. */
export type LibraryFile = NonNullable<JobRecord['files']>[number] & { readonly seconds: number };

/** Returns the book of a finished job, or undefined for any other job. */
export async function libraryBook(job: Job, jobs: Pick<Jobs, 'shelve'>): Promise<LibraryBook | undefined> {
  if (!isFinished(job.record)) return undefined;
  if (!job.record.shelf) await shelve(job, jobs);
  const { shelf, files = [], endedMs, createdMs } = job.record;
  if (!shelf) return undefined;
  const { fileSeconds, ...about } = shelf;
  return {
    ...about,
    job,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    files: files.map((file, at) => ({ ...file, seconds: fileSeconds[at] ?? 0 })),
    addedMs: endedMs ?? createdMs,
  };
}

/** Makes and keeps what is shown of a job of an older version. */
async function shelve(job: Job, jobs: Pick<Jobs, 'shelve'>): Promise<void> {
  await job.load();
  for (const name of [keptAbout, keptCover]) await job.files.fetch(`book/${name}`);
  const shelf = await shelfOf(job.record.report, job.paths.book);
  if (shelf) await jobs.shelve(job, shelf);
}
