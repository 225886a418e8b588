import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { JobFiles } from '../../../src/server/cluster/files/job-files.ts';
import { withTimeLimit, withoutTimeLimit } from '../../../src/server/cluster/records/ask-redis.ts';
import { RedisRecords } from '../../../src/server/cluster/records/redis-records.ts';
import { countJobs } from '../../../src/server/jobs/count-jobs.ts';
import { jobPaths, makeJobFolders } from '../../../src/server/jobs/job-paths.ts';
import type { JobProgress } from '../../../src/server/jobs/job-progress.ts';
import { newJobRecord, queuedAgain } from '../../../src/server/jobs/job-record.ts';
import type { JobRecord } from '../../../src/server/jobs/job-record.ts';
import { FolderFiles } from '../../../src/server/jobs/local/folder-files.ts';
import { FolderRecords } from '../../../src/server/jobs/local/folder-records.ts';
import { bookList, idAt, jobList, lists, placeAt } from '../../../src/server/jobs/ports/job-lists.ts';
import type { RecordEvent, Records } from '../../../src/server/jobs/ports/records.ts';
import { sweepJobs } from '../../../src/server/jobs/sweep-jobs.ts';
import { folderSettingsFor, openTestStorage } from '../../helpers/open-test-storage.ts';
import { isRedisMissing, startRedis } from '../../helpers/servers/redis-server.ts';
import { waitUntil } from '../../helpers/start-service.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const logger = pino({ level: 'silent' });
const progress: JobProgress = {
  stage: 'speaking',
  chapters: 1,
  segments: { done: 1, total: 2 },
  characters: { done: 10, total: 20 },
  percent: 50,
  audioSeconds: 3,
  retries: 0,
};

function newRecord(more: Partial<JobRecord> = {}): JobRecord {
  const upload = { name: 'book.epub', bytes: 3 };
  return { ...newJobRecord({ id: randomUUID(), kind: 'synthesize', waitedFor: false, upload, fields: {} }), ...more };
}

function connect(url: string): Redis {
  const client = new Redis(url, { maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  onTestFinished(() => client.disconnect());
  return client;
}

/** Starts a place for records. `makes` makes what a record needs before it is created. */
const places = [
  {
    place: 'in a folder',
    isMissing: false,
    start: async () => {
      const folder = await temporaryFolder();
      const makes = async (id: string): Promise<void> => await makeJobFolders(jobPaths(folder, id));
      return { records: await FolderRecords.open(folder, logger), makes };
    },
  },
  {
    place: 'on Redis',
    isMissing: isRedisMissing,
    start: async () => {
      const client = connect((await startRedis()).url);
      const records = new RedisRecords(withoutTimeLimit(client));
      const following = await records.events.follow(client, logger);
      onTestFinished(async () => await following[Symbol.asyncDispose]());
      return { records, makes: async () => await Promise.resolve() };
    },
  },
];

function at(seconds: number, updatedMs: number) {
  return { seconds, speed: 1, updatedMs };
}

describe.each(places.filter(({ isMissing }) => !isMissing))('records $place', ({ start }) => {
  async function started(): Promise<Records & { add(more?: Partial<JobRecord>): Promise<JobRecord> }> {
    const { records, makes } = await start();
    const add = async (more?: Partial<JobRecord>): Promise<JobRecord> => {
      const record = newRecord(more);
      await makes(record.id);
      await records.create({ record });
      return record;
    };
    return Object.assign(records, { add });
  }

  it('are made once for an idempotency key, and again when the first may be replaced or is gone', async () => {
    const { records, makes } = await start();
    const idempotency = { key: 'k', fingerprint: 'f' };
    const [a, b, c] = [newRecord({ idempotency }), newRecord({ idempotency }), newRecord({ idempotency })];
    for (const { id } of [a, b, c]) await makes(id);
    const ids = await Promise.all([records.create({ record: a }), records.create({ record: b })]);
    const [winner] = ids;
    expect(ids).toEqual([winner, winner]);
    expect((await records.findByKey('k'))?.record.id).toBe(winner);
    expect(await records.create({ record: c, replaceable: winner })).toBe(c.id);
    await records.change(winner ?? '', () => ({ warnings: ['late'] }));
    expect((await records.findByKey('k'))?.record.id).toBe(c.id);
    expect(await records.remove(c.id)).toBe(true);
    expect(await records.findByKey('k')).toBeUndefined();
  });

  it('let one of many end a job', async () => {
    const records = await started();
    const { id } = await records.add({ owner: 'ann' });
    const endings = await Promise.all(
      Array.from({ length: 8 }, (_, endedMs) =>
        records.change(id, ({ state }) => (state === 'queued' ? { state: 'done', endedMs } : undefined)),
      ),
    );
    const [ended, ...others] = endings.filter((one) => one !== undefined);
    expect(others).toEqual([]);
    expect((await records.get(id))?.record).toEqual(ended?.record);
    const counts = await countJobs(records, 'ann');
    expect(Object.fromEntries(counts)).toMatchObject({ queued: 0, running: 0, done: 1 });
    expect(await records.change(randomUUID(), () => ({ state: 'done' }))).toBeUndefined();
  });

  it('keep progress while a job runs, and all of a record', async () => {
    const records = await started();
    const fields = { lexicon: ['a=b'], prompt: 'Read it.', voice: 'x' };
    const { id } = await records.add({ fields });
    expect(await records.progress(id, progress)).toBe(false);
    await records.change(id, () => ({ state: 'running' }));
    expect(await records.progress(id, progress)).toBe(true);
    expect((await records.get(id))?.progress).toEqual(progress);
    const file = { file: 'a.mp3', name: 'a.mp3', mediaType: 'audio/mpeg', bytes: 5, kind: 'audio' };
    const report = { book: { title: 'Emma', words: 3 }, seconds: 9 };
    await records.change(id, () => ({ state: 'done', report, files: [file], endedMs: 9 }));
    expect(await records.progress(id, progress)).toBe(false);
    expect(await records.get(id)).toMatchObject({ record: { fields, report, files: [file] } });
    expect((await records.get(id))?.progress).toBeUndefined();
    expect((await records.many([randomUUID(), id])).map(({ record }) => record.files)).toEqual([[file]]);
    expect(await records.summaries([id, randomUUID()])).toEqual([
      { file: 'book.epub', title: 'Emma', seconds: 9 },
      undefined,
    ]);
  });

  it('are in lists, in parts, of all and of their owners', async () => {
    const records = await started();
    const made = await Promise.all([3, 1, 2].map(async (createdMs) => await records.add({ createdMs, owner: 'ann' })));
    const same = await records.add({ createdMs: 2 });
    const queued = jobList('queued', 'synthesize', undefined);
    const expected = [...made, same].map((record) => placeAt(record.createdMs, record.id)).toSorted();
    expect(await records.range(queued, { oldestFirst: true })).toEqual(expected);
    expect(await records.range(queued)).toEqual(expected.toReversed());
    expect(await records.range(queued, { offset: 1, limit: 2 })).toEqual(expected.toReversed().slice(1, 3));
    expect(await records.range(queued, { after: expected[2] })).toEqual(expected.slice(0, 2).toReversed());
    expect(await records.range(queued, { after: expected[2], oldestFirst: true })).toEqual(expected.slice(3));
    expect(await records.count(queued, placeAt(2, ''))).toBe(3);
    expect(await records.range(jobList('queued', 'synthesize', 'ann'))).toHaveLength(3);
    expect(await records.range(jobList('queued', 'synthesize', 'bob'))).toEqual([]);
    const [first] = made;
    await records.change(first?.id ?? '', () => ({ state: 'done', report: {}, endedMs: 7 }));
    expect(await records.count(queued)).toBe(3);
    expect((await records.range(bookList('ann'))).map(idAt)).toEqual([first?.id]);
    await records.remove(first?.id ?? '');
    expect(await records.range(bookList(undefined))).toEqual([]);
  });

  it('count the bytes of what is kept, and say what is to be swept', async () => {
    const records = await started();
    const before = await records.nowMs();
    const done = await records.add({ bytes: 70 });
    const failed = await records.add({ bytes: 5 });
    expect(await records.keptBytes()).toBe(0);
    await records.change(done.id, () => ({ state: 'done', endedMs: Date.now() }));
    await records.change(failed.id, () => ({ state: 'failed', endedMs: Date.now() }));
    const canceled = await records.add({ bytes: 100 });
    await records.change(canceled.id, () => ({ state: 'canceled', endedMs: Date.now() }));
    expect(await records.keptBytes()).toBe(75);
    expect((await records.range(lists.ended, { oldestFirst: true })).map(idAt)).toEqual(
      expect.arrayContaining([done.id, failed.id]),
    );
    expect((await records.range(lists.parts)).map(idAt)).toEqual([failed.id]);
    await records.change(done.id, () => ({ keep: true }));
    expect(await records.keptBytes()).toBe(5);
    await records.change(failed.id, () => ({ uploadRemoved: true }));
    expect(await records.keptBytes()).toBe(0);
    await records.remove(canceled.id);
    await records.remove(failed.id);
    expect([await records.keptBytes(), await records.count(lists.ended)]).toEqual([0, 0]);
    expect(await records.nowMs()).toBeGreaterThanOrEqual(before);
  });

  it('of a job that is queued again say nothing of the files of its last run', async () => {
    const records = await started();
    const { id } = await records.add({ bytes: 70, hasStream: true });
    await records.change(id, () => ({ state: 'failed', endedMs: Date.now() }));
    await records.change(id, queuedAgain);
    await records.change(id, () => ({ state: 'canceled', endedMs: Date.now() }));
    expect(await records.range(lists.parts)).toEqual([]);
    expect((await records.get(id))?.record.bytes).toBeUndefined();
  });

  it('are not removed for their age by a process whose clock is wrong', async () => {
    const records = await started();
    const { id } = await records.add();
    const dayMs = 86_400_000;
    await records.change(id, () => ({ state: 'done', endedMs: Date.now() }));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * dayMs });
    onTestFinished(() => void vi.useRealTimers());
    const files = new FolderFiles(await temporaryFolder());
    const options = { records, files, logger, signal: new AbortController().signal };
    await sweepJobs({ ...options, limits: { keepMs: 7 * dayMs, keepBytes: 1e9 } });
    expect((await records.get(id))?.record.id).toBe(id);
    await sweepJobs({ ...options, limits: { keepMs: -1, keepBytes: 1e9 } });
    expect(await records.get(id)).toBeUndefined();
  });

  it('keep the bookmarks of a listener until others are given', async () => {
    const records = await started();
    const { id } = await records.add();
    const bookmarks = [{ seconds: 1.25, note: 'the “quay”, 港' }];
    await records.keepPosition(id, 'ann', { ...at(5, 20), bookmarks });
    await records.keepPosition(id, 'ben', at(5, 20));
    expect(await records.keepPosition(id, 'ann', at(6.5, 30))).toEqual({
      ann: { ...at(6.5, 30), bookmarks },
      ben: at(5, 20),
    });
    await records.keepPosition(id, 'ann', { ...at(6, 40), bookmarks: [] });
    expect(await records.positions([id], 'ann')).toMatchObject([{ seconds: 6, bookmarks: [] }]);
    await records.keepPosition(id, 'ann', at(7, 50));
    expect((await records.positions([id], 'ann'))[0]?.bookmarks ?? []).toEqual([]);
  });

  it('keep the latest position of each listener', async () => {
    const records = await started();
    const { id } = await records.add();
    await records.keepPosition(id, 'ann', at(5, 20));
    await records.keepPosition(id, '/', at(6, 10));
    expect(await records.keepPosition(id, 'ann', at(1, 19))).toEqual({ ann: at(5, 20), '/': at(6, 10) });
    expect(await records.positions([randomUUID(), id], 'ann')).toEqual([undefined, at(5, 20)]);
    expect(await records.keepPosition(randomUUID(), 'ann', at(1, 1))).toEqual({});
  });

  it('send all events to listeners, and the missed ones to those that return', async () => {
    const records = await started();
    const { events } = records;
    const seen: RecordEvent[] = [];
    const stop = events.listen((event) => seen.push(event));
    const { id } = await records.add({ owner: 'ann', fields: { lexicon: ['long'], voice: 'x' } });
    const first = await events.lastId(id);
    await records.change(id, () => ({ state: 'running' }));
    await records.progress(id, progress);
    const event = { type: 'warning', data: { message: 'slow' } } as const;
    await records.change(id, ({ warnings }) => ({ warnings: [...warnings, 'slow'] }), { event });
    await records.change(id, () => ({ keep: true }), { event: 'none' });
    await waitUntil(() => seen.length === 4);
    expect(await events.after(first, id)).toEqual(seen.slice(1));
    expect(await events.after(await events.lastId(id), id)).toEqual([]);
    await records.remove(id);
    await waitUntil(() => seen.length === 5);
    stop();
    expect(seen.map(({ type }) => type)).toEqual(['job', 'job', 'progress', 'warning', 'removed']);
    expect(seen.every(({ job, owner }) => job === id && owner === 'ann')).toBe(true);
    expect(seen[1]?.data).toMatchObject({ record: { state: 'running', fields: { voice: 'x' } } });
    expect(await events.after(first)).toEqual(seen.slice(1));
    expect(await events.after('12-0', id)).toBeUndefined();
    expect(await events.after('nonsense', id)).toBeUndefined();
  });
});

async function opened(folder: string) {
  const records = await FolderRecords.open(folder, logger);
  const record = newRecord();
  const paths = jobPaths(folder, record.id);
  await makeJobFolders(paths);
  return {
    records,
    record,
    paths,
    saved: async (): Promise<JobRecord> => JSON.parse(await readFile(paths.record, 'utf8')),
  };
}

describe('records in a folder', () => {
  it('have their last state on the disk, however slow the writes before are', async () => {
    const { records, record, saved } = await opened(await temporaryFolder());
    await records.create({ record });
    const changes = [records.change(record.id, () => ({ warnings: ['long'.repeat(5e6)] }))];
    for (let startedMs = 1; startedMs <= 200; startedMs += 1) {
      changes.push(records.change(record.id, () => ({ state: 'running', startedMs, warnings: [] })));
    }
    await Promise.all(changes);
    expect(await saved()).toMatchObject({ state: 'running', startedMs: 200, warnings: [] });
  });

  it('take back what cannot be written, unless it is to hold', async () => {
    const folder = await temporaryFolder();
    const { records, record, paths, saved } = await opened(folder);
    await records.create({ record });
    await records.change(record.id, () => ({ priority: 'low' }));
    await rm(paths.record);
    await mkdir(paths.record);
    await expect(records.change(record.id, () => ({ priority: 'high' }))).rejects.toMatchObject({ code: 'disk-full' });
    expect(records.peek(record.id)?.priority).toBe('low');
    await records.change(record.id, () => ({ state: 'running' }), { holds: true });
    expect(records.peek(record.id)?.state).toBe('running');
    await rm(paths.record, { recursive: true });
    await records.change(record.id, () => ({ starts: 1 }));
    expect(await saved()).toMatchObject({ state: 'running', starts: 1, priority: 'low' });
  });

  it('are there again after a restart, with their places and positions', async () => {
    const folder = await temporaryFolder();
    const { records, record, paths } = await opened(folder);
    await records.create({ record });
    await records.change(record.id, () => ({ state: 'done', report: {}, endedMs: 5 }));
    await records.saveTime();
    const again = await FolderRecords.open(folder, logger);
    expect(again.peek(record.id)).toEqual(records.peek(record.id));
    expect(await again.range(lists.ended)).toEqual(await records.range(lists.ended));
    expect(await again.count(bookList(undefined))).toBe(1);
    expect(path.dirname(paths.record)).toBe(paths.folder);
  });
});

describe.skipIf(isRedisMissing)('records on Redis', () => {
  it('leave nothing of a removed job but its last events, for an hour', async () => {
    const client = connect((await startRedis()).url);
    const records = new RedisRecords(withoutTimeLimit(client));
    const record = newRecord({ owner: 'ann', bytes: 3, idempotency: { key: 'k', fingerprint: 'f' } });
    await records.create({ record });
    await records.change(record.id, () => ({ state: 'done', endedMs: 4, report: {} }));
    await records.remove(record.id);
    const keys = await client.keys('*');
    expect(keys.toSorted()).toEqual(['audiobook:events', `audiobook:events:${record.id}`]);
    expect(await client.ttl(`audiobook:events:${record.id}`)).toBeGreaterThan(0);
  });

  it('keep their copy when Redis says for the second time that a job is made', async () => {
    const client = connect((await startRedis()).url);
    const storage = await openTestStorage(folderSettingsFor(await temporaryFolder()));
    await storage.check(new AbortController().signal);
    const files = new JobFiles(storage);
    const records = new RedisRecords(withoutTimeLimit(client), files);
    const idempotency = { key: 'k', fingerprint: 'f' };
    const [record, other] = [newRecord({ idempotency }), newRecord({ idempotency })];
    for (const made of [record, record, other]) expect(await records.create({ record: made })).toBe(record.id);
    const copies: unknown[] = [];
    for await (const copy of files.records(new AbortController().signal)) copies.push(copy);
    expect(copies).toEqual([record]);
  });

  it('of an older version come into the lists whole', async () => {
    const client = connect((await startRedis()).url);
    const files = [{ file: 'a.mp3', name: 'a.mp3', mediaType: 'audio/mpeg', bytes: 5, kind: 'audio' }];
    const record = newRecord({ state: 'done', endedMs: 3, files, fields: { lexicon: ['a=b'] } });
    const report = { book: { title: 'Emma' } };
    const text = JSON.stringify({ ...record, report });
    const hash = {
      format: '1',
      revision: '4',
      record: text,
      report: JSON.stringify({ ...report, seconds: 4 }),
      state: 'done',
    };
    await client.hset(`audiobook:job:${record.id}`, hash);
    await client.zadd('audiobook:jobs', record.createdMs, record.id);
    const records = new RedisRecords(withoutTimeLimit(client));
    await records.adopt();
    expect((await records.range(bookList(undefined))).map(idAt)).toEqual([record.id]);
    expect((await records.get(record.id))?.record).toEqual({ ...record, report: { ...report, seconds: 4 } });
    expect(await client.exists('audiobook:jobs')).toBe(0);
  });

  it('report at once to callers that do not wait that Redis is gone', async () => {
    const redis = await startRedis();
    const client = connect(redis.url);
    await client.ping();
    const records = new RedisRecords(withTimeLimit(client, 200));
    await records.keptBytes();
    await redis.kill();
    await expect(records.keptBytes()).rejects.toMatchObject({ code: 'queue-unavailable' });
    await redis.restart();
    const answer = async (): Promise<string> =>
      await records.keptBytes().then(
        () => 'answers',
        () => 'gone',
      );
    await expect.poll(answer, { timeout: 30_000 }).toBe('answers');
  });
});
