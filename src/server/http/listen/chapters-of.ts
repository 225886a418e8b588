import { z } from 'zod';
import { readStreamIndex } from '../../../pipeline/encode/stream-index.ts';
import { RequestError } from '../../errors/request-error.ts';
import { hasEnded } from '../../jobs/job-record.ts';
import type { Job } from '../../jobs/job.ts';

/** Chapters in the JSON format of the Podcast Namespace. */
export interface Chapters {
  readonly version: '1.2.0';
  readonly title?: string | undefined;
  readonly chapters: readonly { readonly startTime: number; readonly title: string }[];
}

const reportSchema = z.object({
  book: z.object({ title: z.string() }),
  chapters: z.array(z.object({ title: z.string(), startMs: z.number() })),
});

/** Returns the chapter marks of a finished job, or those of the stream of a running one. Throws `not-finished` and `gone`. */
export async function chaptersOf({ record, paths }: Job): Promise<Chapters> {
  const { data: report } = reportSchema.safeParse(record.report);
  if (report) {
    const chapters = report.chapters.map(({ title, startMs }) => ({ startTime: startMs / 1000, title }));
    return { version: '1.2.0', title: report.book.title, chapters };
  }
  const index = await readStreamIndex(paths.stream);
  if (index) {
    const chapters = index.chapters.map(({ title, startSeconds }) => ({ startTime: startSeconds, title }));
    return { version: '1.2.0', chapters };
  }
  if (hasEnded(record)) throw new RequestError('gone', `The job is ${record.state}; it has no chapters.`);
  throw new RequestError('not-finished', `The job is ${record.state}; its chapters are known when it can be heard.`);
}
