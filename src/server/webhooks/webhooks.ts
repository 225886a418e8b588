import { setTimeout as delay } from 'node:timers/promises';
import { hasEnded } from '../jobs/job-record.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import type { Job } from '../jobs/job.ts';
import { callWebhook, webhookWaitsMs } from './call-webhook.ts';
import type { CallWebhookOptions } from './call-webhook.ts';

/** Options of `Webhooks`. The signal ends the deliveries; the next process goes on with them. */
export interface WebhooksOptions extends CallWebhookOptions {
  /** Waits between attempts, in milliseconds; their number is that of the attempts after the first. */
  readonly waitsMs?: readonly number[] | undefined;
}

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
    const { waitsMs = webhookWaitsMs, signal } = this.#options;
    for (let { webhook } = job.record; webhook?.state === 'waiting'; { webhook } = job.record) {
      // The first attempt needs no wait.
      const waitMs = [0, ...waitsMs][webhook.attempts];
      await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted || job.isRetired) return;
      const isDelivered = await callWebhook(webhook.url, job.view, this.#options);
      if (signal.aborted) return;
      const attempts = webhook.attempts + 1;
      const missed = attempts > waitsMs.length ? 'failed' : 'waiting';
      if (!(await this.#save(job, { ...webhook, state: isDelivered ? 'delivered' : missed, attempts }))) return;
    }
  }

  /** Returns false when the job was removed or queued again meanwhile. A full disk ends no delivery. */
  async #save(job: Job, webhook: NonNullable<JobRecord['webhook']>): Promise<boolean> {
    job.change({ webhook });
    return await job.save().catch(() => true);
  }
}
