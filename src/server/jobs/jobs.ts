import { AudiobookError, systemCode } from '../../core/errors.ts';
import { RequestError } from '../errors/request-error.ts';
import { countByState, countOpen } from './count-jobs.ts';
import { hasRoomFor } from './disk-room.ts';
import { dropParts, expiredJobs } from './expired-jobs.ts';
import type { Usage } from '../access/usage.ts';
import type { JobAges } from './job-ages.ts';
import { JobQueue } from './job-queue.ts';
import { findByKey } from './served/find-by-key.ts';
import { Job } from './job.ts';
import { JobRunner, shuttingDown } from './job-runner.ts';
import type { JobRunnerOptions } from './job-runner.ts';
import { jobPaths, removeJobFolder, restartStream } from './job-paths.ts';
import { hasEnded, newJobRecord, queuedRecord, tooManyStarts } from './job-record.ts';
import type { JobRecord, JobRequest, JobState } from './job-record.ts';
import { requireRetryable, requireScripted, requireWaiting, unknownJob } from './require-state.ts';
import { settledWithin } from './settled-within.ts';
import { Reservations } from './reservations.ts';
import { notWritten, writeChange } from './written-change.ts';

/** Options of `Jobs`. */
export interface JobsOptions extends JobRunnerOptions {
  readonly ages: JobAges;
  /** The quota of each owner. Default: unlimited. */
  readonly usage?: Pick<Usage, 'requireLeft'> | undefined;
  /** Time between two looks at a full disk, in milliseconds. Default: 5 s. */
  readonly roomCheckMs?: number | undefined;
}

/** All jobs of a service: queued, running, and ended ones that are kept for a while. */
export class Jobs {
  readonly #options: JobsOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #queue: JobQueue;
  readonly #runner: JobRunner;
  readonly #reservations = new Reservations();
  /** True before the start, too: no job runs and none is accepted. */
  #closing = true;

  /** Restores the jobs of an earlier process: ended ones are kept, the others are queued in their old order. */
  constructor(options: JobsOptions, records: readonly JobRecord[]) {
    const { folder, limits, roomCheckMs = 5000 } = options;
    this.#options = options;
    this.#runner = new JobRunner(options);
    this.#queue = new JobQueue({
      atOnce: limits.conversionsAtOnce,
      run: (job) => this.#runner.run(job),
      hasRoom: async (job) => await hasRoomFor(job, folder, limits.freeBytes),
      roomCheckMs,
    });
    for (const record of records) this.#restore(record);
  }

  /** Starts accepting and running jobs. */
  start(): void {
    this.#closing = false;
    this.#queue.start();
  }

  /** Whether the service is starting or stopping: no job is accepted. */
  get isClosing(): boolean {
    return this.#closing;
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

  /** Returns the job with this id: it changes here as it goes on. */
  follow(id: string): Job | undefined {
    return this.get(id);
  }

  /** Returns the number of jobs in each state. */
  counts(): ReadonlyMap<JobState, number> {
    return countByState(this.#jobs.values());
  }

  /** Throws `busy` when the queue is full, `quota-exceeded` when the owner has too much in it, `shutting-down`. */
  requireRoom(owner?: string): void {
    if (this.#closing) throw shuttingDown();
    const { conversionsAtOnce, queueLength } = this.#options.limits;
    if (this.#reservations.count + this.#queue.size >= conversionsAtOnce + queueLength) {
      const jobs = queueLength === 1 ? 'job' : 'jobs';
      throw new RequestError('busy', `The queue is full (${queueLength} ${jobs} waiting). Try again later.`);
    }
    this.#options.usage?.requireLeft(owner, countOpen(this.list(), owner));
  }

  /**
   * Queues a new job, whose record is on disk then. Returns the existing job, with `created` false, for a repeated
   * idempotency key; a job that failed with `book-password` may be retried under the same key.
   * Throws `idempotency-mismatch` when the key belongs to a different request, `busy`, `shutting-down`, `disk-full`.
   */
  async create({ password, ...request }: JobRequest): Promise<{ readonly job: Job; readonly created: boolean }> {
    const earlier = findByKey([...this.#jobs.values()], request.idempotency);
    if (earlier) return { job: earlier, created: false };
    using reservation = this.#reserve(request.owner);
    const job = this.#add(newJobRecord(request), password);
    try {
      await job.saveFirst();
    } catch (cause) {
      this.#jobs.delete(request.id);
      throw notWritten(job, cause, this.#options.logger);
    }
    await this.#enqueue(job, reservation);
    return { job, created: true };
  }

  /**
   * Queues a failed job again and returns it. It continues from its stored segments and scripts.
   * Throws `not-failed`, `gone` when its upload was removed, `not-found`, `busy`, `shutting-down`, `disk-full`.
   */
  async retry(job: Job, password?: string): Promise<Job> {
    return await this.#queueAgain(job, requireRetryable, password);
  }

  /** Queues a job that has its scripts, to speak them. Throws `wrong-state`, `not-found`, `busy`, `shutting-down`, `disk-full`. */
  async speak(job: Job, password?: string): Promise<Job> {
    return await this.#queueAgain(job, requireScripted, password);
  }

  async #queueAgain({ record: { id } }: Job, require: (record: JobRecord) => void, password?: string): Promise<Job> {
    const before = this.#jobs.get(id);
    // Another request or the sweep may have come first.
    if (!before || before.isRetired) throw unknownJob();
    require(before.record);
    using reservation = this.#reserve(before.record.owner);
    const job = this.#add(queuedRecord(before.record), password);
    try {
      // The webhook may still get a notice of the earlier end.
      await before.retire();
      await restartStream(job.paths);
      await job.save();
    } catch (cause) {
      before.resume();
      this.#jobs.set(id, before);
      throw notWritten(job, cause, this.#options.logger);
    }
    await this.#enqueue(job, reservation);
    return job;
  }

  /** The service may have stopped while the record was written: then the job ends as those that wait do. */
  async #enqueue(job: Job, reservation: Disposable): Promise<void> {
    if (this.#closing) await this.#runner.requeue(job);
    else this.#queue.push(job);
    reservation[Symbol.dispose]();
  }

  /** Changes a job that waits. Throws `wrong-state`, and `disk-full` when its record cannot be written. */
  async change(job: Job, changes: Pick<JobRecord, 'fields' | 'priority'>): Promise<void> {
    requireWaiting(job.record);
    const { fields, priority } = job.record;
    await writeChange(job, { after: changes, before: { fields, priority } }, this.#options.logger);
  }

  /** Keeps a job whatever its age and size, or no longer. Throws `disk-full` when its record cannot be written. */
  async keepForGood(job: Job, keep: JobRecord['keep']): Promise<void> {
    await writeChange(job, { after: { keep }, before: { keep: job.record.keep } }, this.#options.logger);
  }

  /** Keeps a job whose request has ended, as if it had been made without one that waits. */
  async keep(job: Job): Promise<void> {
    job.change({ waitedFor: false });
    await this.#runner.save(job);
  }

  /** Cancels a job and removes its files; its record stays. Does nothing for a job that has ended. */
  async cancel(job: Job): Promise<void> {
    if (hasEnded(job.record)) return;
    job.controller.abort(new AudiobookError('canceled', 'The conversion was canceled.'));
    if (this.#queue.remove(job)) await this.#runner.end(job, { state: 'canceled' });
    await job.settled;
  }

  /** Cancels a job and removes everything that belongs to it. Throws `output-failed` when the files cannot be removed. */
  async remove(job: Job): Promise<void> {
    if (!hasEnded(job.record)) await this.cancel(job);
    await job.retire();
    try {
      await removeJobFolder(job.paths);
    } catch (cause) {
      job.resume();
      throw new AudiobookError('output-failed', `Cannot remove the job (${systemCode(cause)}).`, { cause });
    }
    this.#jobs.delete(job.record.id);
    job.events.emit('removed', {});
  }

  /** Removes expired jobs, and of jobs that ended a day ago the stream, and the upload where they failed. */
  async sweep(): Promise<void> {
    const { ages, limits, logger } = this.#options;
    const ended = [...this.#jobs.values()].filter(({ record }) => hasEnded(record) && !record.waitedFor);
    ages.advance(ended.map(({ record }) => record.id));
    await ages.save().catch((err: unknown) => logger.error({ err }, 'cannot save the ages of jobs'));
    for (const job of await expiredJobs(ended, limits, ages)) {
      if (job.isRetired) continue;
      logger.info({ job: job.record.id }, 'job removed: it is too old, or all jobs are too large together');
      await this.remove(job);
    }
    await dropParts(ended, ages, this.#runner);
  }

  /** Stops all jobs. Running ones may finish within the grace period; the others continue after a restart. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    this.#runner.close();
    const { waiting, running } = this.#queue.stop();
    for (const job of waiting) await this.#runner.requeue(job);
    await settledWithin(running, graceMs);
    for (const job of running) job.controller.abort(shuttingDown());
    await Promise.all(running.map((job) => job.settled));
  }

  /** Holds a place in the queue while a record is written, so that no other request takes it. */
  #reserve(owner: string | undefined): Disposable {
    this.requireRoom(owner);
    return this.#reservations.reserve();
  }

  #add(record: JobRecord, password?: string): Job {
    const onAdvance = (): void => void this.#runner.save(job);
    const job = new Job(record, { ...this.#options, paths: jobPaths(this.folder, record.id), password, onAdvance });
    this.#jobs.set(record.id, job);
    return job;
  }

  #restore(record: JobRecord): void {
    const job = this.#add(record);
    if (hasEnded(record)) return undefined;
    const failure = tooManyStarts(record);
    if (failure) return void this.#runner.end(job, { state: 'failed', failure });
    if (record.state === 'running') job.change({ state: 'queued' });
    this.#options.logger.info({ job: record.id }, 'job restored');
    return this.#queue.push(job);
  }
}
