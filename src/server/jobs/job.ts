import type { Logger } from 'pino';
import type { ObjectInfo, OpenObject, OpenOptions } from '../../storage/storage.ts';
import type { JobPaths } from './job-paths.ts';
import type { JobProgress } from './job-progress.ts';
import { hasEnded } from './job-record.ts';
import type { JobRecord } from './job-record.ts';
import { jobView } from './job-view.ts';
import type { JobView } from './job-view.ts';
import type { RecordEvent, Records, StoredJob } from './ports/records.ts';

/** An event of a job, as its followers receive it. */
export interface JobEvent {
  readonly id: string;
  readonly type: 'job' | 'progress' | 'warning' | 'removed';
  readonly data: unknown;
}

/** Events in a row, and the latest ones for followers that reconnect. */
export interface EventFeed<Event extends { readonly id: string }> {
  /** Returns the id of the latest event. */
  lastId(): Promise<string>;
  /** Returns the events after the one with this id, or undefined when that one is not kept and a snapshot is needed. */
  after(id: string): Promise<readonly Event[] | undefined>;
  /** Calls the listener with every new event. Returns a function that removes it. */
  listen(listener: (event: Event) => void): () => void;
}

/** The files of a job, wherever they are kept. Paths are those in the folder of the job, such as `result/book.m4b`. */
export interface OwnFiles {
  /** Whether they are kept in the folder of the job on this machine. */
  readonly areHere: boolean;
  /** Returns what is known of a file, or undefined when there is none. */
  stat(file: string, signal: AbortSignal): Promise<ObjectInfo | undefined>;
  /** Opens a file, or returns undefined when there is none. */
  open(file: string, options: OpenOptions): Promise<OpenObject | undefined>;
  /** Brings a file, or the files of a folder, to the folder of the job on this machine, unless they are there. */
  fetch(place: string): Promise<void>;
  /** Keeps a file that was changed in the folder of the job on this machine. */
  put(file: string): Promise<void>;
  /** Removes the stream of a job that will sound different. One that was asked for is made again. */
  restartStream(): Promise<void>;
}

/** The tools that jobs are read and followed with. */
export interface JobTools {
  readonly records: Records;
  /** Begins the addresses in views. */
  readonly basePath: string;
  readonly logger: Logger;
}

/** The place of a job on this machine, and its files. */
export interface JobPlace {
  /** Paths of its files on this machine. They have to be fetched before they are read. */
  readonly paths: JobPaths;
  readonly files: OwnFiles;
  /** Password of the book, while it is known here. */
  readonly password: string | undefined;
}

/** A job as it was last read. It changes only while it is followed. */
export class Job implements JobPlace {
  readonly paths: JobPaths;
  readonly files: OwnFiles;
  readonly password: string | undefined;
  /** Resolves when the job has ended, as far as it is followed. */
  readonly settled: Promise<void>;
  readonly events: EventFeed<JobEvent>;
  readonly #tools: JobTools;
  readonly #listeners = new Set<(event: JobEvent) => void>();
  #record: JobRecord;
  #progress: JobProgress | undefined;
  #settle: () => void = () => undefined;
  /** The last event that is passed on: one follows the other. */
  #passed: Promise<void> = Promise.resolve();

  constructor({ record, progress }: Omit<StoredJob, 'revision'>, place: JobPlace, tools: JobTools) {
    this.#record = record;
    this.#progress = progress;
    this.paths = place.paths;
    this.files = place.files;
    this.password = place.password;
    this.#tools = tools;
    this.settled = new Promise((resolve) => (this.#settle = resolve));
    if (hasEnded(record)) this.#settle();
    this.events = this.#feed();
  }

  get record(): JobRecord {
    return this.#record;
  }

  /** The job as callers see it. */
  get view(): JobView {
    return this.#viewOf(this.#record, this.#progress);
  }

  /** Reads the job again. Returns false when it is gone. */
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
    const { events } = this.#tools.records;
    const stops = [
      events.listen((event) => {
        if (event.job === this.#record.id) this.#inTurn(async () => await this.#receive(event));
      }),
      events.onReturn(() => this.#inTurn(async () => await this.#catchUp())),
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

  async #receive(event: RecordEvent): Promise<void> {
    const rendered = await this.#render(event);
    if (event.type === 'progress') this.#progress = event.data;
    if (event.type === 'job') this.update({ record: event.data.record, progress: event.data.progress });
    // Long parts of a record are not part of events.
    if (hasEnded(this.#record)) await this.load();
    this.#emit(rendered);
    if (event.type === 'removed' || hasEnded(this.#record)) this.#settle();
  }

  /** Says what changed while events may have been lost. */
  async #catchUp(): Promise<void> {
    const { id, state } = this.#record;
    const isThere = await this.load();
    if (isThere && this.#record.state === state) return;
    const event = isThere ? ({ type: 'job', data: this.view } as const) : ({ type: 'removed', data: {} } as const);
    this.#emit({ id: await this.#tools.records.events.lastId(id), ...event });
    if (!isThere || hasEnded(this.#record)) this.#settle();
  }

  #emit(event: JobEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #feed(): EventFeed<JobEvent> {
    const { events } = this.#tools.records;
    const { id } = this.#record;
    return {
      lastId: async () => await events.lastId(id),
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

  async #render({ id, type, data }: RecordEvent): Promise<JobEvent> {
    if (type !== 'job') return { id, type, data };
    const { record, progress } = data;
    const whole = record.state === 'done' ? await this.#tools.records.get(record.id) : undefined;
    const { report = record.report, files = record.files } = whole?.record ?? {};
    return { id, type, data: this.#viewOf({ ...record, report, files }, progress) };
  }

  #viewOf(record: JobRecord, progress: JobProgress | undefined): JobView {
    return jobView(record, record.state === 'running' ? progress : undefined, this.#tools.basePath);
  }
}
