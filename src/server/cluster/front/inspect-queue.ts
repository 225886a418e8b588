import type { Redis } from 'ioredis';
import { AudiobookError } from '../../../core/errors.ts';
import type { Settings } from '../../../core/settings.ts';
import { RequestError } from '../../errors/request-error.ts';
import { countJobs } from '../../jobs/count-jobs.ts';
import { queuedAgain } from '../../jobs/job-record.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import { idAt, jobLists } from '../../jobs/ports/job-lists.ts';
import { requireRetryable, unknownJob } from '../../jobs/require-state.ts';
import { openBookQueue } from '../queue/book-queue.ts';
import { connectRedis } from '../queue/connect-redis.ts';
import { PasswordSeal } from '../queue/sealed-password.ts';
import { withoutTimeLimit } from '../records/ask-redis.ts';
import { ProviderCalls } from '../records/provider-calls.ts';
import type { CallSums } from '../records/provider-calls.ts';
import { RedisRecords } from '../records/redis-records.ts';
import { readQueues } from './read-queues.ts';
import type { ReadQueues } from './read-queues.ts';

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
    const records = new RedisRecords(withoutTimeLimit(client));
    const places = await Promise.all(jobLists(undefined, ['failed']).map(async (list) => await records.range(list)));
    const failed = (await records.many(places.flat().toSorted().toReversed().map(idAt))).map(({ record }) => {
      const { code = 'internal', detail = '' } = record.failure ?? {};
      return { id: record.id, file: record.upload.name, code, detail };
    });
    const providers = Object.fromEntries(await new ProviderCalls(withoutTimeLimit(client)).read());
    const jobs = Object.fromEntries(await countJobs(records));
    return { jobs, ...(await readQueues(client)), providers, failed };
  });
}

/** Queues a failed job again and returns it. Throws `bad-value` for one that cannot be retried, and as `connectRedis` does. */
export async function retryInQueue(id: string, { address, settings, signal }: QueueAccess): Promise<JobRecord> {
  return await connected({ address, signal }, async (client) => {
    const ask = withoutTimeLimit(client);
    await using queue = await openBookQueue(client, new PasswordSeal(settings), ask);
    try {
      const queued = await new RedisRecords(ask).change(id, (record) => {
        requireRetryable(record);
        return queuedAgain(record);
      });
      if (!queued) throw unknownJob();
      await queue.add(queued.record);
      return queued.record;
    } catch (thrown) {
      if (thrown instanceof RequestError) throw new AudiobookError('bad-value', thrown.message, { cause: thrown });
      throw thrown;
    }
  });
}

/** Calls `work` with a connection to the Redis server of a queue. Throws as `connectRedis` does. */
export async function connected<Value>(
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
