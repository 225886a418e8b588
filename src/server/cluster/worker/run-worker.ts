import { once } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { DestinationStream, Logger } from 'pino';
import type { Settings } from '../../../core/settings.ts';
import { cacheFolderSetting } from '../../../pipeline/store/store-settings.ts';
import { createRedactor } from '../../errors/failure.ts';
import { openLog } from '../../errors/open-log.ts';
import { jobsFolderFrom, limitsFrom } from '../../server-settings.ts';
import { secretsOf, valuesOf } from '../../setting-values.ts';
import type { WorkerEvent } from '../../worker/worker-messages.ts';
import { RunningJobs } from '../../worker/running-jobs.ts';
import { WorkerPool } from '../../worker/worker-pool.ts';
import { openSharedStorage } from '../files/open-shared-storage.ts';
import { JobFiles } from '../files/job-files.ts';
import { openBookQueue } from '../queue/book-queue.ts';
import { connectRedis, loadBullmq } from '../queue/connect-redis.ts';
import { logLostQueue } from '../queue/log-lost-queue.ts';
import { PasswordSeal } from '../queue/sealed-password.ts';
import { withoutTimeLimit } from '../records/ask-redis.ts';
import { RedisRecords } from '../records/redis-records.ts';
import { ProviderCalls } from '../records/provider-calls.ts';
import { PartProgress } from './parts/part-progress.ts';
import { ProviderQueues } from './parts/provider-queues.ts';
import { openScratchFolder } from './scratch-folder.ts';
import { startWorkers } from './start-workers.ts';
import type { WorkTools } from './work-tools.ts';
import { workerLimitsFrom } from './worker-settings.ts';

/** Options of `runWorker`. */
export interface RunWorkerOptions {
  readonly settings: Settings;
  /** Address of Redis. */
  readonly queue: string;
  /** Books, and parts of each provider, that are worked on at the same time. Default: that of the settings. */
  readonly concurrency?: number | undefined;
  /** Ids of the providers to speak with. Default: all. */
  readonly providers?: readonly string[] | undefined;
  /** Time for which running work may continue after the signal, in milliseconds. */
  readonly graceMs: number;
  readonly cacheFolder: string;
  readonly stateFolder?: string | undefined;
  /** Receives JSON lines. */
  readonly log: DestinationStream;
  /** Stops the worker. */
  readonly signal: AbortSignal;
  /** Called once the worker takes work. */
  readonly onReady: () => void;
}

/**
 * Takes books and parts of books from the queue and works on them until the signal. Throws `bad-value` without a storage or for a bad
 * setting, `tool-missing` without the packages, and `output-failed` when Redis or the storage cannot be reached at the start.
 */
export async function runWorker(options: RunWorkerOptions): Promise<void> {
  const { settings, signal } = options;
  const logger = openLog(options.log);
  const limits = workerLimitsFrom(settings);
  const seal = new PasswordSeal(settings);
  const bullmq = await loadBullmq();
  await using storage = await openSharedStorage({ settings, logger, signal });
  const onError = logLostQueue(logger, 'the queue cannot be reached: work goes on, and ends when it answers again');
  const redis = await connectRedis(options.queue, { signal, onError });
  const { conversionsAtOnce, workerBytes } = limitsFrom(settings);
  const { concurrency = conversionsAtOnce } = options;
  const parent = jobsFolderFrom(settings) ?? settings.get(cacheFolderSetting) ?? options.cacheFolder;
  try {
    await using scratch = await openScratchFolder(parent);
    await using pool = new WorkerPool(concurrency * 2, workerBytes);
    const files = new JobFiles(storage);
    const records = new RedisRecords(withoutTimeLimit(redis), files);
    const calls = new ProviderCalls(withoutTimeLimit(redis));
    const tools: WorkTools = {
      bullmq,
      redis,
      records,
      files,
      seal,
      pool: countedPool(pool, calls),
      workerContext: contextOf(options),
      scratch,
      running: new RunningJobs(),
      progress: new PartProgress(redis, records),
      queues: new ProviderQueues({ bullmq, redis, limitOf: limits.limitOf }),
      limits,
      redact: createRedactor(secretsOf(settings), [parent, options.cacheFolder]),
      logger,
    };
    await takeWork(tools, { ...options, concurrency });
    if (redis.status === 'ready') await calls.settled();
  } finally {
    redis.disconnect();
  }
}

/** Counts the calls of providers for the metrics of all fronts. */
function countedPool(pool: WorkerPool, calls: ProviderCalls): WorkTools['pool'] {
  return {
    async run(request, options) {
      const onEvent = (event: WorkerEvent): void => {
        if (event.type === 'call') calls.add(event);
        options.onEvent(event);
      };
      return await pool.run(request, { ...options, onEvent });
    },
  };
}

/** Takes work until the signal, and puts back what has not ended within the grace period. */
export async function takeWork(
  tools: WorkTools,
  options: Pick<RunWorkerOptions, 'providers' | 'signal' | 'graceMs' | 'onReady'> & { readonly concurrency: number },
): Promise<void> {
  const { signal, graceMs, concurrency, providers } = options;
  const { redis, running, queues, logger, seal, records } = tools;
  const books = await openBookQueue(redis, seal, withoutTimeLimit(redis));
  const stopListening = records.events.listen((event) => {
    const isCanceled = event.type === 'job' && event.data.record.state === 'canceled';
    if (isCanceled || event.type === 'removed') running.cancel(event.job);
  });
  const following = await records.events.follow(redis, logger);
  const workers = await startWorkers(
    { ...tools, books },
    { concurrency, providers, name: `${hostname()}-${process.pid}` },
  );
  logger.info({ concurrency, providers }, 'working');
  options.onReady();
  if (!signal.aborted) await once(signal, 'abort');
  logger.info('stopping');
  await Promise.all(workers.map(async (worker) => await worker.pause(true)));
  await running.idleWithin(graceMs);
  running.stopAll();
  await closedInTime(workers, redis, logger);
  stopListening();
  await following[Symbol.asyncDispose]();
  await books[Symbol.asyncDispose]();
  await queues[Symbol.asyncDispose]();
}

/** Without Redis, workers cannot put back what they work on. Others take it when the locks have ended. */
async function closedInTime(workers: readonly Worker[], redis: Redis, logger: Logger): Promise<void> {
  const timer = new AbortController();
  const late = delay(closeMs, 'late' as const, timer).catch(() => 'closed' as const);
  const closed = Promise.all(workers.map(async (worker) => await worker.close())).then(() => 'closed' as const);
  if ((await Promise.race([closed, late])) === 'late') {
    logger.error('stopped without Redis: others go on when the locks have ended');
    redis.disconnect();
  }
  timer.abort();
}

/** Time for runs to end and to be put back, in milliseconds. */
const closeMs = 15_000;

function contextOf({ settings, cacheFolder, stateFolder }: RunWorkerOptions): WorkTools['workerContext'] {
  return { settings: valuesOf(settings), cacheFolder, stateFolder, limits: limitsFrom(settings) };
}
