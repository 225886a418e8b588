import type { Redis } from 'ioredis';
import { AudiobookError } from '../../../core/errors.ts';
import type { Settings } from '../../../core/settings.ts';
import { providerIds } from '../../../pipeline/tools/choose-provider.ts';
import { RequestError } from '../../errors/request-error.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import { openBookQueue } from '../queue/book-queue.ts';
import { connectRedis, loadBullmq } from '../queue/connect-redis.ts';
import { booksQueue, speechQueue } from '../queue/queue-names.ts';
import { PasswordSeal } from '../queue/sealed-password.ts';
import { patient } from '../records/ask-redis.ts';
import { ClusterRecords } from '../records/cluster-records.ts';
import { requeued } from './requeued.ts';

/** What a queue has, and who works on it. */
export interface QueueState {
  /** Number of jobs in each state. */
  readonly jobs: Readonly<Record<string, number>>;
  /** Names of the workers: of the machine, and the process id. */
  readonly workers: readonly string[];
  /** The queue of books, and those of parts of books, by provider. */
  readonly queues: readonly { readonly name: string; readonly waiting: number; readonly running: number }[];
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
    const records = new ClusterRecords(patient(client));
    const failed: QueueState['failed'][number][] = [];
    for await (const { record } of records.list('failed')) {
      const { code = 'internal', detail = '' } = record.failure ?? {};
      failed.push({ id: record.id, file: record.upload.name, code, detail });
    }
    return { jobs: Object.fromEntries(await records.counts()), ...(await readQueues(client)), failed };
  });
}

/** Queues a failed job again and returns it. Throws `bad-value` for one that cannot be retried, and as `connectRedis` does. */
export async function retryInQueue(id: string, { address, settings, signal }: QueueAccess): Promise<JobRecord> {
  return await connected({ address, signal }, async (client) => {
    const records = new ClusterRecords(patient(client));
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

async function readQueues(client: Redis): Promise<Pick<QueueState, 'queues' | 'workers'>> {
  const { Queue } = await loadBullmq();
  const names = [booksQueue, ...providerIds().map(speechQueue)];
  const queues: QueueState['queues'][number][] = [];
  const workers = new Set<string>();
  for (const name of names) {
    const queue = new Queue(name, { connection: client, skipMetasUpdate: true });
    queue.on('error', () => undefined);
    try {
      const counts = await queue.getJobCounts('waiting', 'prioritized', 'delayed', 'waiting-children', 'active');
      const { active: running = 0, ...others } = counts;
      const waiting = Object.values(others).reduce((sum, count) => sum + count, 0);
      if (name === booksQueue || waiting + running > 0) queues.push({ name, waiting, running });
      for (const { rawname = '' } of await queue.getWorkers()) workers.add(rawname.split(':w:')[1] ?? rawname);
    } finally {
      await queue.close();
    }
  }
  return { queues, workers: [...workers].toSorted() };
}
