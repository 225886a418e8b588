import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { RecordEvent, RecordEvents } from '../../jobs/ports/records.ts';
import type { AskRedis } from './ask-redis.ts';
import { keys } from './redis-keys.ts';

/** Longest wait for events in one command, in milliseconds. */
const blockMs = 5000;

/** Pause after a failure, in milliseconds. */
const pauseMs = 1000;

const idPattern = /^\d{1,16}-\d{1,9}$/u;

/** Id before all events. */
const noEvent = '0-0';

/** The events of all jobs in Redis. One connection follows them for all listeners of this process. */
export class RedisEvents implements RecordEvents {
  readonly #ask: AskRedis;
  readonly #listeners = new Set<(event: RecordEvent) => void>();
  readonly #returned = new Set<() => void>();
  #client: Redis | undefined;
  #following: Promise<void> = Promise.resolve();

  constructor(ask: AskRedis) {
    this.#ask = ask;
  }

  async lastId(job?: string): Promise<string> {
    const [last] = await this.#ask((client) => client.xrevrange(keys.events(job), '+', '-', 'COUNT', 1));
    return last?.[0] ?? noEvent;
  }

  async after(id: string, job?: string): Promise<readonly RecordEvent[] | undefined> {
    if (!idPattern.test(id)) return undefined;
    const [first, ...rest] = await this.#ask((client) => client.xrange(keys.events(job), id, '+'));
    return first?.[0] === id ? rest.map(parseEvent) : undefined;
  }

  listen(listener: (event: RecordEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  onReturn(listener: () => void): () => void {
    this.#returned.add(listener);
    return () => void this.#returned.delete(listener);
  }

  /** Begins to pass events to the listeners, with a connection of its own like the given one. Disposing ends that. */
  async follow(redis: Redis, logger: Logger): Promise<AsyncDisposable> {
    const last = await this.lastId();
    const client = redis.duplicate();
    // The other connection reports the same errors.
    client.on('error', () => undefined);
    client.on('ready', () => {
      for (const listener of this.#returned) listener();
    });
    this.#client = client;
    this.#following = this.#run(client, last, logger);
    return {
      [Symbol.asyncDispose]: async () => {
        this.#client = undefined;
        client.disconnect();
        await this.#following;
      },
    };
  }

  async #run(client: Redis, after: string, logger: Logger): Promise<void> {
    let last = after;
    while (this.#client === client) {
      try {
        const found = await client.xread('COUNT', 500, 'BLOCK', blockMs, 'STREAMS', keys.events(), last);
        const entries = found?.[0]?.[1] ?? [];
        last = entries.at(-1)?.[0] ?? last;
        this.#pass(entries.map(parseEvent));
      } catch (err) {
        if (this.#client !== client) return;
        logger.warn({ err }, 'cannot follow the events of jobs: trying again');
        await delay(pauseMs);
      }
    }
  }

  #pass(events: readonly RecordEvent[]): void {
    for (const event of events) for (const listener of this.#listeners) listener(event);
  }
}

function parseEvent([id, fields]: readonly [id: string, fields: readonly string[]]): RecordEvent {
  const valueOf = (name: string): string => fields[fields.indexOf(name) + 1] ?? '';
  // Only this program writes events.
  const event: RecordEvent = JSON.parse(`{"type":"${valueOf('type')}","data":${valueOf('data')}}`);
  return { ...event, id, job: valueOf('job'), owner: valueOf('owner') || undefined };
}
