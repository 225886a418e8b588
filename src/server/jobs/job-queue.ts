import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from './job.ts';

/** Options of `JobQueue`. */
export interface JobQueueOptions {
  /** Number of jobs that run at the same time. */
  readonly atOnce: number;
  /** Runs a job in this process. Returns `disk-full` when it must run again once the disk has room. Never rejects. */
  readonly run: (job: Job) => Promise<'settled' | 'disk-full'>;
  /** Reports whether the disk has room for a job to continue. */
  readonly hasRoom: () => Promise<boolean>;
  /** Time between two looks at a full disk, in milliseconds. */
  readonly roomCheckMs: number;
}

/** Runs jobs in order, some at a time. While the disk is full no job starts. */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #waiting: Job[] = [];
  readonly #running = new Set<Job>();
  #stopped = true;
  #diskFull: AbortController | undefined;

  constructor(options: JobQueueOptions) {
    this.#options = options;
  }

  /** Number of jobs that wait or run. */
  get size(): number {
    return this.#waiting.length + this.#running.size;
  }

  /** Starts running jobs. */
  start(): void {
    this.#stopped = false;
    this.#startNext();
  }

  /** Adds a job at the end. */
  push(job: Job): void {
    this.#waiting.push(job);
    this.#startNext();
  }

  /** Removes a waiting job. Returns false when it does not wait. */
  remove(job: Job): boolean {
    const index = this.#waiting.indexOf(job);
    if (index !== -1) this.#waiting.splice(index, 1);
    return index !== -1;
  }

  /** Starts no more jobs. Returns those that wait, and those that still run. */
  stop(): { readonly waiting: readonly Job[]; readonly running: readonly Job[] } {
    this.#stopped = true;
    this.#diskFull?.abort();
    return { waiting: this.#waiting.splice(0), running: [...this.#running] };
  }

  #startNext(): void {
    while (!this.#stopped && !this.#diskFull && this.#running.size < this.#options.atOnce) {
      const job = this.#waiting.shift();
      if (!job) return;
      this.#running.add(job);
      void this.#run(job);
    }
  }

  async #run(job: Job): Promise<void> {
    const outcome = await this.#options.run(job);
    this.#running.delete(job);
    if (outcome === 'disk-full') {
      this.#waiting.unshift(job);
      if (!this.#diskFull) void this.#waitForRoom();
    }
    this.#startNext();
  }

  async #waitForRoom(): Promise<void> {
    const controller = new AbortController();
    this.#diskFull = controller;
    const { roomCheckMs, hasRoom } = this.#options;
    while (!controller.signal.aborted) {
      await delay(roomCheckMs, undefined, { signal: controller.signal, ref: false }).catch(() => undefined);
      if (await hasRoom().catch(() => false)) break;
    }
    this.#diskFull = undefined;
    this.#startNext();
  }
}
