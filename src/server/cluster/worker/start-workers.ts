import type { Job, Worker, WorkerOptions } from 'bullmq';
import { modelServices } from '../../../pipeline/open/model-services.ts';
import { providerIds } from '../../../pipeline/open/choose-provider.ts';
import type { BookQueue } from '../queue/book-queue.ts';
import { booksQueue, careQueue, scriptsQueue, speechQueue } from '../queue/queue-names.ts';
import { queuedBookSchema } from '../queue/queued-book.ts';
import { workOnBook } from './book-work.ts';
import { careForBooks, careMs } from './care.ts';
import { runPart } from './parts/part-run.ts';
import { speechParts } from './parts/part-work.ts';
import { scriptParts } from './parts/script-work.ts';
import type { WorkTools } from './work-tools.ts';

/** Options of `startWorkers`. */
export interface StartWorkersOptions {
  readonly concurrency: number;
  /** Ids or aliases of providers. Default: all. */
  readonly providers: readonly string[] | undefined;
  /** Name that the worker has in lists. */
  readonly name: string;
}

/** Times that a job may lose the worker that has it before it is given up: it may be what ends them. */
const maxStalledCount = 5;

/** Starts to take books and parts of books from the queues. */
export async function startWorkers(
  tools: WorkTools & { readonly books: BookQueue },
  { concurrency, providers: named, name }: StartWorkersOptions,
): Promise<readonly Worker[]> {
  const { bullmq, redis, limits, logger, running } = tools;
  const { lockMs } = limits;
  const providers = providerIds(named);
  const options: WorkerOptions = {
    connection: redis,
    name,
    concurrency,
    lockDuration: lockMs,
    stalledInterval: lockMs,
    maxStalledCount,
  };
  const chosen = { ...tools, concurrency, providers: named && new Set(providers) };
  const workers = [
    new bullmq.Worker(booksQueue, async (job: Job<unknown>, token) => await workOnBook(job, token, chosen), options),
    new bullmq.Worker(careQueue, async () => await careForBooks(tools), { ...options, concurrency: 1 }),
  ];
  for (const provider of providers) {
    // A book that is made whole waits for its turn like the parts of others.
    const speak = async (job: Job<unknown>, token?: string): Promise<void> =>
      queuedBookSchema.safeParse(job.data).success
        ? await workOnBook(job, token, chosen)
        : await runPart(job, token, tools, speechParts);
    workers.push(new bullmq.Worker(speechQueue(provider), speak, options));
  }
  for (const service of modelServices) {
    const write = async (job: Job<unknown>, token?: string): Promise<void> =>
      await runPart(job, token, tools, scriptParts);
    workers.push(new bullmq.Worker(scriptsQueue(service), write, options));
  }
  for (const worker of workers) {
    worker.on('lockRenewalFailed', (queued) => running.loseLocks(queued));
    worker.on('stalled', (queued) =>
      logger.warn({ queued }, 'work taken over from a worker that gave no sign of life'),
    );
    worker.on('error', (err) => logger.debug({ err }, 'queue'));
  }
  await prepareQueues(tools, providers);
  // Redis may have come back without its memory.
  redis.on('ready', () => void prepareQueues(tools, providers).catch(() => undefined));
  return workers;
}

/** Writes the shared settings of the queues to Redis: the limits of services, and the job that looks after books. */
async function prepareQueues(tools: WorkTools, providers: readonly string[]): Promise<void> {
  for (const provider of providers) await tools.queues.limit({ provider });
  for (const service of modelServices) await tools.queues.limit({ service });
  await startCare(tools);
}

/** All workers together look once a minute. */
async function startCare({ bullmq, redis }: WorkTools): Promise<void> {
  const queue = new bullmq.Queue(careQueue, { connection: redis });
  queue.on('error', () => undefined);
  try {
    const kept = { removeOnComplete: true, removeOnFail: true };
    await queue.upsertJobScheduler('care', { every: careMs }, { name: 'care', opts: kept });
  } finally {
    await queue.close();
  }
}
