import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { hasEnded } from '../../jobs/job-record.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import { jobView } from '../../jobs/job-view.ts';
import type { Trust } from '../../server-settings.ts';
import { callWebhook, webhookWaitsMs } from '../../webhooks/call-webhook.ts';
import { loadBullmq } from '../queue/connect-redis.ts';
import { webhooksQueue } from '../queue/queue-names.ts';
import type { ClusterRecords } from '../records/cluster-records.ts';
import type { EventHub } from './event-hub.ts';

/** The tools of `openClusterWebhooks`. */
export interface ClusterWebhooksOptions {
  readonly client: Redis;
  readonly records: ClusterRecords;
  readonly hub: EventHub;
  /** Begins the addresses in messages. */
  readonly basePath: string;
  readonly trust: Pick<Trust, 'webhookHosts' | 'webhookSecret'>;
  readonly logger: Logger;
}

/** Calls to the webhooks of jobs that have ended. */
export interface ClusterWebhooks extends AsyncDisposable {
  /** Queues the calls of jobs that ended while no front saw it. */
  resume(): Promise<void>;
}

/** A call in the queue. A job that is retried ends again, and that is another one. */
interface QueuedCall {
  readonly id: string;
  readonly endedMs: number;
}

/** Seconds for which a call is known, so that no front queues it again. */
const keepSeconds = 24 * 60 * 60;

/** Time for calls that are under way when the service stops, in milliseconds. */
const closeMs = 11_000;

const callsAtOnce = 10;

/**
 * Calls the webhooks of jobs, once for each end, whichever front takes the call: all of them see an end and queue it under the same id.
 * Failed calls are tried again as on one machine.
 */
export async function openClusterWebhooks(options: ClusterWebhooksOptions): Promise<ClusterWebhooks> {
  const { client, records, hub, logger } = options;
  const { Queue, Worker } = await loadBullmq();
  const kept = { removeOnComplete: { age: keepSeconds }, removeOnFail: { age: keepSeconds } };
  const tries = { attempts: webhookWaitsMs.length + 1, backoff: { type: 'custom' } };
  const queue = new Queue<QueuedCall>(webhooksQueue, { connection: client, defaultJobOptions: { ...kept, ...tries } });
  const call = async ({ data }: Job<QueuedCall>): Promise<void> => await callOnce(data, options);
  const concurrency = { concurrency: callsAtOnce, settings: { backoffStrategy } };
  const worker = new Worker<QueuedCall>(webhooksQueue, call, { connection: client, ...concurrency });
  // The connection reports its errors itself.
  queue.on('error', () => undefined);
  worker.on('error', () => undefined);
  const add = async (record: JobRecord): Promise<void> => {
    const { id, endedMs, webhook } = record;
    if (!hasEnded(record) || endedMs === undefined || webhook?.state !== 'waiting') return;
    await queue.add('webhook', { id, endedMs }, { jobId: `${id}.${endedMs}` });
  };
  const stop = hub.listen((event) => {
    if (event.type !== 'job') return;
    add(event.data.record).catch((err: unknown) => logger.warn({ job: event.job, err }, 'a webhook is called later'));
  });
  return {
    async resume() {
      for await (const { record } of records.list()) await add(record);
    },
    async [Symbol.asyncDispose]() {
      stop();
      const timer = new AbortController();
      const late = delay(closeMs, undefined, timer).catch(() => undefined);
      await Promise.race([worker.close().then(async () => await queue.close()), late]);
      timer.abort();
    },
  };
}

/** Returns how long to wait after a number of attempts, in milliseconds. */
function backoffStrategy(attempts: number): number {
  return webhookWaitsMs[attempts - 1] ?? 0;
}

/** Calls a webhook. Throws when the call is to be tried again. */
async function callOnce(
  { id, endedMs }: QueuedCall,
  { records, basePath, trust, logger }: ClusterWebhooksOptions,
): Promise<void> {
  const { record } = (await records.get(id)) ?? {};
  const { webhook } = record ?? {};
  if (!record || record.endedMs !== endedMs || webhook?.state !== 'waiting') return;
  const { webhookHosts: hosts, webhookSecret: secret } = trust;
  // Calls have a time limit of their own.
  const { signal } = new AbortController();
  const view = jobView(record, undefined, basePath);
  const isDelivered = await callWebhook(webhook.url, view, { hosts, secret, logger, signal });
  const attempts = webhook.attempts + 1;
  const missed = attempts > webhookWaitsMs.length ? 'failed' : 'waiting';
  const state = isDelivered ? 'delivered' : missed;
  await records.change(id, (now) =>
    now.endedMs === endedMs ? { webhook: { ...webhook, state, attempts } } : undefined,
  );
  if (state === 'waiting') throw new Error('The webhook has not taken the message.');
}
