import type { Redis } from 'ioredis';
import { toAudiobookError } from '../../../core/errors.ts';
import type { Settings } from '../../../core/settings.ts';
import type { RunLog } from '../../../pipeline/run-log.ts';
import type { JobFiles } from '../files/job-files.ts';
import { openBookQueue } from '../queue/book-queue.ts';
import { removeJob } from '../queue/remove-job.ts';
import { PasswordSeal } from '../queue/sealed-password.ts';
import { withTimeLimit } from '../records/ask-redis.ts';
import { RedisRecords } from '../records/redis-records.ts';

/** The tools of `leaveQueue`. */
export interface LeaveQueueTools {
  readonly client: Redis;
  readonly settings: Settings;
  readonly files: JobFiles;
  readonly log: Pick<RunLog, 'warn'>;
}

/** Time for an answer of Redis, in milliseconds. */
const answerMs = 5000;

/** Ends a job and removes everything that belongs to it. Warns when that cannot be done. */
export async function leaveQueue(id: string, { client, settings, files, log }: LeaveQueueTools): Promise<void> {
  const ask = withTimeLimit(client, answerMs);
  try {
    // The queue waits for Redis as long as it takes.
    await ask(async () => await client.ping());
    await using books = await openBookQueue(client, new PasswordSeal(settings), ask);
    await removeJob(id, { records: new RedisRecords(ask, files), files, books });
  } catch (thrown) {
    const { message } = toAudiobookError(thrown);
    log.warn(`The job ${id} could not be removed from the queue: ${message} It will end there soon.`);
  }
}
