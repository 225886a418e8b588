import path from 'node:path';
import { z } from 'zod';
import { exists } from '../../core/files/exists.ts';
import { keptCover, readKeptAbout } from '../../pipeline/read/keep-book.ts';
import type { KeptAbout } from '../../pipeline/read/keep-book.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import type { ServedJob } from '../jobs/served/served-jobs.ts';

const reportSchema = z.object({
  book: z.object({ title: z.string(), authors: z.array(z.string()), language: z.string() }),
  seconds: z.number(),
  voice: z.string(),
  chapters: z.array(z.object({ title: z.string(), startMs: z.number() })),
  files: z.array(z.object({ seconds: z.number() })),
});

/** A finished book. */
export interface LibraryBook extends KeptAbout {
  readonly job: ServedJob;
  readonly seconds: number;
  /** Size of all files in bytes. */
  readonly bytes: number;
  readonly voice: string;
  readonly chapters: readonly { readonly title: string; readonly startMs: number }[];
  readonly files: readonly LibraryFile[];
  readonly hasCover: boolean;
  readonly addedMs: number;
}

/** A file of a finished book, with the length of the audio that it has or belongs to. */
export type LibraryFile = NonNullable<JobRecord['files']>[number] & { readonly seconds: number };

/** The data read of each job: a finished book does not change. */
const known = new WeakMap<ServedJob, Promise<LibraryBook | undefined>>();

/** Returns the book of a finished job, or undefined for any other job. */
export async function libraryBook(job: ServedJob): Promise<LibraryBook | undefined> {
  if (job.record.state !== 'done') return undefined;
  const found = known.get(job) ?? readBook(job);
  known.set(job, found);
  return await found;
}

async function readBook(job: ServedJob): Promise<LibraryBook | undefined> {
  await job.load?.();
  const { record, paths, remote } = job;
  const { data: report } = reportSchema.safeParse(record.report);
  if (!report) return undefined;
  await remote?.fetch('book');
  const files = (record.files ?? []).map((file, at) => ({ ...file, seconds: report.files[at]?.seconds ?? 0 }));
  const hasCover = await exists(path.join(paths.book, keptCover));
  return {
    // A job of an earlier version has no more than its report.
    ...report.book,
    ...(await readKeptAbout(paths.book)),
    job,
    seconds: report.seconds,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    voice: report.voice,
    chapters: report.chapters,
    files,
    hasCover,
    addedMs: record.endedMs ?? record.createdMs,
  };
}
