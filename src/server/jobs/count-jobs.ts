import { jobStates } from './job-record.ts';
import type { JobState } from './job-record.ts';
import { jobLists } from './ports/job-lists.ts';
import type { Scope } from './ports/job-lists.ts';
import type { Records } from './ports/records.ts';

/** The states of jobs that wait or run. */
export const openStates = ['queued', 'running'] as const satisfies readonly JobState[];

/** Returns the number of jobs of a scope in each state, or in some. */
export async function countJobs(
  records: Pick<Records, 'count'>,
  scope?: Scope,
  states: readonly JobState[] = jobStates,
): Promise<ReadonlyMap<JobState, number>> {
  const countOf = async (state: JobState): Promise<readonly [JobState, number]> => {
    const counts = await Promise.all(jobLists(scope, [state]).map(async (list) => await records.count(list)));
    return [state, counts.reduce((sum, count) => sum + count, 0)];
  };
  return new Map(await Promise.all(states.map(countOf)));
}

/** Returns how many jobs of an owner wait or run. */
export async function countOpen(records: Pick<Records, 'count'>, owner: string): Promise<number> {
  const counts = await countJobs(records, owner, openStates);
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
