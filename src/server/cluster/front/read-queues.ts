import type { Redis } from 'ioredis';
import { providerIds } from '../../../pipeline/open/choose-provider.ts';
import { modelServices } from '../../../pipeline/open/model-services.ts';
import { loadBullmq } from '../queue/connect-redis.ts';
import { booksQueue, scriptsQueue, speechQueue } from '../queue/queue-names.ts';

/** The queues, and who works on them. */
export interface ReadQueues {
  /** Names of the workers: of the machine, and the process id. */
  readonly workers: readonly string[];
  /** The queue of books, those of parts of books, by provider, and those of scripts, by service of language models. */
  readonly queues: readonly { readonly name: string; readonly waiting: number; readonly running: number }[];
}

/** Returns the queue of books and the other queues that are not empty, with the workers of all. */
export async function readQueues(client: Redis): Promise<ReadQueues> {
  const { Queue } = await loadBullmq();
  const names = [booksQueue, ...providerIds().map(speechQueue), ...modelServices.map(scriptsQueue)];
  const queues: ReadQueues['queues'][number][] = [];
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
