import { jobStates } from './job-record.ts';
import type { JobState } from './job-record.ts';
import { jobLists } from './ports/job-lists.ts';
import type { Scope } from './ports/job-lists.ts';
import type { Records } from './ports/records.ts';

/** Returns the number of jobs of a scope in each state. */
export async function countJobs(
  records: Pick<Records, 'count'>,
  scope?: Scope,
): Promise<ReadonlyMap<JobState, number>> {
  const countOf = async (state: JobState): Promise<readonly [JobState, number]> => {
    const counts = await Promise.all(jobLists(scope, [state]).map(async (list) => await records.count(list)));
    return [state, counts.reduce((sum, count) => sum + count, 0)];
  };
  return new Map(await Promise.all(jobStates.map(countOf)));
}

/** Returns how many jobs of an owner wait or run. */
export async function countOpen(records: Pick<Records, 'count'>, owner: string): Promise<number> {
  const counts = await countJobs(records, owner);
  return (counts.get('queued') ?? 0) + (counts.get('running') ?? 0);
}
