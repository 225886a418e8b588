import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { queuedJobOptions } from '../../queue/book-queue.ts';
import type { QueuedBook, QueuedPart } from '../../queue/queued-book.ts';
import { speechQueue } from '../../queue/queue-names.ts';
import type { WorkerLimits } from '../worker-settings.ts';

/** Longest pause that a service can ask for, in milliseconds. */
const maxPauseMs = 600_000;

/** Options of `ProviderQueues`. */
export interface ProviderQueuesOptions {
  readonly bullmq: typeof import('bullmq');
  readonly redis: Redis;
  readonly limitOf: WorkerLimits['limitOf'];
}

/** A limit that none reaches, in a minute. BullMQ looks at pauses only where there is one. */
const anyNumber = 1_000_000;

/** The queues of what providers speak, one for each, with what all workers together may do. */
export class ProviderQueues implements AsyncDisposable {
  readonly #options: ProviderQueuesOptions;
  readonly #queues = new Map<string, Queue<QueuedBook | QueuedPart>>();

  constructor(options: ProviderQueuesOptions) {
    this.#options = options;
  }

  /** Returns the queue of a provider. */
  for(provider: string): Queue<QueuedBook | QueuedPart> {
    const { bullmq, redis } = this.#options;
    const known = this.#queues.get(provider);
    if (known) return known;
    const connection = { connection: redis, defaultJobOptions: queuedJobOptions };
    const queue = new bullmq.Queue<QueuedBook | QueuedPart>(speechQueue(provider), connection);
    // The connection tells of its errors itself.
    queue.on('error', () => undefined);
    this.#queues.set(provider, queue);
    return queue;
  }

  /** Sets what all workers together may do with a provider. */
  async limit(provider: string): Promise<void> {
    const { atOnce, perMinute } = this.#options.limitOf(provider);
    const queue = this.for(provider);
    if (atOnce === undefined) await queue.removeGlobalConcurrency();
    else await queue.setGlobalConcurrency(atOnce);
    await queue.setGlobalRateLimit(perMinute ?? anyNumber, 60_000);
  }

  /** Lets no worker begin to speak with a provider for a time in milliseconds: the service has asked for it. */
  async pause(provider: string, ms: number): Promise<void> {
    await this.for(provider).rateLimit(Math.min(maxPauseMs, Math.ceil(ms)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#queues.values()].map(async (queue) => await queue.close()));
  }
}
