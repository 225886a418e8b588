import type { Logger } from 'pino';
import { missingSpace } from '../../core/files/require-space.ts';
import { toFailure } from '../errors/failure.ts';
import type { Redact } from '../errors/failure.ts';
import { RequestError } from '../errors/request-error.ts';
import type { Metrics } from '../metrics.ts';
import type { Limits } from '../server-settings.ts';
import { isDiskFull } from './disk-room.ts';
import type { Job, JobOptions, JobOutcome } from './job.ts';
import { removeFolder, removeUnfinished } from './job-paths.ts';
import type { JobPaths } from './job-paths.ts';
import type { JobRecord } from './job-record.ts';

/** Options of `JobRunner`. */
export interface JobRunnerOptions {
  /** Runs the conversion of a job. Throws what the conversion throws. */
  readonly run: (job: Job) => Promise<JobOutcome>;
  readonly redact: Redact;
  /** Begins the addresses in the views of jobs. Default: nothing. */
  readonly basePath?: string | undefined;
  /** Holds the folders of all jobs. */
  readonly folder: string;
  readonly limits: Limits;
  readonly logger: Logger;
  /** Called when a job has ended and its record is on disk. */
  readonly onEnd?: ((job: Job) => void) | undefined;
  /** Called with each event of a job. */
  readonly onEvent?: JobOptions['onEvent'];
  readonly metrics?: Pick<Metrics, 'observeWait' | 'observeJob'> | undefined;
}

/** Takes a job through its states and keeps its record and files in step. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  #closing = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** From now on, aborted jobs are left to the next process. */
  close(): void {
    this.#closing = true;
  }

  /** Runs a job to its end, or until the disk is full. A canceled job, or any when the service stops, is ended instead. Never rejects. */
  async run(job: Job): Promise<'settled' | 'disk-full'> {
    const { signal } = job.controller;
    if (signal.aborted) {
      await this.#fail(job, signal.reason);
      return 'settled';
    }
    if (this.#closing) {
      await this.requeue(job);
      return 'settled';
    }
    const { id, kind, starts, createdMs } = job.record;
    job.change({ state: 'running', startedMs: Date.now(), starts: starts + 1, warnings: [] });
    this.#options.metrics?.observeWait((Date.now() - createdMs) / 1000);
    await this.save(job);
    this.#options.logger.info({ job: id, kind }, 'job started');
    try {
      await this.end(job, { state: 'done', ...(await this.#options.run(job)) });
    } catch (thrown) {
      if (await this.#mustWaitForRoom(job, thrown)) return 'disk-full';
      await this.#fail(job, thrown);
    }
    return 'settled';
  }

  /** Ends a job in this process. One that failed or has only its scripts keeps its upload, so that it can go on. */
  async end(job: Job, changes: Partial<JobRecord>): Promise<void> {
    const endedMs = Date.now();
    job.change({ ...changes, endedMs });
    const { id, kind, state, failure, startedMs = endedMs } = job.record;
    const { logger, metrics } = this.#options;
    metrics?.observeJob({ kind, state, seconds: Math.max(0, endedMs - startedMs) / 1000 });
    logger.info({ job: id, state, code: failure?.code }, 'job ended');
    await this.save(job);
    if (state !== 'scripted') this.#options.onEnd?.(job);
    try {
      if (state === 'failed') await removeUnfinished(job.paths.result);
      else if (state !== 'scripted') await removeUpload(job.paths);
      if (state === 'canceled') await removeResults(job.paths);
    } catch (err) {
      logger.error({ job: id, err }, 'cannot remove the files of a job');
    }
    job.release();
  }

  /** Leaves a job to the next process. A job whose request waits fails, because that request ends here. */
  async requeue(job: Job): Promise<void> {
    const { message: detail } = shuttingDown();
    if (job.record.waitedFor) job.change({ state: 'failed', failure: { code: 'shutting-down', detail } });
    else job.change(queuedAgain(job.record));
    await this.save(job);
    job.release();
  }

  /** Removes what a failed job kept for a retry. Its record says so first, so that no retry is accepted meanwhile. */
  async removeUpload(job: Job): Promise<void> {
    const { state, uploadRemoved, id } = job.record;
    if (state !== 'failed' || uploadRemoved === true) return;
    job.change({ uploadRemoved: true });
    await this.save(job);
    await removeUpload(job.paths);
    await removeResults(job.paths);
    this.#options.logger.info({ job: id }, 'upload of a failed job removed');
  }

  /** Writes the record. A failing disk is logged, because it need not stop the conversion. */
  async save(job: Job): Promise<void> {
    await job.save().catch((error: unknown) => {
      this.#options.logger.error({ job: job.record.id, err: error }, 'cannot write job record');
    });
  }

  async #mustWaitForRoom(job: Job, thrown: unknown): Promise<boolean> {
    const { folder, limits, logger } = this.#options;
    if (job.controller.signal.aborted || job.record.waitedFor) return false;
    if (!(await isDiskFull(thrown, folder, limits.freeBytes))) return false;
    job.spaceNeed = missingSpace(thrown);
    logger.error({ job: job.record.id }, 'disk full: job waits for room');
    await removeUnfinished(job.paths.result).catch(() => undefined);
    job.change({ ...queuedAgain(job.record), warnings: [diskFullWarning] });
    await this.save(job);
    return true;
  }

  async #fail(job: Job, thrown: unknown): Promise<void> {
    const { signal } = job.controller;
    if (signal.aborted && this.#closing && signal.reason instanceof RequestError) {
      await this.requeue(job);
      return;
    }
    const { code, detail } = toFailure(thrown, this.#options.redact);
    if (code === 'internal') this.#options.logger.error({ job: job.record.id, err: thrown }, 'job failed unexpectedly');
    if (signal.aborted) await this.end(job, { state: 'canceled' });
    else await this.end(job, { state: 'failed', failure: { code, detail } });
  }
}

async function removeResults({ result, book, stream }: JobPaths): Promise<void> {
  await removeFolder(result);
  await removeFolder(stream);
  await removeFolder(book);
}

async function removeUpload({ upload, cover }: JobPaths): Promise<void> {
  await removeFolder(upload);
  await removeFolder(cover);
}

/** Returns the error of requests and jobs that end because the service stops. */
export function shuttingDown(): RequestError {
  return new RequestError('shutting-down', 'The service is shutting down. Try again later.');
}

const diskFullWarning = 'The disk of the service is full. The job continues when there is room.';

/** A start that this process ended itself does not count. */
function queuedAgain({ starts }: JobRecord): Partial<JobRecord> {
  return { state: 'queued', starts: Math.max(0, starts - 1) };
}
