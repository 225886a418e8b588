import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { withoutTimeLimit } from '../records/ask-redis.ts';
import { ClusterEvents, followEvents } from '../records/cluster-events.ts';
import type { ClusterEvent } from '../records/cluster-events.ts';
import type { RunningJobs } from './running-jobs.ts';

/** Options of `followCancels`. */
export interface FollowCancelsOptions {
  readonly running: RunningJobs;
  readonly signal: AbortSignal;
}

const pauseMs = 1000;

/** Ends the runs of jobs that are canceled or removed, until the signal. Never rejects. */
export async function followCancels(redis: Redis, { running, signal }: FollowCancelsOptions): Promise<void> {
  const client = redis.duplicate();
  client.on('error', () => undefined);
  signal.addEventListener('abort', () => client.disconnect(), { once: true });
  let last: string | undefined;
  while (!signal.aborted) {
    try {
      last ??= await new ClusterEvents(withoutTimeLimit(client)).lastId();
      for await (const events of followEvents(client, last)) {
        last = events.at(-1)?.id ?? last;
        for (const event of events) if (isEnd(event)) running.cancel(event.job);
      }
    } catch {
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

function isEnd(event: ClusterEvent): boolean {
  return event.type === 'removed' || (event.type === 'job' && event.data.record.state === 'canceled');
}
