import type { Redis } from 'ioredis';
import type { BookQueue } from '../queue/book-queue.ts';
import { removeJob } from '../queue/remove-job.ts';
import { endedAs, hasEnded } from '../../jobs/job-record.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import { idAt, jobLists } from '../../jobs/ports/job-lists.ts';
import { keyPrefix } from '../records/redis-keys.ts';
import type { WorkTools } from './work-tools.ts';

/** Interval at which the books that have not ended are looked at, in milliseconds. */
export const careMs = 60_000;

/** A job that is missed twice is missing: it may be about to be queued. In seconds. */
const missedSeconds = 600;

/** The tools of `careForBooks`. */
export interface CareTools extends Pick<WorkTools, 'records' | 'files' | 'logger'> {
  readonly books: BookQueue;
  readonly redis: Redis;
}

/**
 * Looks for books that are not in the queue although they have not ended, because the process that was to queue them was killed: they are
 * queued. Ends the records of those that BullMQ has given up, because the workers that took them were killed each time. Removes those
 * that a request has waited for, when it has ended with its process.
 */
export async function careForBooks(tools: CareTools): Promise<void> {
  const { records } = tools;
  const lists = jobLists(undefined, ['queued', 'running']);
  const places = await Promise.all(lists.map(async (list) => await records.range(list, { oldestFirst: true })));
  for (const place of places.flat()) {
    // One by one, because others go on meanwhile.
    const [found] = await records.many([idAt(place)]);
    if (found && !hasEnded(found.record)) await careForBook(found.record, tools);
  }
}

async function careForBook(record: JobRecord, tools: CareTools): Promise<void> {
  const { records, books, redis, logger } = tools;
  const { id, waitedFor, starts } = record;
  if (waitedFor && (await removeUnheard(id, tools))) return;
  const place = await books.placeOf(id);
  if (place === 'waiting') return;
  if (place === 'given-up') {
    const failure = { code: 'internal', detail: 'The workers that took the job were stopped each time.' } as const;
    await records.change(id, (now) =>
      now.state === record.state && now.starts === starts
        ? endedAs(now, { state: 'failed', failure, endedMs: Date.now() })
        : undefined,
    );
    return;
  }
  const isFirst = await redis.set(`${keyPrefix}missed:${id}`, '1', 'EX', missedSeconds, 'NX');
  if (isFirst !== null) return;
  logger.warn({ job: id }, 'book queued that was in no queue');
  await books.add(record);
}

/** Removes a job that no request has waited for during two looks. Returns whether it was removed. */
async function removeUnheard(id: string, { redis, logger, ...places }: CareTools): Promise<boolean> {
  if (await places.records.isWaitedFor(id)) return false;
  const isFirst = await redis.set(`${keyPrefix}unheard:${id}`, '1', 'EX', missedSeconds, 'NX');
  if (isFirst !== null) return false;
  logger.warn({ job: id }, 'book removed whose request has ended with its process');
  await removeJob(id, places);
  return true;
}
