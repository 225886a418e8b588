import { CachedFiles } from './cached-files.ts';
import { countJobs } from './count-jobs.ts';
import { jobPage } from './job-page.ts';
import type { JobPage, JobQuery } from './job-page.ts';
import { jobPaths } from './job-paths.ts';
import type { JobState } from './job-record.ts';
import { Job } from './job.ts';
import type { JobTools } from './job.ts';
import type { Files } from './ports/files.ts';
import type { Scope } from './ports/job-lists.ts';
import type { Queue } from './ports/queue.ts';
import type { Records, StoredJob } from './ports/records.ts';

/** Options of `FoundJobs`. */
export interface FoundJobsOptions extends JobTools {
  readonly files: Files;
  readonly queue: Queue;
  /** Folder on this machine for the folders of jobs. */
  readonly folder: string;
  /** Ends transfers when the service has stopped. */
  readonly signal: AbortSignal;
}

/** The jobs of a service as they are found and listed. */
export class FoundJobs {
  readonly records: Records;
  /** Files of jobs on this machine. */
  protected readonly cache: CachedFiles;
  readonly #options: FoundJobsOptions;

  constructor(options: FoundJobsOptions) {
    this.#options = options;
    this.records = options.records;
    this.cache = new CachedFiles(options);
  }

  /** Folder on this machine for the folders of jobs. */
  get folder(): string {
    return this.#options.folder;
  }

  /** Returns a page of the jobs of a scope, newest first, without their reports. */
  async page(query: JobQuery, scope: Scope): Promise<JobPage<Job>> {
    const { jobs, ...page } = await jobPage(this.#options.records, query, scope);
    return { ...page, jobs: jobs.map((stored) => this.jobOf(stored)) };
  }

  /** Returns the jobs with these ids, without their reports. */
  async many(ids: readonly string[]): Promise<readonly Job[]> {
    return (await this.#options.records.many(ids)).map((stored) => this.jobOf(stored));
  }

  /** Returns the job with this id. */
  async get(id: string): Promise<Job | undefined> {
    const stored = await this.#options.records.get(id);
    return stored && this.jobOf(stored);
  }

  /** Returns the job with this id, which changes as it goes on, until the signal. */
  async follow(id: string, signal: AbortSignal): Promise<Job | undefined> {
    const job = await this.get(id);
    await job?.follow(signal);
    return job;
  }

  /** Returns the job that was made with an idempotency key. */
  async findByKey(key: string): Promise<Job | undefined> {
    const stored = await this.#options.records.findByKey(key);
    return stored && this.jobOf(stored);
  }

  /** Returns the number of jobs of a scope in each state. */
  async counts(scope?: Scope): Promise<ReadonlyMap<JobState, number>> {
    return await countJobs(this.records, scope);
  }

  /** Returns the job of a record. */
  protected jobOf(stored: StoredJob): Job {
    const { folder, queue } = this.#options;
    const { id } = stored.record;
    const place = { paths: jobPaths(folder, id), files: this.cache.of(stored.record), password: queue.passwordOf(id) };
    return new Job(stored, place, this.#options);
  }
}
