import type { Job } from 'bullmq';
import { endedAs } from '../../jobs/job-record.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import type { QueuedBook } from '../queue/queued-book.ts';
import type { RunningJob } from '../../worker/running-jobs.ts';
import { removalMs } from '../queue/remove-job.ts';
import type { WorkTools } from './work-tools.ts';

/** A book that is worked on in this process. */
export interface BookRun {
  readonly job: Job<unknown>;
  readonly token: string | undefined;
  readonly book: QueuedBook;
  /** The record as this run began it. */
  readonly record: JobRecord;
  readonly running: RunningJob;
  readonly password: string | undefined;
}

/**
 * Changes the record of a run, unless another run has begun since: this one was paused for longer than its lock.
 */
export async function changeOwn(
  { id, starts }: JobRecord,
  changes: Partial<JobRecord>,
  { records }: Pick<WorkTools, 'records'>,
): Promise<void> {
  await records.change(id, (record) => (isRunOf(record, starts) ? changes : undefined));
}

/** Ends the record of a run, as `changeOwn` changes it. Returns it as it is then, or undefined where it was not changed. */
export async function endOwn(
  { id, starts }: JobRecord,
  ending: Partial<JobRecord>,
  { records }: Pick<WorkTools, 'records'>,
): Promise<JobRecord | undefined> {
  const end = (record: JobRecord): Partial<JobRecord> | undefined =>
    isRunOf(record, starts) ? endedAs(record, ending) : undefined;
  return (await records.change(id, end))?.record;
}

function isRunOf(record: JobRecord, starts: number): boolean {
  return record.state === 'running' && record.starts === starts;
}

/** Removes what this run stored after the files of a canceled job were removed. */
export async function removeCanceled(
  id: string,
  { records, files }: Pick<WorkTools, 'records' | 'files'>,
): Promise<void> {
  const state = (await records.get(id))?.record.state;
  if (state === undefined || state === 'canceled') await files.remove(id, undefined, AbortSignal.timeout(removalMs));
}
