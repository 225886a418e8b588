import path from 'node:path';
import { z } from 'zod';
import { exists } from '../../core/files/exists.ts';
import { keptCover, readKeptAbout } from '../../pipeline/read/keep-book.ts';
import type { JobRecord, Shelf } from './job-record.ts';

const reportSchema = z.object({
  book: z.object({ title: z.string(), authors: z.array(z.string()), language: z.string() }),
  seconds: z.number(),
  voice: z.string(),
  chapters: z.array(z.unknown()),
  files: z.array(z.object({ seconds: z.number() })),
});

/** Returns what the library shows of a finished job, from its report and the folder of its book. Undefined without a whole report. */
export async function shelfOf(report: JobRecord['report'], bookFolder: string): Promise<Shelf | undefined> {
  const { data } = reportSchema.safeParse(report);
  if (!data) return undefined;
  const { book, seconds, voice, chapters, files } = data;
  return {
    // A job of an earlier version has no more than its report.
    ...book,
    ...(await readKeptAbout(bookFolder)),
    seconds,
    voice,
    chapters: chapters.length,
    hasCover: await exists(path.join(bookFolder, keptCover)),
    fileSeconds: files.map((file) => file.seconds),
  };
}
