import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AudiobookError } from '../../core/errors.ts';
import { toFailure } from '../errors/failure.ts';
import type { Redact } from '../errors/failure.ts';
import { RequestError } from '../errors/request-error.ts';
import type { Limits } from '../server-settings.ts';
import { expiredJobs } from './expired-jobs.ts';
import { Job } from './job.ts';
import type { JobOutcome } from './job.ts';
import { jobPaths, removeFolder, writeJobRecord } from './job-paths.ts';
import { hasEnded, jobStates, newJobRecord } from './job-record.ts';
import type { JobRecord, JobRequest, JobState } from './job-record.ts';
import { Reservations } from './reservations.ts';

/** Options of `Jobs`. */
export interface JobsOptions {
  /** Runs the conversion of a job. Throws what the conversion throws. */
  readonly run: (job: Job) => Promise<JobOutcome>;
  readonly redact: Redact;
  /** Holds the folders of all jobs. */
  readonly folder: string;
  readonly limits: Limits;
  readonly logger: Logger;
}

/** All jobs of a service: queued, running, and ended ones that are kept for a while. */
export class Jobs {
  readonly #options: JobsOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #waiting: Job[] = [];
  readonly #running = new Set<Job>();
  readonly #reservations = new Reservations();
  /** True before the start, too: no job runs and none is accepted. */
  #closing = true;

  /** Restores the jobs of an earlier process: ended ones are kept, the others are queued in their old order. */
  constructor(options: JobsOptions, records: readonly JobRecord[]) {
    this.#options = options;
    for (const record of records) this.#restore(record);
  }

  /** Starts accepting and running jobs. */
  start(): void {
    this.#closing = false;
    this.#startNext();
  }

  /** The folder of all jobs. */
  get folder(): string {
    return this.#options.folder;
  }

  /** Returns all jobs, newest first. */
  list(): readonly Job[] {
    return [...this.#jobs.values()].toReversed();
  }

  /** Returns the job with this id. */
  get(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  /** Returns the number of jobs in each state. */
  counts(): ReadonlyMap<JobState, number> {
    const counts = new Map<JobState, number>(jobStates.map((state) => [state, 0]));
    for (const { record } of this.#jobs.values()) counts.set(record.state, (counts.get(record.state) ?? 0) + 1);
    return counts;
  }

  /**
   * Reserves a place in the queue for a book that is about to be uploaded. `create` turns it into the place of the job;
   * disposing gives it back. Throws `busy` when the queue is full, `shutting-down`.
   */
  reserve(): Disposable {
    if (this.#closing) throw shuttingDown();
    const { conversionsAtOnce, queueLength } = this.#options.limits;
    if (this.#reservations.count + this.#waiting.length + this.#running.size >= conversionsAtOnce + queueLength) {
      const jobs = queueLength === 1 ? 'job' : 'jobs';
      throw new RequestError('busy', `The queue is full (${queueLength} ${jobs} waiting). Try again later.`);
    }
    return this.#reservations.reserve();
  }

  /**
   * Queues a new job. Returns the existing job, with `created` false, for a repeated idempotency key; a job that
   * failed with `book-password` may be retried under the same key. The reservation is held until the job is in the
   * queue, so that no other request takes its place.
   * Throws `idempotency-mismatch` when the key belongs to a different request, `shutting-down`.
   */
  async create(
    { password, ...request }: JobRequest,
    reservation: Disposable,
  ): Promise<{ readonly job: Job; readonly created: boolean }> {
    if (this.#closing) throw shuttingDown();
    const earlier = this.#findByKey(request.idempotency);
    if (earlier) return { job: earlier, created: false };
    const job = new Job(newJobRecord(request), jobPaths(this.folder, request.id), this.#options.redact, password);
    this.#jobs.set(request.id, job);
    await this.#save(job);
    this.#waiting.push(job);
    reservation[Symbol.dispose]();
    this.#startNext();
    return { job, created: true };
  }

  /** Cancels a job and removes its files; its record stays. Does nothing for a job that has ended. */
  async cancel(job: Job): Promise<void> {
    if (hasEnded(job.record)) return;
    job.controller.abort(new AudiobookError('canceled', 'The conversion was canceled.'));
    const index = this.#waiting.indexOf(job);
    if (index !== -1) {
      this.#waiting.splice(index, 1);
      await this.#end(job, { state: 'canceled' });
    }
    await job.settled;
  }

  /** Cancels a job and removes everything that belongs to it. */
  async remove(job: Job): Promise<void> {
    await this.cancel(job);
    this.#jobs.delete(job.record.id);
    await removeFolder(job.paths.folder);
  }

  /** Removes expired jobs. */
  async sweep(): Promise<void> {
    const ended = [...this.#jobs.values()].filter(({ record }) => hasEnded(record) && !record.waitedFor);
    for (const job of await expiredJobs(ended, this.#options.limits, Date.now())) await this.remove(job);
  }

  /** Stops all jobs. Running ones may finish within the grace period; the others continue after a restart. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    for (const job of this.#waiting.splice(0)) await this.#requeue(job);
    const running = [...this.#running];
    const timer = new AbortController();
    await Promise.race([
      Promise.all(running.map((job) => job.settled)),
      delay(graceMs, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    timer.abort();
    for (const job of this.#running) job.controller.abort(shuttingDown());
    await Promise.all(running.map((job) => job.settled));
  }

  #restore(record: JobRecord): void {
    const { redact, logger } = this.#options;
    const job = new Job(record, jobPaths(this.folder, record.id), redact);
    this.#jobs.set(record.id, job);
    if (hasEnded(record)) return;
    if (record.starts >= maxStarts) {
      const failure = {
        code: 'internal',
        detail: `The service stopped ${record.starts} times while the job was running.`,
      } as const;
      void this.#end(job, { state: 'failed', failure });
      return;
    }
    if (record.state === 'running') job.change({ state: 'queued' });
    logger.info({ job: record.id }, 'job restored');
    this.#waiting.push(job);
  }

  #findByKey(idempotency: JobRecord['idempotency']): Job | undefined {
    if (!idempotency) return undefined;
    const earlier = [...this.#jobs.values()].find(
      ({ record }) => record.idempotency?.key === idempotency.key && record.failure?.code !== 'book-password',
    );
    if (!earlier || earlier.record.idempotency?.fingerprint === idempotency.fingerprint) return earlier;
    throw new RequestError(
      'idempotency-mismatch',
      'The Idempotency-Key was already used for a different request. Use a new one.',
    );
  }

  #startNext(): void {
    while (!this.#closing && this.#running.size < this.#options.limits.conversionsAtOnce) {
      const job = this.#waiting.shift();
      if (!job) return;
      this.#running.add(job);
      void this.#run(job);
    }
  }

  async #run(job: Job): Promise<void> {
    const { logger } = this.#options;
    const { id, kind, starts } = job.record;
    job.change({ state: 'running', startedMs: Date.now(), starts: starts + 1, warnings: [] });
    await this.#save(job);
    logger.info({ job: id, kind }, 'job started');
    try {
      await this.#end(job, { state: 'done', ...(await this.#options.run(job)) });
    } catch (thrown) {
      await this.#handleFailure(job, thrown);
    } finally {
      this.#running.delete(job);
      this.#startNext();
    }
  }

  async #handleFailure(job: Job, thrown: unknown): Promise<void> {
    const { signal } = job.controller;
    if (signal.aborted && this.#closing && signal.reason instanceof RequestError) {
      await this.#requeue(job);
      return;
    }
    const failure = toFailure(thrown, this.#options.redact);
    if (failure.code === 'internal')
      this.#options.logger.error({ job: job.record.id, err: thrown }, 'job failed unexpectedly');
    if (signal.aborted) await this.#end(job, { state: 'canceled' });
    else await this.#end(job, { state: 'failed', failure: { code: failure.code, detail: failure.detail } });
  }

  async #end(job: Job, changes: Partial<JobRecord>): Promise<void> {
    job.change({ ...changes, endedMs: Date.now() });
    const { id, state, failure } = job.record;
    this.#options.logger.info({ job: id, state, code: failure?.code }, 'job ended');
    await this.#save(job);
    await removeFolder(job.paths.upload);
    if (state !== 'done') await removeFolder(job.paths.result);
    job.release();
  }

  /** Leaves a job to the next process. A job whose request waits fails, because that request ends here. */
  async #requeue(job: Job): Promise<void> {
    const { message: detail } = shuttingDown();
    if (job.record.waitedFor) job.change({ state: 'failed', failure: { code: 'shutting-down', detail } });
    else job.change({ state: 'queued' });
    await this.#save(job);
    job.release();
  }

  /** Writes the record. A failing disk is logged, because it need not stop the conversion. */
  async #save(job: Job): Promise<void> {
    await writeJobRecord(job.paths, job.record).catch((error: unknown) => {
      this.#options.logger.error({ job: job.record.id, err: error }, 'cannot write job record');
    });
  }
}

const maxStarts = 3;

function shuttingDown(): RequestError {
  return new RequestError('shutting-down', 'The service is shutting down. Try again later.');
}
