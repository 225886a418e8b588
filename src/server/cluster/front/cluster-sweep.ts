import type { Logger } from 'pino';
import { hasEnded } from '../../jobs/job-record.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import type { Limits } from '../../server-settings.ts';
import type { JobFiles } from '../files/job-files.ts';
import type { ClusterRecords } from '../records/cluster-records.ts';

/** The options of a sweep. */
export interface ClusterSweepOptions {
  readonly records: ClusterRecords;
  readonly files: JobFiles;
  readonly limits: Pick<Limits, 'keepMs' | 'keepBytes'>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Time to keep the upload of a failed job, in milliseconds. */
const keepFailedUploadMs = 24 * 60 * 60 * 1000;

/** Time to keep a job whose request was lost with its front, in milliseconds. */
const keepUnheardMs = 60 * 60 * 1000;

/**
 * Removes what is too old, and the oldest results where all together are too large. Each front does it now and then: what one has
 * done, the others find done. The clocks of the workers date the ends, so they have to be right; the clock of a front does not count.
 */
export async function sweepCluster(options: ClusterSweepOptions): Promise<void> {
  const { records, limits, signal } = options;
  const nowMs = await records.nowMs();
  const ageOf = ({ endedMs, createdMs }: JobRecord): number => nowMs - (endedMs ?? createdMs);
  let total = 0;
  for await (const { record } of records.list()) {
    if (signal.aborted) return;
    if (!isSwept(record)) continue;
    total += bytesOf(record);
    if (record.waitedFor && ageOf(record) > keepUnheardMs) await remove(record, options, 'its request is gone');
    else if (ageOf(record) > limits.keepMs || total > limits.keepBytes) {
      await remove(record, options, 'it is too old, or all jobs are too large together');
    } else if (record.state === 'failed' && ageOf(record) > keepFailedUploadMs) await removeUpload(record, options);
  }
}

function isSwept(record: JobRecord): boolean {
  return hasEnded(record) && record.state !== 'scripted' && !record.keep;
}

async function remove(
  { id }: JobRecord,
  { records, files, logger, signal }: ClusterSweepOptions,
  why: string,
): Promise<void> {
  logger.info({ job: id }, `job removed: ${why}`);
  await files.remove(id, undefined, signal);
  await records.remove(id);
}

async function removeUpload({ id, uploadRemoved }: JobRecord, options: ClusterSweepOptions): Promise<void> {
  const { records, files, logger, signal } = options;
  if (uploadRemoved) return;
  const changed = await records.change(id, ({ state }) => (state === 'failed' ? { uploadRemoved: true } : undefined));
  if (!changed) return;
  await files.remove(id, undefined, signal);
  logger.info({ job: id }, 'upload of a failed job removed');
}

function bytesOf({ upload, state, files = [], result }: JobRecord): number {
  const kept = state === 'failed' ? upload.bytes : 0;
  const zip = result && files.length > 1 ? result.bytes : 0;
  return files.reduce((sum, { bytes }) => sum + bytes, kept + zip);
}
