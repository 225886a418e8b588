import { buffer } from 'node:stream/consumers';
import { parseJson } from '../../../core/http/parse-json.ts';
import { openLog } from '../../errors/open-log.ts';
import { hasEnded, jobRecordSchema } from '../../jobs/job-record.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import { positionsFile, positionsSchema } from '../../jobs/ports/position.ts';
import { JobFiles } from '../files/job-files.ts';
import { openSharedStorage } from '../files/open-shared-storage.ts';
import { openBookQueue } from '../queue/book-queue.ts';
import { PasswordSeal } from '../queue/sealed-password.ts';
import { withoutTimeLimit } from '../records/ask-redis.ts';
import { RedisRecords } from '../records/redis-records.ts';
import { connected } from './inspect-queue.ts';
import type { QueueAccess } from './inspect-queue.ts';

/** What `restoreQueue` has done. */
export interface RestoredJobs {
  /** Jobs that are there again. */
  readonly restored: number;
  /** Those of them that are in the queue again. */
  readonly queued: number;
}

/**
 * Makes the records of jobs again from their copies in the storage, after Redis has lost its memory, and queues those that had not ended.
 * Jobs that Redis knows stay as they are. Throws as `connectRedis` and `openSharedStorage` do.
 */
export async function restoreQueue({ address, settings, signal }: QueueAccess): Promise<RestoredJobs> {
  const logger = openLog({ write: () => undefined });
  await using storage = await openSharedStorage({ settings, logger, signal });
  const files = new JobFiles(storage);
  return await connected({ address, signal }, async (client) => {
    const ask = withoutTimeLimit(client);
    // Without copies: those that are read stay as they are.
    const records = new RedisRecords(ask);
    await using queue = await openBookQueue(client, new PasswordSeal(settings), ask);
    let [restored, queued] = [0, 0];
    for await (const copy of files.records(signal)) {
      const { data: record } = jobRecordSchema.safeParse(copy);
      // A request that waited has ended.
      if (!record || record.waitedFor || (await records.has(record.id))) continue;
      const again: JobRecord = hasEnded(record) ? record : { ...record, state: 'queued', starts: 0 };
      const made = await records.create({ record: again });
      // Another job has its key, which one of them has lost to the other.
      if (made !== again.id) await records.create({ record: { ...again, idempotency: undefined } });
      await restorePositions(record.id, { records, files, signal });
      restored += 1;
      if (hasEnded(again)) continue;
      await queue.add(again);
      queued += 1;
    }
    return { restored, queued };
  });
}

async function restorePositions(
  id: string,
  {
    records,
    files,
    signal,
  }: { readonly records: RedisRecords; readonly files: JobFiles; readonly signal: AbortSignal },
): Promise<void> {
  const opened = await files.open(id, positionsFile, { signal });
  const text = opened ? (await buffer(opened.content)).toString('utf8') : '';
  for (const [listener, position] of Object.entries(positionsSchema.safeParse(parseJson(text)).data ?? {})) {
    await records.keepPosition(id, listener, position);
  }
}
