import type { Logger } from 'pino';
import type { JobFiles } from '../files/job-files.ts';
import type { RedisRecords } from '../records/redis-records.ts';

/** The options of `removeStrayUploads`. */
export interface StrayUploadsOptions {
  readonly records: RedisRecords;
  readonly files: JobFiles;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Time since anything was last stored of an upload, in milliseconds. Default: a day. */
  readonly olderThanMs?: number | undefined;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Removes uploads from the storage that never became a job, because the front that took them was killed. What a worker has stored stays:
 * Redis may have lost its record, and it is worth more.
 */
export async function removeStrayUploads(options: StrayUploadsOptions): Promise<void> {
  const { records, files, logger, signal } = options;
  for (const id of await oldUploads(options)) {
    if (signal.aborted) return;
    if (await records.has(id)) continue;
    await files.remove(id, undefined, signal);
    logger.info({ job: id }, 'upload removed that became no job');
  }
}

/** Returns the ids of jobs of which nothing but an old upload is stored. */
async function oldUploads({
  records,
  files,
  signal,
  olderThanMs = dayMs,
}: StrayUploadsOptions): Promise<readonly string[]> {
  // A front whose clock is wrong would remove uploads that are under way.
  const before = (await records.nowMs()) - olderThanMs;
  const [found, others] = [new Set<string>(), new Set<string>()];
  for await (const { id, file, changedMs } of files.all(signal)) {
    const isUpload = file === 'cover' || file.startsWith('upload/');
    (isUpload && changedMs <= before ? found : others).add(id);
  }
  return [...found].filter((id) => !others.has(id));
}
