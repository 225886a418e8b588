import type { ObjectInfo, OpenObject, OpenOptions } from '../../../storage/storage.ts';
import type { JobEvent } from '../job-events.ts';
import type { JobPaths } from '../job-paths.ts';
import type { JobRecord, JobRequest, JobState } from '../job-record.ts';
import type { JobView } from '../job-view.ts';

/** A value that may have to be waited for. */
type Soon<Value> = Value | Promise<Value>;

/** Events in a row, and the latest ones for followers that reconnect. */
export interface EventFeed<Event extends { readonly id: string }> {
  /** Id of the latest event. */
  readonly lastId: Soon<string>;
  /** Returns the events after the one with this id, or undefined when that one is not kept and a snapshot is needed. */
  after(id: string): Soon<readonly Event[] | undefined>;
  /** Calls the listener with every new event. Returns a function that removes it. */
  listen(listener: (event: Event) => void): () => void;
}

/** An event of one of all jobs, as the text that every follower receives. */
export interface SharedEvent {
  readonly id: string;
  /** Owner of the job: decides who may see it. */
  readonly owner: string | undefined;
  readonly text: string;
}

/** The events of all jobs in one row. */
export interface SharedFeed extends EventFeed<SharedEvent> {
  /** Aborted when the service stops: no event follows. */
  readonly ended: AbortSignal;
  /** Ends all streams. */
  close(): void;
}

/** The files of a job in a storage. Paths are those in the folder of the job, such as `result/book.m4b`. */
export interface RemoteFiles {
  /** Returns what is known of a file, or undefined when there is none. */
  stat(file: string, signal: AbortSignal): Promise<ObjectInfo | undefined>;
  /** Opens a file, or returns undefined when there is none. */
  open(file: string, options: OpenOptions): Promise<OpenObject | undefined>;
  /** Brings a file, or the files of a folder, to the folder of the job on this machine, unless they are there. */
  fetch(place: string): Promise<void>;
  /** Stores a file that was changed in the folder of the job on this machine. */
  put(file: string): Promise<void>;
}

/** A job as the handlers of requests see it, wherever it is kept. */
export interface ServedJob {
  readonly record: JobRecord;
  readonly view: JobView;
  /** Paths of its files on this machine. Those of a job with `remote` have to be fetched before they are read. */
  readonly paths: JobPaths;
  /** Its files, where they are not on this machine. */
  readonly remote?: RemoteFiles | undefined;
  /** Reads what lists leave out, such as the report. Jobs of this machine have all of it. */
  load?(): Promise<unknown>;
  /** Password of the book, while it is known here. */
  readonly password: string | undefined;
  readonly events: EventFeed<JobEvent>;
  /** Resolves when the job has ended, as far as it is followed. */
  readonly settled: Promise<void>;
}

/**
 * All jobs of a service. `Jobs` keeps them on this machine and runs them itself; `ClusterJobs` shares them with other fronts and
 * leaves them to workers. Methods of the latter also throw `queue-unavailable`.
 */
export interface ServedJobs {
  /** Whether the service is starting or stopping: no job is accepted. */
  readonly isClosing: boolean;
  /** Folder on this machine for the folders of jobs. */
  readonly folder: string;
  /** Returns all jobs, newest first. Their reports may have no more than the title. */
  list(): Soon<readonly ServedJob[]>;
  /** Returns the job with this id. */
  get(id: string): Soon<ServedJob | undefined>;
  /** Returns the job with this id, which changes as it goes on, until the signal. */
  follow(id: string, signal: AbortSignal): Soon<ServedJob | undefined>;
  /** Returns the number of jobs in each state. */
  counts(): Soon<ReadonlyMap<JobState, number>>;
  /** Throws `busy` when the queue is full, `quota-exceeded` when the owner has too much in it, `shutting-down`. */
  requireRoom(owner?: string): Soon<void>;
  /**
   * Queues a new job. Returns the existing job, with `created` false, for a repeated idempotency key; a job that failed with
   * `book-password` may be retried under the same key. A job whose request waits is followed until it has ended.
   * Throws `idempotency-mismatch` when the key belongs to a different request, `busy`, `shutting-down`, `disk-full`.
   */
  create(request: JobRequest): Promise<{ readonly job: ServedJob; readonly created: boolean }>;
  /** Queues a failed job again and returns it. Throws `not-failed`, `gone` when its upload was removed, and as `create`. */
  retry(job: ServedJob, password?: string): Promise<ServedJob>;
  /** Queues a job that has its scripts, to speak them, and returns it. Throws `wrong-state`, and as `create`. */
  speak(job: ServedJob, password?: string): Promise<ServedJob>;
  /** Changes a job that waits. Throws `wrong-state` and `disk-full`. */
  change(job: ServedJob, changes: Pick<JobRecord, 'fields' | 'priority'>): Promise<void>;
  /** Keeps a job whatever its age and size, or no longer. Throws `disk-full`. */
  keepForGood(job: ServedJob, keep: JobRecord['keep']): Promise<void>;
  /** Keeps a job whose request has ended, as if it had been made without one that waits. */
  keep(job: ServedJob): Promise<void>;
  /** Cancels a job and removes its files; its record stays. Does nothing for a job that has ended. */
  cancel(job: ServedJob): Promise<void>;
  /** Cancels a job and removes everything that belongs to it. Throws `output-failed` when the files cannot be removed. */
  remove(job: ServedJob): Promise<void>;
}
