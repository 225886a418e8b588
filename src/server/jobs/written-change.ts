import type { Logger } from 'pino';
import { RequestError } from '../errors/request-error.ts';
import { restartStream } from './job-paths.ts';
import type { JobRecord } from './job-record.ts';
import type { Job } from './job.ts';

/** A change of a record, and what takes it back. */
export interface RecordChange {
  readonly after: Partial<JobRecord>;
  readonly before: Partial<JobRecord>;
}

/** Changes a job, unless its record cannot be written: then throws `disk-full`. Other fields mean another sound of its stream. */
export async function writeChange(job: Job, { after, before }: RecordChange, logger: Logger): Promise<void> {
  job.change(after);
  try {
    if (after.fields) await restartStream(job.paths);
    await job.save();
  } catch (cause) {
    job.change(before);
    throw notWritten(job, cause, logger);
  }
}

/** Logs why the record of a job cannot be written, and returns the error for the caller. */
export function notWritten({ record }: Job, cause: unknown, logger: Logger): RequestError {
  logger.error({ job: record.id, err: cause }, 'cannot write job record');
  return new RequestError('disk-full', 'The service cannot write to its disk. Try again later.');
}
