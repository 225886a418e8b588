import type { Usage } from '../access/usage.ts';
import { RequestError } from '../errors/request-error.ts';
import type { Limits } from '../server-settings.ts';
import { countJobs, countOpen } from './count-jobs.ts';
import type { Queue } from './ports/queue.ts';
import type { Records } from './ports/records.ts';

/** Options of `QueueRoom`. */
export interface QueueRoomOptions {
  readonly records: Records;
  readonly queue: Pick<Queue, 'slots'>;
  readonly limits: Pick<Limits, 'queueLength'>;
  readonly usage: Pick<Usage, 'requireLeft'>;
}

/** The places in the queue. */
export class QueueRoom {
  readonly #options: QueueRoomOptions;
  /** Places of jobs that have no record yet. */
  readonly #reserved = new Set<Disposable>();

  constructor(options: QueueRoomOptions) {
    this.#options = options;
  }

  /** Throws `busy` when the queue is full, and `quota-exceeded` when the owner has too much in it. */
  async require(owner: string | undefined, others = (): number => this.#reserved.size): Promise<void> {
    const { limits, queue, usage, records } = this.#options;
    const counts = await countJobs(records);
    const running = queue.slots > 0 ? (counts.get('running') ?? 0) : 0;
    if ((counts.get('queued') ?? 0) + running + others() >= limits.queueLength + queue.slots) {
      const jobs = limits.queueLength === 1 ? 'job' : 'jobs';
      throw new RequestError('busy', `The queue is full (${limits.queueLength} ${jobs} waiting). Try again later.`);
    }
    if (owner !== undefined) usage.requireLeft(owner, await countOpen(records, owner));
  }

  /** Holds a place until the job has a record, so that no other request takes it. Throws as `require` does. */
  async reserve(owner: string | undefined): Promise<Disposable> {
    const place = { [Symbol.dispose]: () => void this.#reserved.delete(place) };
    this.#reserved.add(place);
    try {
      await this.require(owner, () => [...this.#reserved].indexOf(place));
      return place;
    } catch (error) {
      place[Symbol.dispose]();
      throw error;
    }
  }
}
