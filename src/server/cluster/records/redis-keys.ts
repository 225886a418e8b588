import { createHash } from 'node:crypto';

/** Begins all keys of this program in Redis, except those of the queues. */
export const keyPrefix = 'audiobook:';

/** Keys of what Redis has of jobs. */
export const keys = {
  job: (id: string): string => `${keyPrefix}job:${id}`,
  /** The events of a job, or of all jobs. */
  events: (id?: string): string => (id === undefined ? `${keyPrefix}events` : `${keyPrefix}events:${id}`),
  list: (name: string): string => `${keyPrefix}list:${name}`,
  /** What is searched and sorted of all jobs. */
  summaries: `${keyPrefix}summaries`,
  keptBytes: `${keyPrefix}kept-bytes`,
  /** Says that someone waits for a job. */
  waited: (id: string): string => `${keyPrefix}waited:${id}`,
  /** The job of an idempotency key, which may have any characters. */
  idempotency: (key: string): string => `${keyPrefix}key:${createHash('sha256').update(key).digest('hex')}`,
};
