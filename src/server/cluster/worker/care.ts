import type { Redis } from 'ioredis';
import type { BookQueue } from '../queue/book-queue.ts';
import { keyPrefix } from '../records/cluster-records.ts';
import type { WorkTools } from './work-tools.ts';

/** How often the books that have not ended are looked at, in milliseconds. */
export const careMs = 60_000;

/** A job that is missed twice is missing: it may be about to be queued. In seconds. */
const missedSeconds = 600;

/** What `careForBooks` works with. */
export interface CareTools extends Pick<WorkTools, 'records' | 'logger'> {
  readonly books: BookQueue;
  readonly redis: Redis;
}

/**
 * Looks for books that are not in the queue although they have not ended, because the process that was to queue them was killed: they are
 * queued. Ends the records of those that BullMQ has given up, because the workers that took them were killed each time.
 */
export async function careForBooks({ records, books, redis, logger }: CareTools): Promise<void> {
  for (const state of ['queued', 'running'] as const) {
    for await (const { record } of records.list(state)) {
      const place = await books.placeOf(record.id);
      if (place === 'waiting') continue;
      if (place === 'given-up') {
        const failure = { code: 'internal', detail: 'The workers that took the job were stopped each time.' } as const;
        const isSame = (starts: number): boolean => starts === record.starts;
        await records.change(record.id, ({ state: now, starts }) =>
          now === state && isSame(starts) ? { state: 'failed', failure, endedMs: Date.now() } : undefined,
        );
        continue;
      }
      const isFirst = await redis.set(`${keyPrefix}missed:${record.id}`, '1', 'EX', missedSeconds, 'NX');
      if (isFirst !== null) continue;
      logger.warn({ job: record.id }, 'book queued that was in no queue');
      await books.add(record);
    }
  }
}
