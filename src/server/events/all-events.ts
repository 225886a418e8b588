import { randomUUID } from 'node:crypto';
import type { Job } from '../jobs/job.ts';
import type { JobEvent } from '../jobs/job-events.ts';
import type { JobProgress } from '../jobs/job-progress.ts';
import { listedJob } from '../jobs/job-view.ts';

/** An event of one of all jobs, as the text that every follower receives. */
export interface SharedEvent {
  readonly id: string;
  /** Owner of the job: decides who may see it. */
  readonly owner: string | undefined;
  readonly text: string;
}

export type SharedEventListener = (event: SharedEvent) => void;

/** What was said about the progress of a job, and what is to be said soon. */
interface Said {
  readonly change: string;
  readonly atMs: number;
  readonly timer?: NodeJS.Timeout | undefined;
}

/**
 * The events of all jobs in one row, and the latest ones for followers that reconnect. Each is written out once, however many follow.
 * Progress that changes nothing but numbers is said at most twice a second for each job.
 */
export class AllEvents {
  /** Part of every id, so that ids of an earlier process are not found. */
  readonly #run = randomUUID().slice(0, 8);
  readonly #listeners = new Set<SharedEventListener>();
  readonly #said = new Map<string, Said>();
  readonly #ended = new AbortController();
  #recent: SharedEvent[] = [];
  #count = 0;

  /** Aborted when the service stops: no event follows. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Id of the latest event. */
  get lastId(): string {
    return `${this.#run}-${this.#count}`;
  }

  /** Adds an event of a job. */
  add(job: Job, { type, data }: JobEvent): void {
    const { id } = job.record;
    if (type === 'progress') {
      this.#addProgress(job, job.view.progress);
      return;
    }
    // A `job` event has the latest progress.
    if (type !== 'warning') this.#forget(id);
    if (type === 'job') this.#emit(job, type, listedJob(job.view));
    else this.#emit(job, type, { job: id, ...(typeof data === 'object' && data) });
  }

  /** Returns the events after the one with this id, or undefined when that one is not kept and a snapshot is needed. */
  after(id: string): readonly SharedEvent[] | undefined {
    if (id === this.lastId) return [];
    const index = this.#recent.findIndex((event) => event.id === id);
    return index === -1 ? undefined : this.#recent.slice(index + 1);
  }

  /** Calls the listener with every new event. Returns a function that removes it. */
  listen(listener: SharedEventListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends all streams. */
  close(): void {
    for (const id of this.#said.keys()) this.#forget(id);
    this.#ended.abort();
  }

  #addProgress(job: Job, progress: JobProgress | undefined): void {
    if (!progress || this.ended.aborted) return;
    const { id } = job.record;
    const said = this.#said.get(id);
    const change = changeOf(progress);
    const dueMs = (said?.atMs ?? 0) + sameProgressMs - performance.now();
    if (said && said.change === change && dueMs > 0) {
      const later = (): void => this.#sayProgress(job);
      this.#said.set(id, { ...said, timer: said.timer ?? setTimeout(later, dueMs).unref() });
    } else this.#sayProgress(job);
  }

  #sayProgress(job: Job): void {
    const { id } = job.record;
    const { progress } = job.view;
    clearTimeout(this.#said.get(id)?.timer);
    if (!progress) return;
    this.#said.set(id, { change: changeOf(progress), atMs: performance.now() });
    this.#emit(job, 'progress', { job: id, progress });
  }

  #forget(id: string): void {
    clearTimeout(this.#said.get(id)?.timer);
    this.#said.delete(id);
  }

  #emit({ record }: Job, type: JobEvent['type'], data: object): void {
    this.#count += 1;
    const id = this.lastId;
    const event = { id, owner: record.owner, text: eventText({ id, type, data }) };
    this.#recent.push(event);
    if (this.#recent.length > maxRecent * 2) this.#recent = this.#recent.slice(-maxRecent);
    for (const listener of this.#listeners) listener(event);
  }
}

const maxRecent = 500;
const sameProgressMs = 500;

/** Returns what of a progress is said at once. */
function changeOf({ stage, chapter, writing, waiting, retries }: JobProgress): string {
  return JSON.stringify([stage, chapter?.track, writing?.track, waiting, retries]);
}

/** Returns an event in the format of server-sent events. */
export function eventText({
  id,
  type,
  data,
}: {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
}): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
