import type { Usage } from '../access/usage.ts';
import { RequestError } from '../errors/request-error.ts';
import type { Limits } from '../server-settings.ts';
import { countJobs, countOpen, openStates } from './count-jobs.ts';
import { hasEnded } from './job-record.ts';
import type { JobRecord } from './job-record.ts';
import type { Queue } from './ports/queue.ts';
import type { Records } from './ports/records.ts';

/** Options of `QueueRoom`. */
export interface QueueRoomOptions {
  readonly records: Records;
  readonly queue: Pick<Queue, 'slots'>;
  readonly limits: Pick<Limits, 'queueLength'>;
  readonly usage: Pick<Usage, 'requireLeft'>;
}

/** The place of a job. */
type Place = Pick<JobRecord, 'id' | 'owner'>;

/** The places in the queue. */
export class QueueRoom {
  readonly #options: QueueRoomOptions;
  /** Places of jobs that are about to wait for their turn. */
  readonly #reserved = new Set<Place>();

  constructor(options: QueueRoomOptions) {
    this.#options = options;
  }

  /** Throws `busy` when the queue is full, and `quota-exceeded` when the owner has too much in it. */
  async require(owner: string | undefined): Promise<void> {
    await this.#require(owner, [...this.#reserved]);
  }

  /** Holds a place until the job waits for its turn, so that no other request takes it. Throws as `require` does. */
  async reserve({ id, owner }: Place): Promise<Disposable> {
    const place = { id, owner };
    const before = [...this.#reserved];
    this.#reserved.add(place);
    const leave = (): void => void this.#reserved.delete(place);
    try {
      await this.#require(owner, before);
      return { [Symbol.dispose]: leave };
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #require(owner: string | undefined, reserved: readonly Place[]): Promise<void> {
    const { limits, queue, usage, records } = this.#options;
    // Before the jobs are counted: one that gets its record meanwhile counts twice, and no two share a place.
    const made = await records.many(reserved.map(({ id }) => id));
    const open = new Set(made.flatMap(({ record }) => (hasEnded(record) ? [] : [record.id])));
    const others = reserved.filter((place) => this.#reserved.has(place) && !open.has(place.id));
    const counts = await countJobs(records, undefined, openStates);
    const running = queue.slots > 0 ? (counts.get('running') ?? 0) : 0;
    if ((counts.get('queued') ?? 0) + running + others.length >= limits.queueLength + queue.slots) {
      const jobs = limits.queueLength === 1 ? 'job' : 'jobs';
      throw new RequestError('busy', `The queue is full (${limits.queueLength} ${jobs} waiting). Try again later.`);
    }
    if (owner === undefined) return;
    const own = others.filter((place) => place.owner === owner);
    usage.requireLeft(owner, own.length + (await countOpen(records, owner)));
  }
}
