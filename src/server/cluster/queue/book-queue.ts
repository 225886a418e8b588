import { setTimeout as delay } from 'node:timers/promises';
import type { JobsOptions, JobState, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { JobRecord } from '../../jobs/job-record.ts';
import type { AddOptions, Queue as JobQueue } from '../../jobs/ports/queue.ts';
import type { AskRedis } from '../records/ask-redis.ts';
import { bookPriority } from './book-priority.ts';
import { loadBullmq } from './connect-redis.ts';
import { queueFormat } from './queued-book.ts';
import type { QueuedBook } from './queued-book.ts';
import { booksQueue } from './queue-names.ts';
import type { PasswordSeal } from './sealed-password.ts';

/** The jobs in a queue of books at a moment. */
export interface QueueLoad {
  /** Workers that take books. Undefined where Redis does not list its clients. */
  readonly workers: number | undefined;
  /** Books that wait or run, without those whose parts are spoken. */
  readonly books: number;
}

/** Options for retrying and keeping jobs. */
export const queuedJobOptions: JobsOptions = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 5000, jitter: 0.5 },
  removeOnComplete: true,
  // For tools of BullMQ that look into the queue. The record has all that this program needs.
  removeOnFail: { age: 7 * 24 * 60 * 60, count: 10_000 },
  stackTraceLimit: 1,
};

/**
 * Looks at a book whose run is over, and the time between two of them in milliseconds. The worker needs some answers of Redis. One that
 * was killed instead leaves the book to the next, which finds it queued.
 */
const maxLooks = 20;
const lookMs = 100;

/** The queue of books: those whose records are in Redis and whose files are in the storage. */
export class BookQueue implements JobQueue, AsyncDisposable {
  /** Workers run the books. */
  readonly slots = 0;
  readonly #queue: Queue<QueuedBook>;
  readonly #seal: PasswordSeal;
  readonly #ask: AskRedis;

  /** `ask` limits the time of `add`. */
  constructor(queue: Queue<QueuedBook>, seal: PasswordSeal, ask: AskRedis) {
    this.#queue = queue;
    this.#seal = seal;
    this.#ask = ask;
  }

  /**
   * Puts a book into the queue. Does nothing for a book that is in it. Throws `bad-value` for a password that cannot be encrypted;
   * `checkPassword` checks that before.
   */
  async add(record: JobRecord, { password, openBooks = 0 }: AddOptions = {}): Promise<void> {
    const { id } = record;
    const sealed = password === undefined ? undefined : this.#seal.seal(password, id);
    const data: QueuedBook = {
      format: queueFormat,
      id,
      step: 'plan',
      ...(sealed !== undefined && { password: sealed }),
    };
    await this.#ask(async () => {
      // A failed job is kept under the same id, and would be in the way.
      if ((await this.#stateAfterRun(id)) === 'failed') await this.#queue.remove(id);
      return await this.#queue.add('book', data, { jobId: id, priority: bookPriority(record, openBooks) });
    });
  }

  /** Returns the state of a book. Its record says that a run is over a moment before its worker tells the queue. */
  async #stateAfterRun(id: string): Promise<JobState | 'unknown'> {
    for (let look = 1; look < maxLooks; look += 1) {
      const state = await this.#queue.getJobState(id);
      if (state !== 'active') return state;
      await delay(lookMs);
    }
    return await this.#queue.getJobState(id);
  }

  /** Takes a book out of the queue, unless a worker has it. */
  async remove(id: string): Promise<void> {
    await this.#queue.remove(id);
  }

  /** Throws `bad-value` when a book with a password cannot be taken. */
  checkPassword(password: string | undefined): void {
    if (password !== undefined) this.#seal.seal(password, '');
  }

  /** Only workers know passwords. */
  passwordOf(): undefined {
    return undefined;
  }

  /** Its worker finds that out. */
  async stop(): Promise<void> {
    await Promise.resolve();
  }

  /** Workers start by themselves, and go on. */
  start(): void {
    return undefined;
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }

  /** Returns where a book is: it waits, runs or waits for its parts; it was tried too often; or it is in no queue. */
  async placeOf(id: string): Promise<'waiting' | 'given-up' | undefined> {
    const state = await this.#queue.getJobState(id);
    if (state === 'failed') return 'given-up';
    return state === 'completed' || state === 'unknown' ? undefined : 'waiting';
  }

  /** Returns how much there is to do, and who takes books. */
  async load(): Promise<QueueLoad> {
    const [workers, books] = await Promise.all([
      this.#queue.getWorkers(),
      this.#queue.getJobCountByTypes('active', 'waiting', 'prioritized'),
    ]);
    const isListed = workers.every(({ rawname }) => rawname !== undefined);
    return { workers: isListed ? workers.length : undefined, books };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#queue.close();
  }
}

/** Opens the queue of books on a connection, which stays open. */
export async function openBookQueue(redis: Redis, seal: PasswordSeal, ask: AskRedis): Promise<BookQueue> {
  const { Queue: BullQueue } = await loadBullmq();
  const queue = new BullQueue<QueuedBook>(booksQueue, { connection: redis, defaultJobOptions: queuedJobOptions });
  // Commands wait for the connection, which reports its errors itself.
  queue.on('error', () => undefined);
  return new BookQueue(queue, seal, ask);
}
