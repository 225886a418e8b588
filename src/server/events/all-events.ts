import type { Job } from '../jobs/job.ts';
import type { JobEvent } from '../jobs/job-events.ts';
import type { JobProgress } from '../jobs/job-progress.ts';
import { listedJob } from '../jobs/job-view.ts';
import type { SharedEvent, SharedFeed } from '../jobs/served/served-jobs.ts';
import { RecentEvents } from './recent-events.ts';

/** The latest progress of a job that was sent, and the one to be sent soon. */
interface Said {
  readonly change: string;
  readonly atMs: number;
  readonly timer?: NodeJS.Timeout | undefined;
}

/**
 * The events of all jobs in one row. Each is written out once, however many follow.
 * Progress that changes nothing but numbers is said at most twice a second for each job.
 */
export class AllEvents extends RecentEvents<SharedEvent> implements SharedFeed {
  readonly #said = new Map<string, Said>();
  readonly #ended = new AbortController();

  /** Aborted when the service stops: no event follows. */
  get ended(): AbortSignal {
    return this.#ended.signal;
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

  #emit({ record: { owner } }: Job, type: JobEvent['type'], data: object): void {
    this.push((id) => ({ id, owner, text: eventText({ id, type, data }) }));
  }
}

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
