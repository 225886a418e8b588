import type { Redis } from 'ioredis';
import type { JobProgress } from '../../jobs/job-progress.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import type { AskRedis } from './ask-redis.ts';
import { keyPrefix } from './cluster-records.ts';

/** An event of a job of several machines. Ids rise, and are the same in the events of one job and of all. */
export type ClusterEvent = {
  readonly id: string;
  readonly job: string;
  /** Owner of the job: decides who may see it. */
  readonly owner: string | undefined;
} & (
  | {
      readonly type: 'job';
      /** Its report has only the title. */
      readonly data: { readonly record: JobRecord; readonly progress?: JobProgress | undefined };
    }
  | { readonly type: 'progress'; readonly data: JobProgress }
  | { readonly type: 'warning'; readonly data: { readonly message: string } }
  | { readonly type: 'removed'; readonly data: object }
);

/** Longest wait for events in one command, in milliseconds. */
const blockMs = 5000;

const idPattern = /^\d{1,16}-\d{1,9}$/u;

/** Id before all events. */
const noEvent = '0-0';

/** Reads the events of one job, or of all. Methods throw the errors of Redis. */
export class ClusterEvents {
  readonly #ask: AskRedis;

  constructor(ask: AskRedis) {
    this.#ask = ask;
  }

  /** Returns the id of the latest event of a job, or of all jobs; `noEvent` when there is none. */
  async lastId(job?: string): Promise<string> {
    const [last] = await this.#ask((client) => client.xrevrange(streamKey(job), '+', '-', 'COUNT', 1));
    return last?.[0] ?? noEvent;
  }

  /** Returns the events after the one with this id, or undefined when that one is not kept and a snapshot is needed. */
  async after(id: string, job?: string): Promise<readonly ClusterEvent[] | undefined> {
    if (!idPattern.test(id)) return undefined;
    const [first, ...rest] = await this.#ask((client) => client.xrange(streamKey(job), id, '+'));
    return first?.[0] === id ? rest.map(parseEvent) : undefined;
  }
}

/**
 * Yields lists of events of all jobs after an id, as they come. The client is to be one of its own: it waits for them. Ends by
 * throwing the error of the client, when that is closed or its connection is lost.
 */
export async function* followEvents(client: Redis, after: string): AsyncGenerator<readonly ClusterEvent[]> {
  for (let last = after; ;) {
    const found = await client.xread('COUNT', 500, 'BLOCK', blockMs, 'STREAMS', streamKey(), last);
    const entries = found?.[0]?.[1] ?? [];
    last = entries.at(-1)?.[0] ?? last;
    if (entries.length > 0) yield entries.map(parseEvent);
  }
}

function streamKey(job?: string): string {
  return job === undefined ? `${keyPrefix}events` : `${keyPrefix}events:${job}`;
}

function parseEvent([id, fields]: readonly [id: string, fields: readonly string[]]): ClusterEvent {
  const valueOf = (name: string): string => fields[fields.indexOf(name) + 1] ?? '';
  // Only this program writes events.
  const event: ClusterEvent = JSON.parse(`{"type":"${valueOf('type')}","data":${valueOf('data')}}`);
  return { ...event, id, job: valueOf('job'), owner: valueOf('owner') || undefined };
}
