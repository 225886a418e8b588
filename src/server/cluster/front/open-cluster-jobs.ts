import type { Redis } from 'ioredis';
import type { Storage } from '../../../storage/storage.ts';
import type { Usage } from '../../access/usage.ts';
import { SharedFeed } from '../../events/shared-feed.ts';
import { Jobs } from '../../jobs/jobs.ts';
import { readinessProblems } from '../../jobs/readiness-problems.ts';
import { sweepJobs } from '../../jobs/sweep-jobs.ts';
import type { Metrics } from '../../metrics.ts';
import type { JobTools, OpenedJobs } from '../../run-service.ts';
import type { Trust } from '../../server-settings.ts';
import { Webhooks } from '../../webhooks/webhooks.ts';
import { JobFiles } from '../files/job-files.ts';
import { openBookQueue } from '../queue/book-queue.ts';
import { PasswordSeal } from '../queue/sealed-password.ts';
import { withTimeLimit } from '../records/ask-redis.ts';
import type { AskRedis } from '../records/ask-redis.ts';
import { keyPrefix } from '../records/redis-keys.ts';
import { RedisRecords } from '../records/redis-records.ts';
import { watchCluster } from './cluster-metrics.ts';
import { removeStrayUploads } from './stray-uploads.ts';

/** Longest wait of a request for Redis, in milliseconds. */
const answerMs = 5000;

/** Says that all uploads were looked at, and how long that holds, in seconds. */
const strayKey = `${keyPrefix}strays`;
const strayLookSeconds = 24 * 60 * 60;

/** Time for a look at the storage, in milliseconds. */
const storageMs = 10_000;

/** The connections that a front shares with other fronts and with workers. The caller closes them. */
export interface Cluster {
  readonly client: Redis;
  readonly storage: Storage;
}

/** The tools that the jobs are opened with. */
export type ClusterTools = Pick<JobTools, 'settings' | 'folder' | 'limits' | 'logger' | 'basePath' | 'signal'> & {
  readonly usage: Pick<Usage, 'requireLeft'>;
  /** Hosts that webhooks may call. Without it, none is called. */
  readonly trust?: Trust | undefined;
  /** Get the metrics of the queue. */
  readonly metrics?: Pick<Metrics, 'registry'> | undefined;
};

/** Opens the jobs that a front shares with other fronts and leaves to workers. Throws `bad-value` for a key that is too short. */
export async function openClusterJobs({ client, storage }: Cluster, tools: ClusterTools): Promise<OpenedJobs> {
  const { settings, limits, logger, basePath, trust, signal } = tools;
  const ask = withTimeLimit(client, answerMs);
  const queue = await openBookQueue(client, new PasswordSeal(settings), ask);
  const files = new JobFiles(storage);
  const records = new RedisRecords(ask, files);
  await records.adopt();
  if (tools.metrics) watchCluster(tools.metrics.registry, ask);
  const following = await records.events.follow(client, logger);
  // Transfers end with the service, not with its signal: requests may go on for a while.
  const ended = new AbortController();
  const webhooks = trust && openWebhooks(trust, { ...tools, records, signal: ended.signal });
  const jobs = new Jobs({ ...tools, records, files, queue, signal: ended.signal });
  return {
    jobs,
    events: new SharedFeed(records.events, basePath),
    problems: async () => [...(await readinessProblems(jobs, limits)), ...(await clusterProblems(ask, storage))],
    start: () => jobs.start(),
    async sweep() {
      await sweepJobs({ records, files, limits, logger, signal });
      // All fronts together look once a day.
      const isDue = await ask((redis) => redis.set(strayKey, '1', 'EX', strayLookSeconds, 'NX'));
      if (isDue !== null) await removeStrayUploads({ records, files, logger, signal });
    },
    async [Symbol.asyncDispose]() {
      await webhooks?.[Symbol.asyncDispose]();
      ended.abort();
      await following[Symbol.asyncDispose]();
      await queue[Symbol.asyncDispose]();
    },
  };
}

function openWebhooks(
  { webhookHosts: hosts, webhookSecret: secret }: Trust,
  tools: Pick<ClusterTools, 'basePath' | 'logger' | 'signal'> & { readonly records: RedisRecords },
): Webhooks {
  return new Webhooks({ ...tools, hosts, secret });
}

async function clusterProblems(ask: AskRedis, storage: Storage): Promise<readonly string[]> {
  const redis = ask(async (client) => await client.ping());
  const stored = storage.check(AbortSignal.timeout(storageMs));
  const [isReached, isStored] = await Promise.allSettled([redis, stored]);
  return [
    ...(isReached.status === 'rejected' ? ['The queue cannot be reached.'] : []),
    ...(isStored.status === 'rejected' ? ['The storage cannot be used.'] : []),
  ];
}
