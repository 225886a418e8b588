import type { Job } from 'bullmq';
import { AudiobookError } from '../../../core/errors.ts';
import type { WorkTools } from './work-tools.ts';

/** Time until a job that this worker cannot do is offered again, in milliseconds. */
const leaveMs = 2000;

/** Leaves a job to other workers, and throws the error with which BullMQ does so. */
export async function leaveToOthers(
  job: Job,
  token: string | undefined,
  { bullmq }: Pick<WorkTools, 'bullmq'>,
): Promise<never> {
  await job.moveToDelayed(Date.now() + leaveMs, token);
  throw new bullmq.DelayedError();
}

/** Puts a job back that this worker has begun and will not finish, without counting it. Throws the error with which BullMQ does so. */
export async function putBack(
  job: Job,
  token: string | undefined,
  { bullmq }: Pick<WorkTools, 'bullmq'>,
): Promise<never> {
  await job.moveToWait(token);
  throw new bullmq.WaitingError();
}

/** Returns what is read of a record, or `unknown` for one in a format of another version. Throws the errors of Redis. */
export async function orUnknown<Found>(reading: Promise<Found>): Promise<Found | 'unknown'> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof AudiobookError) return 'unknown';
    throw thrown;
  }
}
