import type { JobRecord } from '../job-record.ts';

/** Options of `Queue.add`. */
export interface AddOptions {
  /** Password of the book. */
  readonly password?: string | undefined;
  /** Number of books of its owner that wait or run. Default: 0. */
  readonly openBooks?: number | undefined;
}

/** The queue of jobs that wait to be run. */
export interface Queue {
  /** Number of jobs that run at the same time without counting as waiting. 0 where other processes run them. */
  readonly slots: number;
  /** Throws `bad-value` when a job with a password cannot be taken. */
  checkPassword(password: string | undefined): void;
  /** Adds a job that waits for its turn, once its last run is over. Does nothing for one that is in the queue. */
  add(record: JobRecord, options?: AddOptions): Promise<void>;
  /** Returns the password of a job, while it is known here. */
  passwordOf(id: string): string | undefined;
  /** Ends the run of a job that was canceled, and waits for its end where this process runs it. */
  stop(id: string): Promise<void>;
  /** Starts running jobs, where this process does. */
  start(): void;
  /** Starts no more jobs. Running ones may finish within a time in milliseconds; the others are left to the next process. */
  close(graceMs: number): Promise<void>;
}
