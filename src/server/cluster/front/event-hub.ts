import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { ClusterEvent } from '../records/cluster-events.ts';
import { followEvents } from '../records/cluster-events.ts';

/** Options of `EventHub`. */
export interface EventHubOptions {
  /** A connection of its own, which the hub closes. */
  readonly client: Redis;
  /** Id of the event after which it follows. */
  readonly after: string;
  readonly logger: Logger;
}

/** Pause after a failure, in milliseconds. */
const pauseMs = 1000;

/** Follows the events of all jobs with one connection and passes them to the listeners in this process. */
export class EventHub implements AsyncDisposable {
  readonly #client: Redis;
  readonly #logger: Logger;
  readonly #listeners = new Set<(event: ClusterEvent) => void>();
  readonly #returned = new Set<() => void>();
  readonly #following: Promise<void>;
  #isClosed = false;

  constructor({ client, after, logger }: EventHubOptions) {
    this.#client = client;
    this.#logger = logger;
    client.on('ready', () => {
      for (const listener of this.#returned) listener();
    });
    this.#following = this.#follow(after);
  }

  /** Calls the listener with every new event. Returns a function that removes it. */
  listen(listener: (event: ClusterEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls the listener when a lost connection is there again: Redis may have forgotten events. Returns a function that removes it. */
  onReturn(listener: () => void): () => void {
    this.#returned.add(listener);
    return () => void this.#returned.delete(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#client.disconnect();
    await this.#following;
  }

  async #follow(after: string): Promise<void> {
    let last = after;
    while (!this.#isClosed) {
      try {
        for await (const events of followEvents(this.#client, last)) {
          for (const event of events) this.#pass(event);
          last = events.at(-1)?.id ?? last;
        }
      } catch (err) {
        if (this.#isClosed) return;
        this.#logger.warn({ err }, 'cannot follow the events of jobs: trying again');
        await delay(pauseMs);
      }
    }
  }

  #pass(event: ClusterEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
