import type { Logger } from 'pino';
import type { JobEvent } from '../../jobs/job-events.ts';
import type { JobPaths } from '../../jobs/job-paths.ts';
import type { JobProgress } from '../../jobs/job-progress.ts';
import { hasEnded } from '../../jobs/job-record.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import { jobView } from '../../jobs/job-view.ts';
import type { JobView } from '../../jobs/job-view.ts';
import type { EventFeed, RemoteFiles, ServedJob } from '../../jobs/served/served-jobs.ts';
import type { ClusterEvent, ClusterEvents } from '../records/cluster-events.ts';
import type { ClusterRecords } from '../records/cluster-records.ts';
import type { StoredJob } from '../records/stored-job.ts';
import type { EventHub } from './event-hub.ts';

/** The tools that jobs of several machines are served with. */
export interface ClusterJobTools {
  readonly records: ClusterRecords;
  readonly events: ClusterEvents;
  readonly hub: EventHub;
  /** Begins the addresses in views. */
  readonly basePath: string;
  readonly logger: Logger;
}

/** A job of several machines, as this process last read it. It changes only while it is followed. */
export class ClusterJob implements ServedJob {
  readonly paths: JobPaths;
  readonly remote: RemoteFiles;
  /** Passwords are known to the queue only. */
  readonly password = undefined;
  readonly settled: Promise<void>;
  readonly events: EventFeed<JobEvent>;
  readonly #tools: ClusterJobTools;
  readonly #listeners = new Set<(event: JobEvent) => void>();
  #record: JobRecord;
  #progress: JobProgress | undefined;
  #settle: () => void = () => undefined;
  /** The last event that is passed on: one follows the other. */
  #passed: Promise<void> = Promise.resolve();

  constructor(
    { record, progress }: StoredJob,
    { paths, remote }: { readonly paths: JobPaths; readonly remote: RemoteFiles },
    tools: ClusterJobTools,
  ) {
    this.#record = record;
    this.#progress = progress;
    this.paths = paths;
    this.remote = remote;
    this.#tools = tools;
    this.settled = new Promise((resolve) => (this.#settle = resolve));
    if (hasEnded(record)) this.#settle();
    this.events = this.#feed();
  }

  get record(): JobRecord {
    return this.#record;
  }

  get view(): JobView {
    return this.#viewOf(this.#record, this.#progress);
  }

  /** Reads the job again, with all of its report. Returns false when it is gone. */
  async load(): Promise<boolean> {
    const stored = await this.#tools.records.get(this.#record.id);
    if (stored) this.update(stored);
    return stored !== undefined;
  }

  /** Takes over what another read has found. */
  update({ record, progress }: Pick<StoredJob, 'record' | 'progress'>): void {
    this.#record = record;
    this.#progress = progress;
  }

  /** Follows the job until the signal. */
  async follow(signal: AbortSignal): Promise<void> {
    const { hub } = this.#tools;
    const stops = [
      hub.listen((event) => {
        if (event.job === this.#record.id) this.#inTurn(async () => await this.#receive(event));
      }),
      hub.onReturn(() => this.#inTurn(async () => await this.#catchUp())),
    ];
    const stop = (): void => {
      for (const one of stops) one();
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    // It may have changed since it was read.
    if (!(await this.load()) || hasEnded(this.#record)) this.#settle();
  }

  #inTurn(work: () => Promise<void>): void {
    const { logger } = this.#tools;
    this.#passed = this.#passed.then(work).catch((err: unknown) => {
      logger.warn({ job: this.#record.id, err }, 'an event of a job is lost');
    });
  }

  async #receive(event: ClusterEvent): Promise<void> {
    const rendered = await this.#render(event);
    if (event.type === 'progress') this.#progress = event.data;
    if (event.type === 'job') this.update({ record: event.data.record, progress: event.data.progress });
    // The report is not part of events.
    if (hasEnded(this.#record)) await this.load();
    this.#emit(rendered);
    if (event.type === 'removed' || hasEnded(this.#record)) this.#settle();
  }

  /** Says what changed while Redis could not be reached, or was started without what it knew. */
  async #catchUp(): Promise<void> {
    const { id, state } = this.#record;
    const isThere = await this.load();
    if (isThere && this.#record.state === state) return;
    const event = isThere ? ({ type: 'job', data: this.view } as const) : ({ type: 'removed', data: {} } as const);
    this.#emit({ id: await this.#tools.events.lastId(id), ...event });
    if (!isThere || hasEnded(this.#record)) this.#settle();
  }

  #emit(event: JobEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #feed(): EventFeed<JobEvent> {
    const { events } = this.#tools;
    const { id } = this.#record;
    const lastId = async (): Promise<string> => await events.lastId(id);
    return {
      get lastId() {
        return lastId();
      },
      after: async (last) => {
        const missed = await events.after(last, id);
        return missed && (await Promise.all(missed.map(async (event) => await this.#render(event))));
      },
      listen: (listener) => {
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
      },
    };
  }

  async #render({ id, type, data }: ClusterEvent): Promise<JobEvent> {
    if (type !== 'job') return { id, type, data };
    const { record, progress } = data;
    const stored = record.state === 'done' ? await this.#tools.records.get(record.id) : undefined;
    return { id, type, data: this.#viewOf({ ...record, report: stored?.record.report ?? record.report }, progress) };
  }

  #viewOf(record: JobRecord, progress: JobProgress | undefined): JobView {
    return jobView(record, record.state === 'running' ? progress : undefined, this.#tools.basePath);
  }
}
