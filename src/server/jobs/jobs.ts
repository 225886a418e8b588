import { AudiobookError, systemCode } from '../../core/errors.ts';
import type { Usage } from '../access/usage.ts';
import { RequestError } from '../errors/request-error.ts';
import type { Limits } from '../server-settings.ts';
import { countOpen } from './count-jobs.ts';
import { FoundJobs } from './found-jobs.ts';
import type { FoundJobsOptions } from './found-jobs.ts';
import { jobPaths } from './job-paths.ts';
import { canceledNow, hasEnded, newJobRecord, queuedAgain } from './job-record.ts';
import type { JobRecord, JobRequest } from './job-record.ts';
import type { Job } from './job.ts';
import type { ChangeOptions } from './ports/records.ts';
import { QueueRoom } from './queue-room.ts';
import { correctedNow, keptNow, requireOwnFiles, requireWaiting, shuttingDown, unknownJob } from './require-state.ts';
import { sameRequest } from './same-request.ts';
import { settledWithin } from './settled-within.ts';
import { WaitingJobs } from './waiting-jobs.ts';

/** Options of `Jobs`. */
export interface JobsOptions extends FoundJobsOptions {
  readonly limits: Pick<Limits, 'queueLength'>;
  readonly usage: Pick<Usage, 'requireLeft'>;
}

/** A job of a request, which may be that of an earlier one. */
interface CreatedJob {
  readonly job: Job;
  readonly created: boolean;
}

/** Time for jobs that are being made when the service stops, in milliseconds. */
const lastRequestsMs = 5000;

const noValue = (): void => undefined;

/**
 * All jobs of a service, over the ports for their records, their files and the queue: those of this machine, which this process runs
 * itself, or those that several fronts share and leave to workers. Methods also throw the errors of the ports: `disk-full`, or
 * `queue-unavailable`.
 */
export class Jobs extends FoundJobs {
  readonly #options: JobsOptions;
  readonly #waiting: WaitingJobs;
  readonly #making = new Set<Promise<unknown>>();
  readonly #room: QueueRoom;
  readonly #removing = new Set<string>();
  readonly #canceling = new Map<string, Promise<boolean>>();
  /** True before the start, too. */
  #closing = true;

  constructor(options: JobsOptions) {
    super(options);
    this.#options = options;
    this.#room = new QueueRoom(options);
    this.#waiting = new WaitingJobs(options);
  }

  /** Starts accepting and running jobs. */
  start(): void {
    this.#closing = false;
    this.#options.queue.start();
  }

  /** Accepts no more jobs. Those of this process may end within the grace period; then those that requests wait for fail. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    const making = [...this.#making].map((one) => ({ settled: one.then(noValue, noValue) }));
    await settledWithin(making, lastRequestsMs);
    await Promise.all([this.#waiting.close(graceMs), this.#options.queue.close(graceMs)]);
  }

  /** Whether the service is starting or stopping: no job is accepted. */
  get isClosing(): boolean {
    return this.#closing;
  }

  /** Throws `busy` when the queue is full, `quota-exceeded` when the owner has too much in it, `shutting-down`. */
  async requireRoom(owner?: string): Promise<void> {
    if (this.#closing) throw shuttingDown();
    await this.#room.require(owner);
  }

  async #reserve(place: Pick<JobRecord, 'id' | 'owner'>): Promise<Disposable> {
    if (this.#closing) throw shuttingDown();
    return await this.#room.reserve(place);
  }

  /**
   * Queues a new job. Returns the existing job, with `created` false, for a repeated idempotency key; a job that failed with
   * `book-password` may be retried under the same key. A job whose request waits is followed until it has ended.
   * Throws `idempotency-mismatch` when the key belongs to a different request, `busy`, `shutting-down`.
   */
  async create(request: JobRequest): Promise<CreatedJob> {
    const making = this.#create(request).finally(() => this.#making.delete(making));
    this.#making.add(making);
    return await making;
  }

  async #create({ password, ...request }: JobRequest): Promise<CreatedJob> {
    const { records, queue, files, folder, signal } = this.#options;
    const { key } = request.idempotency ?? {};
    const before = key === undefined ? undefined : await records.findByKey(key);
    const earlier = before && sameRequest(before, request.idempotency);
    if (earlier) return { job: this.jobOf(earlier), created: false };
    queue.checkPassword(password);
    using reserved = await this.#reserve(request);
    const record = newJobRecord(request);
    const { id } = record;
    const place = { id, folder: jobPaths(folder, id).folder };
    for (const file of ['upload', 'cover']) await files.put(place, file, signal);
    // Before others can see it.
    if (record.waitedFor) await records.waitFor([id]);
    const made = await records.create({ record, replaceable: before?.record.id });
    if (made !== id) {
      await files.removeAll(id, signal);
      return { job: await this.#same(made, record), created: false };
    }
    reserved[Symbol.dispose]();
    const job = this.jobOf({ record, revision: 1 });
    if (record.waitedFor) await this.#waiting.add(job);
    await this.#enqueue(record, password);
    await this.cache.drop(id);
    return { job, created: true };
  }

  /** Queues a job that has ended again and returns it. Throws what `requireState` throws of its record, and as `create`. */
  async queueAgain(
    { record: before }: Pick<Job, 'record'>,
    requireState: (record: JobRecord) => void,
    password?: string,
  ): Promise<Job> {
    const { records, queue } = this.#options;
    const { id } = before;
    queue.checkPassword(password);
    using reserved = await this.#reserve(before);
    // Another request or the sweep may have come first.
    if (this.#removing.has(id)) throw unknownJob();
    const queued = await records.change(id, (record) => {
      requireState(record);
      return queuedAgain(record);
    });
    if (!queued) throw unknownJob();
    reserved[Symbol.dispose]();
    const job = this.jobOf(queued);
    await job.files.restartStream();
    await this.#enqueue(queued.record, password);
    await job.load();
    return job;
  }

  /** Changes a job that waits, unless it was changed since it was read. Throws `wrong-state`. */
  async change(job: Job, changes: Pick<JobRecord, 'fields' | 'priority'>): Promise<void> {
    const before = JSON.stringify(job.record.fields);
    await this.#change(job, (record) => {
      requireWaiting(record);
      if (JSON.stringify(record.fields) === before) return { ...changes };
      throw new RequestError('wrong-state', 'The job was changed by another request. Read it again.');
    });
    // What was made of it sounds otherwise.
    await job.files.restartStream();
  }

  /** Changes what is said differently in a job, or only says that its scripts were changed. Throws as `correctedNow` does. */
  async correct(job: Job, changes: Pick<JobRecord, 'corrections'> = {}): Promise<void> {
    await this.#change(job, (record) => ({ ...changes, ...correctedNow(record) }));
  }

  /** Keeps a job whatever its age and size, or no longer. Throws as `requireOwnFiles` does. */
  async keepForGood(job: Job, keep: JobRecord['keep']): Promise<void> {
    await this.#change(job, (record) => keptNow(record, keep));
  }

  /** Keeps a job whose request has ended, as if it had been made without one that waits. `holds` is that of `Records.change`. */
  async keep(job: Job, { holds }: Pick<ChangeOptions, 'holds'> = {}): Promise<void> {
    await this.#change(job, () => ({ waitedFor: false }), { holds });
  }

  /** Keeps what the library shows of a book of an older version. */
  async shelve(job: Job, shelf: JobRecord['shelf']): Promise<void> {
    const silently = { event: 'none', holds: true } as const;
    const changed = await this.#options.records.change(job.record.id, () => ({ shelf }), silently);
    if (changed) job.update(changed);
  }

  /** Cancels a job and removes its files; its record stays. Returns false for a job that has ended: nothing happens to it. */
  async cancel(job: Job): Promise<boolean> {
    const { id } = job.record;
    const canceling = this.#canceling.get(id) ?? this.#cancel(job).finally(() => this.#canceling.delete(id));
    this.#canceling.set(id, canceling);
    return await canceling;
  }

  async #cancel(job: Job): Promise<boolean> {
    const { records, files, queue, signal } = this.#options;
    const { id } = job.record;
    const canceled = await records.change(id, canceledNow, { holds: true });
    if (!canceled) {
      await job.load();
      return false;
    }
    job.update(canceled);
    await queue.stop(id);
    // A worker elsewhere finds that out, and removes what it stores after this. One that was made anew keeps its files.
    if (canceled.record.state === 'canceled') await files.remove(id, undefined, signal);
    return true;
  }

  /** Cancels a job and removes everything that belongs to it. Throws `output-failed` when the files cannot be removed, and as `requireOwnFiles` does. */
  async remove(job: Job): Promise<void> {
    const { records, files, signal } = this.#options;
    const { id } = job.record;
    requireOwnFiles(job.record);
    await job.load();
    // One that was canceled a moment ago may still write its files.
    if (!hasEnded(job.record) || this.#canceling.has(id)) await this.cancel(job);
    this.#removing.add(id);
    try {
      await files.removeAll(id, signal);
      await records.remove(id);
      await this.cache.drop(id);
    } catch (cause) {
      if (cause instanceof RequestError) throw cause;
      const reason = systemCode(cause) ?? 'the storage cannot be used';
      throw new AudiobookError('output-failed', `Cannot remove the job (${reason}).`, { cause });
    } finally {
      this.#removing.delete(id);
    }
  }

  /** Returns the job that another request made under the same key at the same time. */
  async #same(id: string, { idempotency }: JobRecord): Promise<Job> {
    const stored = await this.#options.records.get(id);
    const found = stored && sameRequest(stored, idempotency);
    if (found) return this.jobOf(found);
    throw new RequestError('busy', 'The same request is being handled. Try again later.');
  }

  /** A record that is not in the queue is put there by a worker, or the next process. */
  async #enqueue(record: JobRecord, password: string | undefined): Promise<void> {
    const { owner } = record;
    const openBooks = owner === undefined ? 0 : (await countOpen(this.records, owner)) - 1;
    await this.#options.queue.add(record, { password, openBooks });
  }

  async #change(job: Job, next: (record: JobRecord) => Partial<JobRecord>, options?: ChangeOptions): Promise<void> {
    const changed = await this.#options.records.change(job.record.id, next, options);
    if (!changed) throw unknownJob();
    job.update(changed);
  }
}
