import { jobStates } from './job-record.ts';
import type { JobState } from './job-record.ts';
import type { Job } from './job.ts';

/** Returns the number of jobs in each state. */
export function countByState(jobs: Iterable<Job>): ReadonlyMap<JobState, number> {
  const counts = new Map<JobState, number>(jobStates.map((state) => [state, 0]));
  for (const { record } of jobs) counts.set(record.state, (counts.get(record.state) ?? 0) + 1);
  return counts;
}

/** Returns how many jobs of an owner wait or run. */
export function countOpen(jobs: readonly Job[], owner: string | undefined): number {
  return jobs.filter(({ record }) => record.owner === owner && ['queued', 'running'].includes(record.state)).length;
}
