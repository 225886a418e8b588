import { setTimeout as delay } from 'node:timers/promises';
import { jobPriorities } from './job-record.ts';
import type { Job } from './job.ts';

/** Options of `JobQueue`. */
export interface JobQueueOptions {
  /** Number of jobs that run at the same time. */
  readonly atOnce: number;
  /** Runs a job in this process, unless it is to end. Returns `disk-full` when it must run again once the disk has room. Never rejects. */
  readonly run: (job: Job) => Promise<'settled' | 'disk-full'>;
  /** Reports whether the disk has room for a job to continue. */
  readonly hasRoom: (job: Job) => Promise<boolean>;
  /** Time between two looks at a full disk, in milliseconds. */
  readonly roomCheckMs: number;
}

/** Jobs that may overtake an older one in a row. The oldest is next then, so that every job starts, however many others come. */
const overtakings = 3;

/** A job in the queue and the number of jobs that came before it. */
interface Waiting {
  readonly job: Job;
  readonly number: number;
}

/** Runs jobs by priority and then in order, some at a time. While the disk is full no job starts. */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #waiting = new Set<Waiting>();
  readonly #running = new Set<Job>();
  #count = 0;
  #overtaken = 0;
  #stopped = true;
  #diskFull: AbortController | undefined;

  constructor(options: JobQueueOptions) {
    this.#options = options;
  }

  /** Number of jobs that wait or run. */
  get size(): number {
    return this.#waiting.size + this.#running.size;
  }

  /** Starts running jobs. */
  start(): void {
    this.#stopped = false;
    this.#startNext();
  }

  /** Adds a job behind the others of its priority, and notifies its followers. A priority that changes while it waits counts at once. */
  push(job: Job): void {
    job.announce();
    this.#count += 1;
    this.#waiting.add({ job, number: this.#count });
    this.#startNext();
  }

  /** Removes a waiting job. Returns false when it does not wait. */
  remove(job: Job): boolean {
    const found = [...this.#waiting].find((waiting) => waiting.job === job);
    return found !== undefined && this.#waiting.delete(found);
  }

  /** Starts no more jobs. Returns those that wait, and those that still run. */
  stop(): { readonly waiting: readonly Job[]; readonly running: readonly Job[] } {
    this.#stopped = true;
    this.#diskFull?.abort();
    const waiting = this.#byAge().map(({ job }) => job);
    this.#waiting.clear();
    return { waiting, running: [...this.#running] };
  }

  #startNext(): void {
    while (!this.#stopped && !this.#diskFull && this.#running.size < this.#options.atOnce) {
      const next = this.#next();
      if (!next) return;
      this.#waiting.delete(next);
      this.#running.add(next.job);
      void this.#run(next);
    }
  }

  #next(): Waiting | undefined {
    const [oldest] = this.#byAge();
    const [first] = this.#overtaken < overtakings ? this.#byAge().toSorted(byPriority) : [oldest];
    this.#overtaken = first === oldest ? 0 : this.#overtaken + 1;
    return first;
  }

  #byAge(): readonly Waiting[] {
    return [...this.#waiting].toSorted((a, b) => a.number - b.number);
  }

  async #run(next: Waiting): Promise<void> {
    const { job } = next;
    let outcome = await this.#options.run(job);
    // A job that was canceled, or a queue that was stopped, before the wait began must not begin it.
    while (outcome === 'disk-full' && (this.#stopped || job.controller.signal.aborted)) {
      outcome = await this.#options.run(job);
    }
    this.#running.delete(job);
    if (outcome === 'disk-full') {
      this.#waiting.add(next);
      if (!this.#diskFull) void this.#waitForRoom(next);
    }
    this.#startNext();
  }

  async #waitForRoom(next: Waiting): Promise<void> {
    const controller = new AbortController();
    this.#diskFull = controller;
    const { roomCheckMs, hasRoom } = this.#options;
    while (!controller.signal.aborted) {
      await delay(roomCheckMs, undefined, { signal: controller.signal, ref: false }).catch(() => undefined);
      // A job that was canceled meanwhile needs no room.
      if (!this.#waiting.has(next) || (await hasRoom(next.job).catch(() => false))) break;
    }
    this.#diskFull = undefined;
    this.#startNext();
  }
}

function byPriority(a: Waiting, b: Waiting): number {
  return rank(a) - rank(b);
}

function rank({ job }: Waiting): number {
  return jobPriorities.indexOf(job.record.priority ?? 'normal');
}
