import type { Redis } from 'ioredis';
import type { Storage } from '../../../storage/storage.ts';
import { readinessProblems } from '../../jobs/served/readiness-problems.ts';
import type { Usage } from '../../access/usage.ts';
import type { Metrics } from '../../metrics.ts';
import type { JobTools, OpenedJobs } from '../../run-service.ts';
import { JobFiles } from '../files/job-files.ts';
import { openBookQueue } from '../queue/book-queue.ts';
import { PasswordSeal } from '../queue/sealed-password.ts';
import { withTimeLimit } from '../records/ask-redis.ts';
import type { AskRedis } from '../records/ask-redis.ts';
import { ClusterEvents } from '../records/cluster-events.ts';
import { ClusterRecords, keyPrefix } from '../records/cluster-records.ts';
import { CachedFiles } from './cached-files.ts';
import type { Trust } from '../../server-settings.ts';
import { ClusterFeed } from './cluster-feed.ts';
import { watchCluster } from './cluster-metrics.ts';
import { ClusterJobs } from './cluster-jobs.ts';
import { sweepCluster } from './cluster-sweep.ts';
import { openClusterWebhooks } from './cluster-webhooks.ts';
import { EventHub } from './event-hub.ts';
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
  const { settings, folder, limits, logger, basePath, usage } = tools;
  const queue = await openBookQueue(client, new PasswordSeal(settings));
  const ask = withTimeLimit(client, answerMs);
  const [records, events] = [new ClusterRecords(ask), new ClusterEvents(ask)];
  const after = await events.lastId();
  if (tools.metrics) watchCluster(tools.metrics.registry, ask);
  const follower = client.duplicate();
  // The other connection reports the same errors.
  follower.on('error', () => undefined);
  const hub = new EventHub({ client: follower, after, logger });
  // Transfers end with the service, not with its signal: requests may go on for a while.
  const ended = new AbortController();
  const files = new JobFiles(storage);
  const shared = { records, events, hub, basePath, logger, files, queue, limits, signal: ended.signal };
  const cache = new CachedFiles(files, folder, ended.signal);
  const { trust } = tools;
  const webhooks = trust && (await openClusterWebhooks({ ...shared, client, trust }));
  const jobs = new ClusterJobs({ ...shared, folder, usage, cache, ask });
  return {
    jobs,
    events: new ClusterFeed({ events, hub, basePath }),
    problems: async () => [...(await readinessProblems(jobs, limits)), ...(await clusterProblems(ask, storage))],
    start: () => jobs.start(),
    async sweep() {
      await sweepCluster({ ...shared, signal: tools.signal });
      await webhooks?.resume();
      // All fronts together look once a day.
      const isDue = await ask((redis) => redis.set(strayKey, '1', 'EX', strayLookSeconds, 'NX'));
      if (isDue !== null) await removeStrayUploads({ ...shared, signal: tools.signal });
    },
    async [Symbol.asyncDispose]() {
      await webhooks?.[Symbol.asyncDispose]();
      ended.abort();
      await hub[Symbol.asyncDispose]();
      await queue[Symbol.asyncDispose]();
    },
  };
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
