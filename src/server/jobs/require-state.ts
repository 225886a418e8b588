import { RequestError } from '../errors/request-error.ts';
import { hasEnded, isFinished } from './job-record.ts';
import type { JobRecord } from './job-record.ts';

/** Returns the error for a job that does not exist, or is being removed. */
export function unknownJob(): RequestError {
  return new RequestError('not-found', 'Unknown job.');
}

/** Throws `wrong-state` for a book that is there as long as its files are in the folder of the library. */
export function requireOwnFiles({ isLinked }: JobRecord): void {
  if (!isLinked) return;
  const message = 'The book is in the folder of the library, which is only read. Take its files out of that folder.';
  throw new RequestError('wrong-state', message);
}

/** Returns what changes in a job that is kept for good, or no longer. Throws as `requireOwnFiles` does. */
export function keptNow(record: JobRecord, keep: JobRecord['keep']): Pick<JobRecord, 'keep'> {
  requireOwnFiles(record);
  return { keep };
}

/** Returns the error for a job that can no longer be canceled. */
export function endedAlready({ state }: JobRecord): RequestError {
  return new RequestError('wrong-state', `The job is ${state}. Only a job that waits or runs can be canceled.`);
}

/** Throws `wrong-state` unless the job waits: for its turn, for the request to speak its scripts, or to be retried. */
export function requireWaiting({ state, uploadRemoved }: JobRecord): void {
  if (state === 'queued' || state === 'scripted' || (state === 'failed' && !uploadRemoved)) return;
  throw new RequestError('wrong-state', `The job is ${state}. Only jobs that wait can be changed.`);
}

/** Throws `not-failed`, and `gone` for a failed job without its upload. */
export function requireRetryable({ state, uploadRemoved }: JobRecord): void {
  if (state !== 'failed') {
    throw new RequestError('not-failed', `The job is ${state}. Only failed jobs can be retried.`);
  }
  if (uploadRemoved) {
    throw new RequestError('gone', 'The upload was removed a day after the failure. Send the book again.');
  }
}

/** Throws `wrong-state` unless the job waits with its scripts. */
export function requireScripted({ state }: JobRecord): void {
  if (state === 'scripted') return;
  throw new RequestError('wrong-state', `The job is ${state}. Only a job that is scripted can be told to speak.`);
}

/** Throws `wrong-state` unless the job is finished, and `gone` where its upload was not kept. */
export function requireRemakable({ state, hasUpload }: JobRecord): void {
  if (state !== 'done') {
    throw new RequestError('wrong-state', `The job is ${state}. Only a finished job can be made anew.`);
  }
  if (!hasUpload) throw new RequestError('gone', 'The book was not kept. Send it again, with listen=true.');
}

/** Returns what changes in a job that is to sound different. Throws `wrong-state` for a canceled one, and `gone` as `requireRemakable`. */
export function correctedNow(record: JobRecord): Pick<JobRecord, 'isOutdated'> {
  const { state, uploadRemoved } = record;
  if (state === 'canceled') throw new RequestError('wrong-state', 'The job was canceled.');
  if (state === 'done' || uploadRemoved) requireRemakable({ ...record, state: 'done' });
  // A run that has begun may have read what was there before. It begins anew when it is through.
  return { isOutdated: state === 'running' || isFinished(record) ? true : undefined };
}

/** Throws `wrong-state` unless the scripts of the job are still to be spoken or can be spoken again, and nothing reads them now. */
export function requireUnspoken({ state, hasUpload, uploadRemoved }: JobRecord): void {
  if (state === 'done' && hasUpload) return;
  if (state === 'queued' || state === 'scripted' || (state === 'failed' && !uploadRemoved)) return;
  const advice = state === 'running' ? 'Its scripts can be changed before it runs.' : 'Its scripts are spoken or gone.';
  throw new RequestError('wrong-state', `The job is ${state}. ${advice}`);
}

/** Returns how a job ends whose request waits when the service stops; undefined for any other. */
export function endedByStop(record: JobRecord): Partial<JobRecord> | undefined {
  if (!record.waitedFor || hasEnded(record)) return undefined;
  const { code, message: detail } = shuttingDown();
  return { state: 'failed', failure: { code, detail }, endedMs: Date.now() };
}

/** Returns the error of requests and jobs that end because the service stops. */
export function shuttingDown(): RequestError {
  return new RequestError('shutting-down', 'The service is shutting down. Try again later.');
}
