import type { Logger } from 'pino';
import type { JobRecord } from './job-record.ts';
import type { Job } from './job.ts';
import type { Records } from './ports/records.ts';
import { endedByStop } from './require-state.ts';
import { settledWithin } from './settled-within.ts';

/** Time for the last events of jobs that ended because the service stops, in milliseconds. */
const lastEventsMs = 5000;

/** Interval at which this process renews its wait, in milliseconds: a third of the time for which a wait holds. */
const renewMs = 20_000;

/** Jobs that requests of this process wait for. Others end them when this process does not say so any more. */
export class WaitingJobs {
  readonly #records: Records;
  readonly #logger: Logger;
  readonly #jobs = new Set<Job>();
  readonly #closed = new AbortController();
  readonly #renewing: NodeJS.Timeout;
  #isClosing = false;

  constructor({ records, logger }: { readonly records: Records; readonly logger: Logger }) {
    this.#records = records;
    this.#logger = logger;
    this.#renewing = setInterval(() => void this.#renew(), renewMs).unref();
  }

  /** Follows a job until it has ended. */
  async add(job: Job): Promise<void> {
    const ended = new AbortController();
    this.#jobs.add(job);
    void this.#forgetAtEnd(job, ended);
    // The service may have stopped while the job was made.
    if (this.#isClosing) await this.#fail(job.record);
    await job.follow(AbortSignal.any([this.#closed.signal, ended.signal]));
  }

  /** Lets the jobs end within a grace period in milliseconds. The others fail then, because their requests end here. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    await settledWithin(this.#waited(), graceMs);
    await Promise.all(this.#waited().map(async ({ record }) => await this.#fail(record)));
    await settledWithin(this.#waited(), lastEventsMs);
    this.#closed.abort();
    clearInterval(this.#renewing);
  }

  /** Those that were kept without their requests end as any other. */
  #waited(): readonly Job[] {
    return [...this.#jobs].filter(({ record }) => record.waitedFor);
  }

  async #renew(): Promise<void> {
    const waited = this.#waited();
    if (waited.length === 0) return;
    await this.#records.waitFor(waited.map(({ record }) => record.id)).catch((err: unknown) => {
      this.#logger.warn({ err }, 'cannot say which jobs are waited for: trying again');
    });
  }

  async #fail({ id }: JobRecord): Promise<void> {
    await this.#records.change(id, endedByStop, { holds: true }).catch((err: unknown) => {
      this.#logger.warn({ job: id, err }, 'cannot end the job of a request');
    });
  }

  async #forgetAtEnd(job: Job, ended: AbortController): Promise<void> {
    await job.settled;
    this.#jobs.delete(job);
    ended.abort();
  }
}
