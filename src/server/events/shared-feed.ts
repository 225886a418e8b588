import type { EventFeed } from '../jobs/job.ts';
import type { JobProgress } from '../jobs/job-progress.ts';
import { jobView, listedJob } from '../jobs/job-view.ts';
import type { RecordEvent, RecordEvents } from '../jobs/ports/records.ts';

/** An event of one of all jobs, as the text that every follower receives. */
export interface SharedEvent {
  readonly id: string;
  /** Owner of the job: decides who may see it. */
  readonly owner: string | undefined;
  readonly text: string;
}

type ProgressEvent = Extract<RecordEvent, { readonly type: 'progress' }>;

/** The latest progress of a job that was sent, and the one to be sent soon. */
interface Said {
  readonly change: string;
  readonly atMs: number;
  readonly next?: ProgressEvent | undefined;
  readonly timer?: NodeJS.Timeout | undefined;
}

/** Shortest time between two events of a job that say nothing new but numbers, in milliseconds. */
const sameProgressMs = 500;

/**
 * The events of all jobs in one row. Each is written out once, however many follow. Progress that changes nothing but numbers is said
 * at most twice a second for each job.
 */
export class SharedFeed implements EventFeed<SharedEvent> {
  readonly #events: RecordEvents;
  readonly #basePath: string;
  readonly #said = new Map<string, Said>();
  readonly #listeners = new Set<(event: SharedEvent) => void>();
  readonly #ended = new AbortController();
  readonly #stopListening: () => void;

  /** `basePath` begins the addresses in views. */
  constructor(events: RecordEvents, basePath: string) {
    this.#events = events;
    this.#basePath = basePath;
    this.#stopListening = events.listen((event) => this.#receive(event));
  }

  /** Aborted when the service stops: no event follows. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  async lastId(): Promise<string> {
    return await this.#events.lastId();
  }

  async after(id: string): Promise<readonly SharedEvent[] | undefined> {
    const missed = await this.#events.after(id);
    return missed?.map((event) => this.#share(event));
  }

  listen(listener: (event: SharedEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends all streams. */
  close(): void {
    this.#stopListening();
    for (const id of this.#said.keys()) this.#forget(id);
    this.#ended.abort();
  }

  #receive(event: RecordEvent): void {
    if (event.type === 'progress') {
      this.#receiveProgress(event);
      return;
    }
    // A `job` event has the latest progress.
    if (event.type !== 'warning') this.#forget(event.job);
    this.#emit(event);
  }

  #receiveProgress(event: ProgressEvent): void {
    const said = this.#said.get(event.job);
    const dueMs = (said?.atMs ?? 0) + sameProgressMs - performance.now();
    if (said && said.change === changeOf(event.data) && dueMs > 0) {
      const timer = said.timer ?? setTimeout(() => this.#sayNext(event.job), dueMs).unref();
      this.#said.set(event.job, { ...said, next: event, timer });
    } else this.#sayProgress(event);
  }

  #sayNext(job: string): void {
    const event = this.#said.get(job)?.next;
    if (event) this.#sayProgress(event);
  }

  #sayProgress(event: ProgressEvent): void {
    clearTimeout(this.#said.get(event.job)?.timer);
    this.#said.set(event.job, { change: changeOf(event.data), atMs: performance.now() });
    this.#emit(event);
  }

  #forget(id: string): void {
    clearTimeout(this.#said.get(id)?.timer);
    this.#said.delete(id);
  }

  #emit(event: RecordEvent): void {
    if (this.#listeners.size === 0) return;
    const shared = this.#share(event);
    for (const listener of this.#listeners) listener(shared);
  }

  #share(event: RecordEvent): SharedEvent {
    const { id, owner, type } = event;
    return { id, owner, text: eventText({ id, type, data: this.#dataOf(event) }) };
  }

  #dataOf({ job, type, data }: RecordEvent): object {
    if (type === 'job') return listedJob(jobView(data.record, data.progress, this.#basePath));
    return type === 'progress' ? { job, progress: data } : { job, ...data };
  }
}

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
