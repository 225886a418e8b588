import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AudiobookError } from '../../core/errors.ts';
import { toFailure } from '../errors/failure.ts';
import type { Redact } from '../errors/failure.ts';
import { Job } from './job.ts';
import type { JobOutcome } from './job.ts';
import { jobPaths, removeFolder, writeJobRecord } from './job-paths.ts';
import { hasEnded, jobStates, newJobRecord } from './job-record.ts';
import type { JobRecord, JobState, NewJob } from './job-record.ts';
import { RequestError } from '../errors/request-error.ts';
import { expiredJobs } from './expired-jobs.ts';
import type { Limits } from '../server-settings.ts';

/** What a new job is made from; its folder holds the upload already. */
export interface JobRequest extends NewJob {
  /** Of the book; never part of a record. */
  readonly password?: string;
}

export interface JobsOptions {
  /** Runs the conversion of a job. Throws what the conversion throws. */
  readonly run: (job: Job) => Promise<JobOutcome>;
  readonly redact: Redact;
  readonly folder: string;
  readonly limits: Limits;
  readonly logger: Logger;
}

/** All jobs of a service: the queue, the running ones, and those that have ended and are kept for a while. */
export class Jobs {
  private readonly options: JobsOptions;
  private readonly jobs = new Map<string, Job>();
  private readonly waiting: Job[] = [];
  private readonly running = new Set<Job>();
  private reserved = 0;
  /** True before the start, too: nothing runs and nothing is taken. */
  private closing = true;

  /** Takes up the jobs of an earlier process: ended ones are kept, the others go on in their old order. */
  constructor(options: JobsOptions, records: readonly JobRecord[]) {
    this.options = options;
    for (const record of records) this.restore(record);
  }

  /** Begins with the jobs that wait. */
  start(): void {
    this.closing = false;
    this.startNext();
  }

  get folder(): string {
    return this.options.folder;
  }

  /** Newest first. */
  list(): readonly Job[] {
    return [...this.jobs.values()].toReversed();
  }

  get(id: string): Job | undefined {
    return this.jobs.get(id);
  }

  counts(): ReadonlyMap<JobState, number> {
    const counts = new Map<JobState, number>(jobStates.map((state) => [state, 0]));
    for (const { record } of this.jobs.values()) counts.set(record.state, (counts.get(record.state) ?? 0) + 1);
    return counts;
  }

  /**
   * Reserves a place in the queue for a book that is about to be uploaded. `create` turns it into the place of the job;
   * disposing gives it back. Throws `busy` when the queue is full, `shutting-down`.
   */
  reserve(): Disposable {
    if (this.closing) throw shuttingDown();
    const { conversionsAtOnce, queueLength } = this.options.limits;
    if (this.reserved + this.waiting.length + this.running.size >= conversionsAtOnce + queueLength) {
      const jobs = queueLength === 1 ? 'job' : 'jobs';
      throw new RequestError('busy', `The queue is full (${queueLength} ${jobs} waiting). Try again later.`);
    }
    this.reserved += 1;
    let held = true;
    return {
      [Symbol.dispose]: () => {
        if (held) this.reserved -= 1;
        held = false;
      },
    };
  }

  /**
   * Queues a conversion; with the idempotency key of an earlier job, answers that one instead and `created` is false,
   * unless its password was wrong or missing: that is the one thing which the same request may have changed.
   * The reservation is held until the job is in the queue, so that no other request takes its place.
   * Throws `idempotency-mismatch` when the key was used for something else, `shutting-down`.
   */
  async create(
    { password, ...request }: JobRequest,
    reservation: Disposable,
  ): Promise<{ readonly job: Job; readonly created: boolean }> {
    if (this.closing) throw shuttingDown();
    const earlier = this.withKey(request.idempotency);
    if (earlier) return { job: earlier, created: false };
    const job = new Job(newJobRecord(request), jobPaths(this.folder, request.id), this.options.redact, password);
    this.jobs.set(request.id, job);
    await this.save(job);
    this.waiting.push(job);
    reservation[Symbol.dispose]();
    this.startNext();
    return { job, created: true };
  }

  /** Stops a job; its files go and the record stays, as `canceled`. A job that has ended is left as it is. */
  async cancel(job: Job): Promise<void> {
    if (hasEnded(job.record)) return;
    job.controller.abort(new AudiobookError('canceled', 'The conversion was canceled.'));
    const place = this.waiting.indexOf(job);
    if (place !== -1) {
      this.waiting.splice(place, 1);
      await this.end(job, { state: 'canceled' });
    }
    await job.settled;
  }

  /** Removes a job and everything of it. */
  async remove(job: Job): Promise<void> {
    await this.cancel(job);
    this.jobs.delete(job.record.id);
    await removeFolder(job.paths.folder);
  }

  /** Removes ended jobs that are too old, and the oldest while all together are too large. */
  async sweep(): Promise<void> {
    const ended = [...this.jobs.values()].filter(({ record }) => hasEnded(record) && !record.waitedFor);
    for (const job of await expiredJobs(ended, this.options.limits, Date.now())) await this.remove(job);
  }

  /** Ends the service's work: running jobs may finish within the grace, then they stop; they go on after a restart. */
  async close(graceMs: number): Promise<void> {
    this.closing = true;
    for (const job of this.waiting.splice(0)) await this.requeue(job);
    const running = [...this.running];
    const timer = new AbortController();
    await Promise.race([
      Promise.all(running.map((job) => job.settled)),
      delay(graceMs, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    timer.abort();
    for (const job of this.running) job.controller.abort(shuttingDown());
    await Promise.all(running.map((job) => job.settled));
  }

  private restore(record: JobRecord): void {
    const { redact, logger } = this.options;
    const job = new Job(record, jobPaths(this.folder, record.id), redact);
    this.jobs.set(record.id, job);
    if (hasEnded(record)) return;
    if (record.starts >= mostStarts) {
      const failure = { code: 'internal', detail: `The service stopped ${record.starts} times while it ran.` } as const;
      void this.end(job, { state: 'failed', failure });
      return;
    }
    if (record.state === 'running') job.change({ state: 'queued' });
    logger.info({ job: record.id }, 'job taken up again');
    this.waiting.push(job);
  }

  private withKey(wanted: JobRecord['idempotency']): Job | undefined {
    if (!wanted) return undefined;
    const earlier = [...this.jobs.values()].find(
      ({ record }) => record.idempotency?.key === wanted.key && record.failure?.code !== 'book-password',
    );
    if (!earlier || earlier.record.idempotency?.fingerprint === wanted.fingerprint) return earlier;
    throw new RequestError('idempotency-mismatch', 'The Idempotency-Key was used for another request. Use a new one.');
  }

  private startNext(): void {
    while (!this.closing && this.running.size < this.options.limits.conversionsAtOnce) {
      const job = this.waiting.shift();
      if (!job) return;
      this.running.add(job);
      void this.run(job);
    }
  }

  private async run(job: Job): Promise<void> {
    const { logger } = this.options;
    const { id, kind, starts } = job.record;
    job.change({ state: 'running', startedMs: Date.now(), starts: starts + 1, warnings: [] });
    await this.save(job);
    logger.info({ job: id, kind }, 'job started');
    try {
      await this.end(job, { state: 'done', ...(await this.options.run(job)) });
    } catch (thrown) {
      await this.handleFailure(job, thrown);
    } finally {
      this.running.delete(job);
      this.startNext();
    }
  }

  private async handleFailure(job: Job, thrown: unknown): Promise<void> {
    const { signal } = job.controller;
    if (signal.aborted && this.closing && signal.reason instanceof RequestError) {
      await this.requeue(job);
      return;
    }
    const failure = toFailure(thrown, this.options.redact);
    if (failure.code === 'internal') this.options.logger.error({ job: job.record.id, err: thrown }, 'job broke');
    if (signal.aborted) await this.end(job, { state: 'canceled' });
    else await this.end(job, { state: 'failed', failure: { code: failure.code, detail: failure.detail } });
  }

  private async end(job: Job, changes: Partial<JobRecord>): Promise<void> {
    job.change({ ...changes, endedMs: Date.now() });
    const { id, state, failure } = job.record;
    this.options.logger.info({ job: id, state, ...(failure && { code: failure.code }) }, 'job ended');
    await this.save(job);
    await removeFolder(job.paths.upload);
    if (state !== 'done') await removeFolder(job.paths.result);
    job.release();
  }

  /** Leaves a job for the next process; nobody will come back for one that a caller waits for. */
  private async requeue(job: Job): Promise<void> {
    const { message: detail } = shuttingDown();
    if (job.record.waitedFor) job.change({ state: 'failed', failure: { code: 'shutting-down', detail } });
    else job.change({ state: 'queued' });
    await this.save(job);
    job.release();
  }

  /** A disk that takes no record must not end the conversion as well. */
  private async save(job: Job): Promise<void> {
    await writeJobRecord(job.paths, job.record).catch((error: unknown) => {
      this.options.logger.error({ job: job.record.id, err: error }, 'job record not written');
    });
  }
}

const mostStarts = 3;

function shuttingDown(): RequestError {
  return new RequestError('shutting-down', 'The service is shutting down. Try again later.');
}
