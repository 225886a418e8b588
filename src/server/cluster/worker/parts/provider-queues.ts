import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { queuedJobOptions } from '../../queue/book-queue.ts';
import type { QueuedBook, QueuedPart, QueuedScripts } from '../../queue/queued-book.ts';
import { scriptsQueue, speechQueue } from '../../queue/queue-names.ts';
import { isLimited, modelLimitName } from '../worker-settings.ts';
import type { ProviderLimit, WorkerLimits } from '../worker-settings.ts';

/** Longest pause that a service can ask for, in milliseconds. */
const maxPauseMs = 600_000;

/** Options of `ProviderQueues`. */
export interface ProviderQueuesOptions {
  readonly bullmq: typeof import('bullmq');
  readonly redis: Redis;
  readonly limitOf: WorkerLimits['limitOf'];
}

/** A job in the queue of a service. */
export type QueuedWork = QueuedBook | QueuedPart | QueuedScripts;

/** A service by what it does: a speech provider by its id, or a service of language models. */
export type ServiceName = { readonly provider: string } | { readonly service: string };

/** A limit that none reaches, in a minute. BullMQ looks at pauses only where there is one. */
const anyNumber = 1_000_000;

/** The queues of what providers speak and models write, one for each service, with what all workers together may do. */
export class ProviderQueues implements AsyncDisposable {
  readonly #options: ProviderQueuesOptions;
  readonly #queues = new Map<string, Queue<QueuedWork>>();

  constructor(options: ProviderQueuesOptions) {
    this.#options = options;
  }

  /** Returns the queue of a service. */
  for(name: ServiceName): Queue<QueuedWork> {
    const { bullmq, redis } = this.#options;
    const queueName = 'provider' in name ? speechQueue(name.provider) : scriptsQueue(name.service);
    const known = this.#queues.get(queueName);
    if (known) return known;
    const connection = { connection: redis, defaultJobOptions: queuedJobOptions };
    const queue = new bullmq.Queue<QueuedWork>(queueName, connection);
    // The connection reports its errors itself.
    queue.on('error', () => undefined);
    this.#queues.set(queueName, queue);
    return queue;
  }

  /** Sets what all workers together may do with a service. */
  async limit(name: ServiceName): Promise<void> {
    const { atOnce, perMinute } = this.#limitOf(name);
    const queue = this.for(name);
    if (atOnce === undefined) await queue.removeGlobalConcurrency();
    else await queue.setGlobalConcurrency(atOnce);
    await queue.setGlobalRateLimit(perMinute ?? anyNumber, 60_000);
  }

  /** Lets no worker begin to work with a service for a time in milliseconds: it has asked for that. */
  async pause(name: ServiceName, ms: number): Promise<void> {
    await this.for(name).rateLimit(Math.min(maxPauseMs, Math.ceil(ms)));
  }

  /** Reports whether work with a service has to wait for its turn: it has a limit, or has asked for a pause that is not over. */
  async needsTurn(name: ServiceName): Promise<boolean> {
    return isLimited(this.#limitOf(name)) || (await this.for(name).getRateLimitTtl(2 * anyNumber)) > 0;
  }

  #limitOf(name: ServiceName): ProviderLimit {
    return this.#options.limitOf('provider' in name ? name.provider : modelLimitName(name.service));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#queues.values()].map(async (queue) => await queue.close()));
  }
}
