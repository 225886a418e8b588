import { setTimeout as delay } from 'node:timers/promises';
import type { JobRecord } from '../jobs/job-record.ts';
import { jobView } from '../jobs/job-view.ts';
import { idAt, lists, listsOf, msAt } from '../jobs/ports/job-lists.ts';
import type { Records } from '../jobs/ports/records.ts';
import { callWebhook } from './call-webhook.ts';
import type { CallWebhookOptions } from './call-webhook.ts';

/** Options of `Webhooks`. The signal ends the calls; the next process goes on with them. */
export interface WebhooksOptions extends CallWebhookOptions {
  readonly records: Records;
  /** Begins the addresses in messages. */
  readonly basePath: string;
  /** Waits between attempts, in milliseconds; their number is that of the attempts after the first. */
  readonly waitsMs?: readonly number[] | undefined;
}

type Webhook = NonNullable<JobRecord['webhook']>;

const minuteMs = 60_000;

/** Waits between attempts, in milliseconds. */
const usualWaitsMs: readonly number[] = [
  10_000,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * 60 * minuteMs,
  6 * 60 * minuteMs,
  12 * 60 * minuteMs,
];

/** Longest time between two looks at the calls that are due, in milliseconds: another front may have left some. */
const lookMs = 5000;

/** Longest time of a call, in milliseconds: after it, the process that made it is taken for dead. */
const callMs = 30_000;

/** Calls at the same time. */
const callsAtOnce = 10;

/**
 * Tells the webhooks of jobs about their ends, once for each end. The record says when the next attempt is due, and who sets that to a
 * later time makes the attempt: of several fronts one does, and what a process leaves due is made by the next.
 */
export class Webhooks implements AsyncDisposable {
  readonly #options: WebhooksOptions;
  readonly #ended = new AbortController();
  readonly #stopListening: () => void;
  readonly #calling: Promise<void>;
  /** Ends the wait for the next call. */
  #wake = new AbortController();

  constructor(options: WebhooksOptions) {
    this.#options = options;
    this.#stopListening = options.records.events.listen((event) => {
      if (event.type === 'job' && listsOf(event.data.record).has(lists.webhooks)) this.#wake.abort();
    });
    options.signal.addEventListener('abort', () => this.#end(), { once: true });
    this.#calling = this.#run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end();
    await this.#calling;
  }

  #end(): void {
    this.#stopListening();
    this.#ended.abort();
    this.#wake.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      this.#wake = new AbortController();
      const waitMs = await this.#callDue().catch((err: unknown) => {
        this.#options.logger.warn({ err }, 'webhooks are called later');
        return lookMs;
      });
      // An abort may have come while the calls were made.
      const wake = signal.aborted ? signal : this.#wake.signal;
      await delay(waitMs, undefined, { signal: wake, ref: false }).catch(() => undefined);
    }
  }

  /** Makes the calls that are due. Returns how long to wait then, in milliseconds. */
  async #callDue(): Promise<number> {
    const { records } = this.#options;
    const nowMs = await records.nowMs();
    const places = await records.range(lists.webhooks, { oldestFirst: true, limit: callsAtOnce + 1 });
    const due = places.slice(0, callsAtOnce).filter((place) => msAt(place) <= nowMs);
    await Promise.all(due.map(async (place) => await this.#attempt(idAt(place), nowMs)));
    const next = places[due.length];
    return next === undefined ? lookMs : Math.min(lookMs, Math.max(0, msAt(next) - nowMs));
  }

  async #attempt(id: string, nowMs: number): Promise<void> {
    const { records, basePath } = this.#options;
    const take = (record: JobRecord): Partial<JobRecord> | undefined => {
      const { webhook } = record;
      if (!webhook || !listsOf(record).has(lists.webhooks) || (webhook.dueMs ?? 0) > nowMs) return undefined;
      return { webhook: { ...webhook, dueMs: nowMs + callMs } };
    };
    const { record } = (await records.change(id, take, { event: 'none', holds: true })) ?? {};
    if (!record?.webhook) return;
    const isDelivered = await callWebhook(record.webhook.url, jobView(record, undefined, basePath), this.#options);
    if (this.#options.signal.aborted && !isDelivered) return;
    const webhook = await this.#after(record.webhook, isDelivered);
    const next = ({ endedMs }: JobRecord) => (endedMs === record.endedMs ? { webhook } : undefined);
    await records.change(id, next, { holds: true });
  }

  /** Returns what is known of a webhook after an attempt. */
  async #after({ url, attempts: before }: Webhook, isDelivered: boolean): Promise<Webhook> {
    const { records, waitsMs = usualWaitsMs } = this.#options;
    const attempts = before + 1;
    if (isDelivered) return { url, attempts, state: 'delivered' };
    const waitMs = waitsMs[before];
    if (waitMs === undefined) return { url, attempts, state: 'failed' };
    return { url, attempts, state: 'waiting', dueMs: Math.floor(await records.nowMs()) + waitMs };
  }
}
