import type { Redis } from 'ioredis';
import { AudiobookError } from '../../../core/errors.ts';
import type { Settings } from '../../../core/settings.ts';
import { RequestError } from '../../errors/request-error.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import { openBookQueue } from '../queue/book-queue.ts';
import { connectRedis } from '../queue/connect-redis.ts';
import { PasswordSeal } from '../queue/sealed-password.ts';
import { withoutTimeLimit } from '../records/ask-redis.ts';
import { ClusterRecords } from '../records/cluster-records.ts';
import { ProviderCalls } from '../records/provider-calls.ts';
import type { CallSums } from '../records/provider-calls.ts';
import { readQueues } from './read-queues.ts';
import type { ReadQueues } from './read-queues.ts';
import { requeued } from './requeued.ts';

/** The jobs of a queue, and its workers. */
export interface QueueState extends ReadQueues {
  /** Number of jobs in each state. */
  readonly jobs: Readonly<Record<string, number>>;
  /** The sums of all workers' requests to each provider. */
  readonly providers: Readonly<Record<string, CallSums>>;
  readonly failed: readonly {
    readonly id: string;
    readonly file: string;
    readonly code: string;
    readonly detail: string;
  }[];
}

/** Options of `inspectQueue` and `retryInQueue`. */
export interface QueueAccess {
  readonly address: string;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

/** Returns the state of a queue. Throws as `connectRedis` does. */
export async function inspectQueue({ address, signal }: QueueAccess): Promise<QueueState> {
  return await connected({ address, signal }, async (client) => {
    const records = new ClusterRecords(withoutTimeLimit(client));
    const failed: QueueState['failed'][number][] = [];
    for await (const { record } of records.list('failed')) {
      const { code = 'internal', detail = '' } = record.failure ?? {};
      failed.push({ id: record.id, file: record.upload.name, code, detail });
    }
    const providers = Object.fromEntries(await new ProviderCalls(withoutTimeLimit(client)).read());
    return { jobs: Object.fromEntries(await records.counts()), ...(await readQueues(client)), providers, failed };
  });
}

/** Queues a failed job again and returns it. Throws `bad-value` for one that cannot be retried, and as `connectRedis` does. */
export async function retryInQueue(id: string, { address, settings, signal }: QueueAccess): Promise<JobRecord> {
  return await connected({ address, signal }, async (client) => {
    const records = new ClusterRecords(withoutTimeLimit(client));
    await using queue = await openBookQueue(client, new PasswordSeal(settings));
    try {
      const record = await requeued(id, 'failed', records);
      await queue.add(record);
      return record;
    } catch (thrown) {
      if (thrown instanceof RequestError) throw new AudiobookError('bad-value', thrown.message, { cause: thrown });
      throw thrown;
    }
  });
}

async function connected<Value>(
  { address, signal }: Pick<QueueAccess, 'address' | 'signal'>,
  work: (client: Redis) => Promise<Value>,
): Promise<Value> {
  const client = await connectRedis(address, { signal, onError: () => undefined });
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}
