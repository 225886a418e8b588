import { queuedRecord } from '../../jobs/job-record.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import { requireRetryable, requireScripted, unknownJob } from '../../jobs/require-state.ts';
import type { ClusterRecords } from '../records/cluster-records.ts';

const requirements = { failed: requireRetryable, scripted: requireScripted } as const;

/**
 * Makes the record of a job that failed, or has its scripts, one that is queued, and returns it. Throws `not-failed`, `gone`,
 * `wrong-state` and `not-found`.
 */
export async function requeued(
  id: string,
  from: keyof typeof requirements,
  records: Pick<ClusterRecords, 'change'>,
): Promise<JobRecord> {
  const queued = await records.change(id, (record) => {
    requirements[from](record);
    // It will end again, and its webhook is to know.
    const webhook = record.webhook && ({ ...record.webhook, state: 'waiting', attempts: 0 } as const);
    return { failure: undefined, startedMs: undefined, endedMs: undefined, ...queuedRecord(record), webhook };
  });
  if (!queued) throw unknownJob();
  return queued.record;
}
