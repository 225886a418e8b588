import type { JobProgress } from '../job-progress.ts';
import type { JobRecord } from '../job-record.ts';
import type { JobSummary } from './job-lists.ts';
import type { Position } from './position.ts';

/** A job as it is kept. */
export interface StoredJob {
  readonly record: JobRecord;
  /** Progress of the run, while the job runs. */
  readonly progress?: JobProgress | undefined;
  /** Rises with each change of the record. */
  readonly revision: number;
}

/** Options of `Records.create`. */
export interface NewStoredJob {
  readonly record: JobRecord;
  /** Id of a job that may lose its idempotency key to the new one. */
  readonly replaceable?: string | undefined;
}

/** What is said in place of a change. */
export interface WarningEvent {
  readonly type: 'warning';
  readonly data: { readonly message: string };
}

/** Options of `Records.change`. */
export interface ChangeOptions {
  /** Is emitted in place of an event with the whole job. */
  readonly event?: WarningEvent | 'none' | undefined;
  /** Whether the change holds although it cannot be written down now. Default: it is taken back, and the error thrown. */
  readonly holds?: boolean | undefined;
}

/** An event of a job. Ids are the same in the events of one job and of all. */
export type RecordEvent = {
  readonly id: string;
  readonly job: string;
  /** Owner of the job: decides who may see it. */
  readonly owner: string | undefined;
} & (
  | {
      readonly type: 'job';
      /** Long parts of the record may be missing. */
      readonly data: { readonly record: JobRecord; readonly progress?: JobProgress | undefined };
    }
  | { readonly type: 'progress'; readonly data: JobProgress }
  | WarningEvent
  | { readonly type: 'removed'; readonly data: object }
);

/** The events of all jobs, or of one. */
export interface RecordEvents {
  /** Returns the id of the latest event. */
  lastId(job?: string): Promise<string>;
  /** Returns the events after the one with this id, or undefined when that one is not kept and a snapshot is needed. */
  after(id: string, job?: string): Promise<readonly RecordEvent[] | undefined>;
  /** Calls the listener with every new event. Returns a function that removes it. */
  listen(listener: (event: RecordEvent) => void): () => void;
  /** Calls the listener when events may have been lost. Returns a function that removes it. */
  onReturn(listener: () => void): () => void;
}

/** A part of a list: places in it, from the last one to the first unless `oldestFirst`. */
export interface ListRange {
  /** Only what comes after this place. */
  readonly after?: string | undefined;
  readonly oldestFirst?: boolean | undefined;
  /** Places to leave out. */
  readonly offset?: number | undefined;
  /** Most places. Default: all. */
  readonly limit?: number | undefined;
}

/**
 * The records of all jobs, the lists that they are in (`listsOf`), and their events. A change names the record that it was made from, so
 * that of two that end a job only one does.
 */
export interface Records {
  readonly events: RecordEvents;
  /** Stores a new job. Returns its id, or that of the job that has its idempotency key already. */
  create(job: NewStoredJob): Promise<string>;
  /** Returns a job, or undefined. */
  get(id: string): Promise<StoredJob | undefined>;
  /** Returns the jobs with these ids, without reports and long texts. */
  many(ids: readonly string[]): Promise<readonly StoredJob[]>;
  /** Returns what is searched and sorted of jobs, in the order of their ids. */
  summaries(ids: readonly string[]): Promise<readonly (JobSummary | undefined)[]>;
  /** Returns the job that was made with an idempotency key, or undefined. */
  findByKey(key: string): Promise<StoredJob | undefined>;
  /**
   * Changes a job and returns it as it is then. `next` gets the latest record and may be called again when others change it at the same
   * time; where it returns undefined, or the job is gone, nothing changes and undefined is returned.
   */
  change(
    id: string,
    next: (record: JobRecord) => Partial<JobRecord> | undefined,
    options?: ChangeOptions,
  ): Promise<StoredJob | undefined>;
  /** Keeps the progress of a running job. Returns false when the job does not run any more: it was canceled, or removed. */
  progress(id: string, progress: JobProgress): Promise<boolean>;
  /** Removes a job. Returns false when there is none. */
  remove(id: string): Promise<boolean>;
  /** Returns places in a list. */
  range(list: string, range?: ListRange): Promise<readonly string[]>;
  /** Returns how many jobs are in a list, at a place or later. */
  count(list: string, from?: string): Promise<number>;
  /** Returns the bytes of all jobs in the list `ended`. */
  keptBytes(): Promise<number>;
  /** Returns the time that the places in the lists of ended jobs are counted in, in milliseconds. */
  nowMs(): Promise<number>;
  /** Says that someone waits for these jobs. It holds for a minute. */
  waitFor(ids: readonly string[]): Promise<void>;
  /** Returns where a listener is in each of these jobs. */
  positions(ids: readonly string[], listener: string): Promise<readonly (Position | undefined)[]>;
  /** Keeps where a listener is, unless a later place is known. Returns the places of all listeners. */
  keepPosition(id: string, listener: string, position: Position): Promise<Readonly<Record<string, Position>>>;
}
