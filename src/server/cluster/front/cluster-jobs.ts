import type { Usage } from '../../access/usage.ts';
import { AudiobookError } from '../../../core/errors.ts';
import { RequestError } from '../../errors/request-error.ts';
import { jobPaths, removeJobFolder } from '../../jobs/job-paths.ts';
import { hasEnded, newJobRecord } from '../../jobs/job-record.ts';
import type { JobRecord, JobRequest, JobState } from '../../jobs/job-record.ts';
import { requireWaiting, unknownJob } from '../../jobs/require-state.ts';
import { shuttingDown } from '../../jobs/job-runner.ts';
import { findByKey } from '../../jobs/served/find-by-key.ts';
import type { ServedJobs } from '../../jobs/served/served-jobs.ts';
import { settledWithin } from '../../jobs/settled-within.ts';
import type { Limits } from '../../server-settings.ts';
import type { JobFiles } from '../files/job-files.ts';
import type { BookQueue } from '../queue/book-queue.ts';
import type { AskRedis } from '../records/ask-redis.ts';
import type { StoredJob } from '../records/stored-job.ts';
import type { CachedFiles } from './cached-files.ts';
import { ClusterJob } from './cluster-job.ts';
import type { ClusterJobTools } from './cluster-job.ts';
import { requeued } from './requeued.ts';
import { WaitingJobs } from './waiting-jobs.ts';

/** Options of `ClusterJobs`. */
export interface ClusterJobsOptions extends ClusterJobTools {
  /** Folder on this machine for uploads and copies of small files. */
  readonly folder: string;
  readonly limits: Pick<Limits, 'queueLength'>;
  readonly usage: Pick<Usage, 'requireLeft'>;
  readonly files: JobFiles;
  readonly cache: CachedFiles;
  readonly queue: BookQueue;
  /** Limits the time of commands of the queue. */
  readonly ask: AskRedis;
  /** Ends transfers when the service has stopped. */
  readonly signal: AbortSignal;
}

/** A job of a request, which may be that of an earlier one. */
interface CreatedJob {
  readonly job: ClusterJob;
  readonly created: boolean;
}

/** Time for jobs that are being made when the service stops, in milliseconds. */
const lastRequestsMs = 5000;

const noValue = (): void => undefined;

/**
 * The jobs of several machines: records in Redis, files in a storage, and workers that run them. This process keeps nothing that
 * another front would need.
 */
export class ClusterJobs implements ServedJobs {
  readonly #options: ClusterJobsOptions;
  /** True before the start, too. */
  #closing = true;
  readonly #waiting: WaitingJobs;
  readonly #making = new Set<Promise<unknown>>();

  constructor(options: ClusterJobsOptions) {
    this.#options = options;
    this.#waiting = new WaitingJobs(options);
  }

  /** Starts accepting jobs. */
  start(): void {
    this.#closing = false;
  }

  /** Accepts no more jobs. Those that requests wait for may end within the grace period; then they fail. All others go on. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    const making = [...this.#making].map((one) => ({ settled: one.then(noValue, noValue) }));
    await settledWithin(making, lastRequestsMs);
    await this.#waiting.close(graceMs);
  }

  get isClosing(): boolean {
    return this.#closing;
  }

  get folder(): string {
    return this.#options.folder;
  }

  async list(): Promise<readonly ClusterJob[]> {
    const jobs: ClusterJob[] = [];
    for await (const stored of this.#options.records.list()) jobs.push(this.#job(stored));
    return jobs;
  }

  async get(id: string): Promise<ClusterJob | undefined> {
    const stored = await this.#options.records.get(id);
    return stored && this.#job(stored);
  }

  async follow(id: string, signal: AbortSignal): Promise<ClusterJob | undefined> {
    const job = await this.get(id);
    await job?.follow(signal);
    return job;
  }

  async counts(): Promise<ReadonlyMap<JobState, number>> {
    return await this.#options.records.counts();
  }

  async requireRoom(owner?: string): Promise<void> {
    if (this.#closing) throw shuttingDown();
    const { limits, records, usage } = this.#options;
    const counts = await records.counts();
    if ((counts.get('queued') ?? 0) >= limits.queueLength) {
      const jobs = limits.queueLength === 1 ? 'job' : 'jobs';
      throw new RequestError('busy', `The queue is full (${limits.queueLength} ${jobs} waiting). Try again later.`);
    }
    if (owner !== undefined) usage.requireLeft(owner, await records.countOpen(owner));
  }

  async create(request: JobRequest): Promise<CreatedJob> {
    const making = this.#create(request);
    this.#making.add(making);
    try {
      return await making;
    } finally {
      this.#making.delete(making);
    }
  }

  async #create({ password, ...request }: JobRequest): Promise<CreatedJob> {
    const { records, queue, files, folder, signal } = this.#options;
    const { key } = request.idempotency ?? {};
    const before = key === undefined ? undefined : await records.findByKey(key);
    const earlier = findByKey(before ? [before] : [], request.idempotency);
    if (earlier) return { job: this.#job(earlier), created: false };
    queue.checkPassword(password);
    await this.requireRoom(request.owner);
    const record = newJobRecord(request);
    const { id } = record;
    const paths = jobPaths(folder, id);
    for (const place of ['upload', 'cover']) await files.put({ id, folder: paths.folder }, place, signal);
    // Before others can see it.
    if (record.waitedFor) await records.waitFor([id]);
    const made = await records.create({ record, replaceable: before?.record.id });
    if (made !== id) {
      await files.remove(id, undefined, signal);
      return { job: await this.#same(made, record), created: false };
    }
    await this.#enqueue(record, password);
    await removeJobFolder(paths);
    const job = this.#job({ record, revision: 1 });
    if (record.waitedFor) await this.#waiting.add(job);
    return { job, created: true };
  }

  async retry({ record }: { readonly record: JobRecord }, password?: string): Promise<ClusterJob> {
    return await this.#queueAgain(record, 'failed', password);
  }

  async speak({ record }: { readonly record: JobRecord }, password?: string): Promise<ClusterJob> {
    return await this.#queueAgain(record, 'scripted', password);
  }

  async change(job: ClusterJob, changes: Pick<JobRecord, 'fields' | 'priority'>): Promise<void> {
    await this.#change(job, (record) => {
      requireWaiting(record);
      return changes;
    });
  }

  async keepForGood(job: ClusterJob, keep: JobRecord['keep']): Promise<void> {
    await this.#change(job, () => ({ keep }));
  }

  async keep(job: ClusterJob): Promise<void> {
    await this.#change(job, () => ({ waitedFor: false }));
  }

  async cancel(job: ClusterJob): Promise<void> {
    const { records, files, signal } = this.#options;
    const { id } = job.record;
    const canceled = await records.change(id, (record) =>
      hasEnded(record) ? undefined : { state: 'canceled', endedMs: Date.now() },
    );
    if (!canceled) {
      await job.load();
      return;
    }
    job.update(canceled);
    // The worker finds that out, and removes what it stores after this.
    await files.remove(id, undefined, signal);
  }

  async remove(job: ClusterJob): Promise<void> {
    const { records, files, cache, signal } = this.#options;
    const { id } = job.record;
    if (!hasEnded(job.record)) await this.cancel(job);
    try {
      await files.remove(id, undefined, signal);
    } catch (cause) {
      throw new AudiobookError('output-failed', 'Cannot remove the job: the storage cannot be used.', { cause });
    }
    await records.remove(id);
    await cache.drop(id);
  }

  /** Returns the job that another request made under the same key at the same time. */
  async #same(id: string, { idempotency }: JobRecord): Promise<ClusterJob> {
    const stored = await this.#options.records.get(id);
    const found = findByKey(stored ? [stored] : [], idempotency);
    if (found) return this.#job(found);
    throw new RequestError('busy', 'The same request is being handled. Try again later.');
  }

  async #queueAgain(
    { id, owner }: JobRecord,
    from: Parameters<typeof requeued>[1],
    password: string | undefined,
  ): Promise<ClusterJob> {
    const { records, queue } = this.#options;
    queue.checkPassword(password);
    await this.requireRoom(owner);
    await this.#enqueue(await requeued(id, from, records), password);
    const queued = await this.get(id);
    if (!queued) throw unknownJob();
    return queued;
  }

  /** A record that is not in the queue is put there by a worker soon. */
  async #enqueue(record: JobRecord, password: string | undefined): Promise<void> {
    const { queue, records, ask } = this.#options;
    const { owner } = record;
    const openBooks = owner === undefined ? 0 : (await records.countOpen(owner)) - 1;
    await ask(async () => await queue.add(record, { password, openBooks }));
  }

  async #change(job: ClusterJob, next: (record: JobRecord) => Partial<JobRecord>): Promise<void> {
    const changed = await this.#options.records.change(job.record.id, next);
    if (!changed) throw unknownJob();
    job.update(changed);
  }

  #job(stored: StoredJob): ClusterJob {
    const { folder, cache } = this.#options;
    const place = { paths: jobPaths(folder, stored.record.id), remote: cache.of(stored.record) };
    return new ClusterJob(stored, place, this.#options);
  }
}
