import { eventText } from '../../events/all-events.ts';
import { jobView, listedJob } from '../../jobs/job-view.ts';
import type { SharedEvent, SharedFeed } from '../../jobs/served/served-jobs.ts';
import type { ClusterEvent, ClusterEvents } from '../records/cluster-events.ts';
import type { EventHub } from './event-hub.ts';

/** The events of the jobs of several machines in one row, the same on all fronts. */
export class ClusterFeed implements SharedFeed {
  readonly #events: ClusterEvents;
  readonly #hub: EventHub;
  readonly #basePath: string;
  readonly #ended = new AbortController();

  constructor({
    events,
    hub,
    basePath,
  }: {
    readonly events: ClusterEvents;
    readonly hub: EventHub;
    readonly basePath: string;
  }) {
    this.#events = events;
    this.#hub = hub;
    this.#basePath = basePath;
  }

  get lastId(): Promise<string> {
    return this.#events.lastId();
  }

  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  async after(id: string): Promise<readonly SharedEvent[] | undefined> {
    const missed = await this.#events.after(id);
    return missed?.map((event) => this.#share(event));
  }

  listen(listener: (event: SharedEvent) => void): () => void {
    return this.#hub.listen((event) => listener(this.#share(event)));
  }

  close(): void {
    this.#ended.abort();
  }

  #share(event: ClusterEvent): SharedEvent {
    const { id, owner, type } = event;
    return { id, owner, text: eventText({ id, type, data: this.#dataOf(event) }) };
  }

  #dataOf({ job, type, data }: ClusterEvent): object {
    if (type === 'job') return listedJob(jobView(data.record, data.progress, this.#basePath));
    return type === 'progress' ? { job, progress: data } : { job, ...data };
  }
}
