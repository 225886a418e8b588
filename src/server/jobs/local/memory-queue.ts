import { setTimeout as delay } from 'node:timers/promises';
import { jobPriorities } from '../job-record.ts';
import type { JobRecord } from '../job-record.ts';

/** How a run has ended: for good, or until the disk has room, which `hasRoom` reports. */
export type RunEnd = 'settled' | { readonly hasRoom: () => Promise<boolean> };

/** Options of `MemoryQueue`. */
export interface MemoryQueueOptions {
  /** Number of jobs that run at the same time. */
  readonly atOnce: number;
  /** Runs a job in this process, unless it is to end. Never rejects. */
  readonly run: (id: string) => Promise<RunEnd>;
  /** Returns the priority of a job: one that changes while the job waits counts at once. */
  readonly priorityOf: (id: string) => JobRecord['priority'];
  /** Reports whether the disk has room for any job. */
  readonly hasRoom: () => Promise<boolean>;
  /** Time between two looks at a full disk, in milliseconds. */
  readonly roomCheckMs: number;
}

/** Jobs that may overtake an older one in a row. The oldest is next then, so that every job starts, however many others come. */
const overtakings = 3;

const noWork = (): void => undefined;

/** A job in the queue. */
interface Entry {
  readonly id: string;
  /** Number of jobs that came before it. */
  readonly number: number;
  /** Resolves when this process is done with the job. */
  readonly settled: Promise<void>;
  readonly settle: () => void;
  /** Reports whether there is room again, for a job that waits for it. */
  hasRoom?: (() => Promise<boolean>) | undefined;
}

/**
 * Runs jobs by priority and then in order, some at a time. A job that the disk has no room for waits, and others start as long as there
 * is some room.
 */
export class MemoryQueue {
  readonly #options: MemoryQueueOptions;
  readonly #waiting = new Map<string, Entry>();
  readonly #running = new Map<string, Entry>();
  #count = 0;
  #overtaken = 0;
  #stopped = true;
  #isFull = false;
  #looking: AbortController | undefined;

  constructor(options: MemoryQueueOptions) {
    this.#options = options;
  }

  /** Number of jobs that wait until the disk has room. */
  get withoutRoom(): number {
    return [...this.#waiting.values()].filter(({ hasRoom }) => hasRoom).length;
  }

  /** Starts running jobs. */
  start(): void {
    this.#stopped = false;
    this.#startNext();
  }

  /** Adds a job behind the others of its priority. Does nothing for one that waits or runs. */
  push(id: string): void {
    if (this.#waiting.has(id) || this.#running.has(id)) return;
    let settle = noWork;
    const settled = new Promise<void>((resolve) => (settle = resolve));
    this.#count += 1;
    this.#waiting.set(id, { id, number: this.#count, settled, settle });
    this.#startNext();
  }

  /** Takes a job out of the queue, and waits for the end of its run. */
  async leave(id: string): Promise<void> {
    const entry = this.#waiting.get(id);
    if (entry && this.#waiting.delete(id)) entry.settle();
    await this.ended(id);
  }

  /** Waits for the end of the run of a job. */
  async ended(id: string): Promise<void> {
    await this.#running.get(id)?.settled;
  }

  /** Starts no more jobs. Returns those that wait. */
  stop(): readonly string[] {
    this.#stopped = true;
    this.#looking?.abort();
    const left = [...this.#waiting.keys()];
    this.#waiting.clear();
    return left;
  }

  /** Waits until no job runs. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(async ({ settled }) => await settled));
  }

  #startNext(): void {
    while (!this.#stopped && !this.#isFull && this.#running.size < this.#options.atOnce) {
      const next = this.#next();
      if (!next) return;
      this.#waiting.delete(next.id);
      this.#running.set(next.id, next);
      void this.#run(next);
    }
  }

  #next(): Entry | undefined {
    const ready = [...this.#waiting.values()].filter(({ hasRoom }) => !hasRoom);
    const byAge = ready.toSorted((a, b) => a.number - b.number);
    const [oldest] = byAge;
    const rank = ({ id }: Entry): number => jobPriorities.indexOf(this.#options.priorityOf(id) ?? 'normal');
    const [first] = this.#overtaken < overtakings ? byAge.toSorted((a, b) => rank(a) - rank(b)) : [oldest];
    this.#overtaken = first === oldest ? 0 : this.#overtaken + 1;
    return first;
  }

  async #run(entry: Entry): Promise<void> {
    const end = await this.#options.run(entry.id);
    this.#running.delete(entry.id);
    if (end === 'settled' || this.#stopped) entry.settle();
    else {
      entry.hasRoom = end.hasRoom;
      this.#waiting.set(entry.id, entry);
      // Until it is known that there is some.
      this.#isFull = true;
      if (!this.#looking) void this.#lookForRoom();
    }
    this.#startNext();
  }

  async #lookForRoom(): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#looking = controller;
    const { roomCheckMs, hasRoom } = this.#options;
    while (!signal.aborted && (this.#isFull || this.withoutRoom > 0)) {
      this.#isFull = !(await hasRoom().catch(() => false));
      this.#startNext();
      await delay(roomCheckMs, undefined, { signal, ref: false }).catch(() => undefined);
      for (const entry of this.#waiting.values()) {
        if (await entry.hasRoom?.().catch(() => false)) entry.hasRoom = undefined;
      }
      this.#startNext();
    }
    this.#looking = undefined;
  }
}
