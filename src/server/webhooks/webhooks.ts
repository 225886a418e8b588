import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { hasEnded } from '../jobs/job-record.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import type { Job } from '../jobs/job.ts';
import { sendWebhook } from '../../core/http/send-webhook.ts';

/** Options of `Webhooks`. */
export interface WebhooksOptions {
  readonly hosts: readonly string[];
  readonly secret: string | undefined;
  readonly logger: Logger;
  /** Ends the deliveries; the next process goes on with them. */
  readonly signal: AbortSignal;
  /** Waits between attempts, in milliseconds; their number is that of the attempts after the first. */
  readonly waitsMs?: readonly number[] | undefined;
}

const minuteMs = 60_000;
const defaultWaitsMs = [
  10_000,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * 60 * minuteMs,
  6 * 60 * minuteMs,
  12 * 60 * minuteMs,
];

/** Tells the webhooks of jobs about their ends. What is still due is in the record, and continues after a restart. */
export class Webhooks {
  readonly #options: WebhooksOptions;

  constructor(options: WebhooksOptions) {
    this.#options = options;
  }

  /** Continues what an earlier process left due. */
  resume(jobs: readonly Job[]): void {
    for (const job of jobs)
      if (hasEnded(job.record) && job.record.webhook?.state === 'waiting') void this.#deliver(job);
  }

  /** Tells the webhook of a job, if it has one, that the job has ended. */
  async tell(job: Job): Promise<void> {
    const { webhook } = job.record;
    if (!webhook) return;
    await this.#save(job, { ...webhook, state: 'waiting', attempts: 0 });
    await this.#deliver(job);
  }

  async #deliver(job: Job): Promise<void> {
    const { waitsMs = defaultWaitsMs, signal } = this.#options;
    for (let { webhook } = job.record; webhook?.state === 'waiting'; { webhook } = job.record) {
      // The first attempt needs no wait.
      const waitMs = [0, ...waitsMs][webhook.attempts];
      await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted || job.isRetired) return;
      const isDelivered = await this.#attempt(job, webhook.url);
      if (signal.aborted) return;
      const attempts = webhook.attempts + 1;
      const missed = attempts > waitsMs.length ? 'failed' : 'waiting';
      if (!(await this.#save(job, { ...webhook, state: isDelivered ? 'delivered' : missed, attempts }))) return;
    }
  }

  async #attempt(job: Job, url: string): Promise<boolean> {
    const { hosts, secret = '', logger, signal } = this.#options;
    const { report: _report, ...data } = job.view;
    const body = JSON.stringify({ type: 'job.ended', timestamp: data.endedAt, data });
    const id = `${data.id}.${job.record.endedMs}`;
    try {
      const status = await sendWebhook({ url, id, body, secret, hosts, signal });
      logger.info({ job: data.id, status }, 'webhook called');
      return status >= 200 && status < 300;
    } catch (err) {
      logger.warn({ job: data.id, err }, 'webhook cannot be called');
      return false;
    }
  }

  /** Returns false when the job was removed or queued again meanwhile. A full disk ends no delivery. */
  async #save(job: Job, webhook: NonNullable<JobRecord['webhook']>): Promise<boolean> {
    job.change({ webhook });
    return await job.save().catch(() => true);
  }
}
