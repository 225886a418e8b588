import { expect, it, onTestFinished } from 'vitest';
import { settingsFrom } from '../../../src/core/settings.ts';
import { JobFiles } from '../../../src/server/cluster/files/job-files.ts';
import { restoreQueue } from '../../../src/server/cluster/front/restore-queue.ts';
import { connectRedis } from '../../../src/server/cluster/queue/connect-redis.ts';
import { withoutTimeLimit } from '../../../src/server/cluster/records/ask-redis.ts';
import { RedisRecords } from '../../../src/server/cluster/records/redis-records.ts';
import { newJobId } from '../../../src/server/jobs/job-paths.ts';
import { newJobRecord } from '../../../src/server/jobs/job-record.ts';
import type { JobRecord } from '../../../src/server/jobs/job-record.ts';
import { folderSettingsFor, openTestStorage } from '../../helpers/open-test-storage.ts';
import { isRedisMissing, startRedis } from '../../helpers/servers/redis-server.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const { signal } = new AbortController();

it.skipIf(isRedisMissing)('jobs that had one idempotency key after each other are all restored', async () => {
  const { url: address } = await startRedis();
  const settings = folderSettingsFor(await temporaryFolder());
  const storage = await openTestStorage(settings);
  await storage.check(signal);
  const files = new JobFiles(storage);
  const upload = { name: 'book.epub', bytes: 1000 };
  const idempotency = { key: 'k', fingerprint: 'f' };
  const made = [1, 2].map((createdMs): JobRecord => {
    const record = newJobRecord({
      id: newJobId(),
      kind: 'synthesize',
      waitedFor: false,
      upload,
      fields: {},
      idempotency,
    });
    return { ...record, createdMs, state: 'failed', endedMs: createdMs };
  });
  for (const record of made) await files.keepRecord(record);
  const restored = await restoreQueue({ address, settings: settingsFrom([settings]), signal });
  expect(restored).toEqual({ restored: 2, queued: 0 });
  const redis = await connectRedis(address, { signal, onError: () => undefined });
  onTestFinished(() => redis.disconnect());
  const records = new RedisRecords(withoutTimeLimit(redis));
  const found = await records.many(made.map(({ id }) => id));
  expect(found.map(({ record }) => record.createdMs)).toEqual([1, 2]);
  const copies: unknown[] = [];
  for await (const copy of files.records(signal)) copies.push(copy);
  expect(copies).toHaveLength(2);
});
