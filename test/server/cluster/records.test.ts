import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { JobFiles } from '../../../src/server/cluster/files/job-files.ts';
import { sweepCluster } from '../../../src/server/cluster/front/cluster-sweep.ts';
import { withTimeLimit, withoutTimeLimit } from '../../../src/server/cluster/records/ask-redis.ts';
import { ClusterEvents, followEvents } from '../../../src/server/cluster/records/cluster-events.ts';
import { ClusterRecords } from '../../../src/server/cluster/records/cluster-records.ts';
import { newJobRecord } from '../../../src/server/jobs/job-record.ts';
import type { JobProgress } from '../../../src/server/jobs/job-progress.ts';
import type { JobRecord } from '../../../src/server/jobs/job-record.ts';
import { folderSettingsFor, openTestStorage } from '../../helpers/open-test-storage.ts';
import { isRedisMissing, startRedis } from '../../helpers/servers/redis-server.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const progress: JobProgress = {
  stage: 'speaking',
  chapters: 1,
  segments: { done: 1, total: 2 },
  characters: { done: 10, total: 20 },
  percent: 50,
  audioSeconds: 3,
  retries: 0,
};

function connect(url: string): Redis {
  const client = new Redis(url, { maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  onTestFinished(() => client.disconnect());
  return client;
}

async function start() {
  const redis = await startRedis();
  const client = connect(redis.url);
  const ask = withoutTimeLimit(client);
  await client.ping();
  return { redis, client, records: new ClusterRecords(ask), events: new ClusterEvents(ask) };
}

function newRecord(more: Partial<JobRecord> = {}): JobRecord {
  const upload = { name: 'book.epub', bytes: 3 };
  return { ...newJobRecord({ id: randomUUID(), kind: 'synthesize', waitedFor: false, upload, fields: {} }), ...more };
}

describe.skipIf(isRedisMissing)('the records of several machines', () => {
  it('are made once for an idempotency key, and again when the first may be replaced or is gone', async () => {
    const { records } = await start();
    const idempotency = { key: 'k', fingerprint: 'f' };
    const [a, b, c] = [newRecord({ idempotency }), newRecord({ idempotency }), newRecord({ idempotency })];
    const ids = await Promise.all([records.create({ record: a }), records.create({ record: b })]);
    const [winner] = ids;
    expect(ids).toEqual([winner, winner]);
    expect((await records.findByKey('k'))?.record.id).toBe(winner);
    expect(await records.create({ record: c, replaceable: winner })).toBe(c.id);
    expect(await records.remove(c.id)).toBe(true);
    expect(await records.findByKey('k')).toBeUndefined();
  });

  it('are not removed for their age by a front whose clock is wrong', async () => {
    const { records } = await start();
    const dayMs = 86_400_000;
    const [fresh, old] = [1, 8].map((days) => newRecord({ state: 'done', endedMs: Date.now() - days * dayMs }));
    for (const record of [fresh, old]) if (record) await records.create({ record });
    const files = new JobFiles(await openTestStorage(folderSettingsFor(await temporaryFolder())));
    const limits = { keepMs: 7 * dayMs, keepBytes: 1e9 };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * dayMs });
    onTestFinished(() => void vi.useRealTimers());
    const { signal } = new AbortController();
    await sweepCluster({ records, files, limits, logger: pino({ level: 'silent' }), signal });
    expect(await records.has(fresh?.id ?? '')).toBe(true);
    expect(await records.has(old?.id ?? '')).toBe(false);
  });

  it('let one of many processes end a job', async () => {
    const { records } = await start();
    const record = newRecord({ owner: 'ann' });
    await records.create({ record });
    expect(await records.countOpen('ann')).toBe(1);
    const endings = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        records.change(record.id, ({ state }) => (state === 'queued' ? { state: 'done', endedMs: at } : undefined)),
      ),
    );
    const [ended, ...others] = endings.filter((one) => one !== undefined);
    expect(others).toEqual([]);
    expect((await records.get(record.id))?.record).toEqual(ended?.record);
    expect(await records.countOpen('ann')).toBe(0);
    expect(Object.fromEntries(await records.counts())).toMatchObject({ queued: 0, running: 0, done: 1 });
  });

  it('keep progress while a job runs, and list jobs without reports, newest first', async () => {
    const { records } = await start();
    const [old, young] = [newRecord({ createdMs: 1 }), newRecord({ createdMs: 2 })];
    for (const record of [old, young]) await records.create({ record });
    expect(await records.progress(old.id, progress)).toBe(false);
    await records.change(old.id, () => ({ state: 'running' }));
    expect(await records.progress(old.id, progress)).toBe(true);
    expect((await records.get(old.id))?.progress).toEqual(progress);
    const report = { book: { title: 'Emma', words: 3 }, seconds: 9 };
    await records.change(old.id, () => ({ state: 'done', report }));
    expect(await records.progress(old.id, progress)).toBe(false);
    expect((await records.get(old.id))?.record.report).toEqual(report);
    const listed: JobRecord[] = [];
    for await (const { record } of records.list()) listed.push(record);
    expect(listed.map(({ id }) => id)).toEqual([young.id, old.id]);
    expect(listed[1]?.report).toEqual({ book: { title: 'Emma' } });
  });

  it('send all events to followers, and the missed ones to those that return', async () => {
    const { redis, records, events } = await start();
    const record = newRecord({ owner: 'ann' });
    const { id } = record;
    const followed = followEvents(connect(redis.url), await events.lastId());
    await records.create({ record });
    const first = await events.lastId(id);
    await records.change(id, () => ({ state: 'running' }));
    await records.progress(id, progress);
    const event = { type: 'warning', data: { message: 'slow' } } as const;
    await records.change(id, ({ warnings }) => ({ warnings: [...warnings, 'slow'] }), event);
    await records.remove(id);
    const seen = [];
    for await (const some of followed) {
      seen.push(...some);
      if (seen.at(-1)?.type === 'removed') break;
    }
    expect(seen.map(({ type }) => type)).toEqual(['job', 'job', 'progress', 'warning', 'removed']);
    expect(seen.every(({ job, owner }) => job === id && owner === 'ann')).toBe(true);
    expect(seen[1]?.data).toMatchObject({ record: { state: 'running' } });
    expect(await events.after(first, id)).toEqual(seen.slice(1));
    expect(await events.after(first)).toEqual(seen.slice(1));
    expect(await events.after('12-0', id)).toBeUndefined();
    expect(await events.after('nonsense', id)).toBeUndefined();
  });

  it('leave nothing of a removed job but its last events, for an hour', async () => {
    const { client, records } = await start();
    const record = newRecord({ owner: 'ann', idempotency: { key: 'k', fingerprint: 'f' } });
    await records.create({ record });
    await records.remove(record.id);
    const keys = await client.keys('*');
    expect(keys.toSorted()).toEqual(['audiobook:events', `audiobook:events:${record.id}`]);
    expect(await client.ttl(`audiobook:events:${record.id}`)).toBeGreaterThan(0);
  });

  it('report at once to callers that do not wait that Redis is gone', async () => {
    const { redis, client } = await start();
    const records = new ClusterRecords(withTimeLimit(client, 200));
    await records.counts();
    await redis.kill();
    await expect(records.counts()).rejects.toMatchObject({ code: 'queue-unavailable' });
    await redis.restart();
    await expect
      .poll(() =>
        records.counts().then(
          () => 'answers',
          () => 'gone',
        ),
      )
      .toBe('answers');
  });
});
