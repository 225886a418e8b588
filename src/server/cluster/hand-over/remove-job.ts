import type { Redis } from 'ioredis';
import { toAudiobookError } from '../../../core/errors.ts';
import type { Settings } from '../../../core/settings.ts';
import type { RunLog } from '../../../pipeline/run-log.ts';
import { hasEnded } from '../../jobs/job-record.ts';
import type { JobFiles } from '../files/job-files.ts';
import { openBookQueue } from '../queue/book-queue.ts';
import { PasswordSeal } from '../queue/sealed-password.ts';
import { impatient } from '../records/ask-redis.ts';
import { ClusterRecords } from '../records/cluster-records.ts';

/** What `removeJob` works with. */
export interface RemoveJobTools {
  readonly client: Redis;
  readonly settings: Settings;
  readonly files: JobFiles;
  readonly log: Pick<RunLog, 'warn'>;
}

/** Times for an answer of Redis, and for the removal of all files, in milliseconds. */
const answerMs = 5000;
const removalMs = 60_000;

/** Ends a job and removes everything that belongs to it. Warns when that cannot be done. */
export async function removeJob(id: string, { client, settings, files, log }: RemoveJobTools): Promise<void> {
  const ask = impatient(client, answerMs);
  const records = new ClusterRecords(ask);
  try {
    const queue = await openBookQueue(client, new PasswordSeal(settings));
    // Workers that have begun find that out, and remove what they store after this.
    await records.change(id, (record) => (hasEnded(record) ? undefined : { state: 'canceled', endedMs: Date.now() }));
    await ask(async () => await queue.remove(id));
    await files.remove(id, undefined, AbortSignal.timeout(removalMs));
    await records.remove(id);
    await queue[Symbol.asyncDispose]();
  } catch (thrown) {
    const { message } = toAudiobookError(thrown);
    log.warn(`The job ${id} could not be removed from the queue: ${message}`);
  }
}
