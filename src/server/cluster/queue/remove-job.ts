import { canceledNow } from '../../jobs/job-record.ts';
import type { JobFiles } from '../files/job-files.ts';
import type { RedisRecords } from '../records/redis-records.ts';
import type { BookQueue } from './book-queue.ts';

/** The stores that have a job and its files. */
export interface JobPlaces {
  readonly records: RedisRecords;
  readonly files: JobFiles;
  readonly books: BookQueue;
}

/** Time for the removal of files that no run needs any more, in milliseconds. */
export const removalMs = 60_000;

/** Ends a job and removes everything that belongs to it. Throws the errors of Redis, and as `Storage` does. */
export async function removeJob(id: string, { records, files, books }: JobPlaces): Promise<void> {
  // Workers that have begun find that out, and remove what they store after this.
  await records.change(id, canceledNow);
  await books.remove(id);
  await files.remove(id, undefined, AbortSignal.timeout(removalMs));
  await records.remove(id);
}
