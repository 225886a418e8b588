import { Queue } from 'bullmq';
import { describe, expect, it, onTestFinished } from 'vitest';
import { careForBooks } from '../../../src/server/cluster/worker/care.ts';
import { startCluster } from '../../helpers/cluster.ts';
import type { TestCluster } from '../../helpers/cluster.ts';
import { buildEpub } from '../../helpers/epub-builder.ts';
import { inProcessCli } from '../../helpers/in-process-cli.ts';
import { madeAlone } from '../../helpers/made-alone.ts';
import { folderSettingsFor } from '../../helpers/open-test-storage.ts';
import { startHeldKokoro } from '../../helpers/servers/held-kokoro.ts';
import type { HeldKokoro } from '../../helpers/servers/held-kokoro.ts';
import { isRedisMissing } from '../../helpers/servers/redis-server.ts';
import { shortBook, smallBook } from '../../helpers/small-book.ts';
import { waitUntil } from '../../helpers/start-service.ts';
import { startCli } from '../../helpers/run-cli.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const book = await buildEpub(shortBook);

async function clusterWith(
  { settings }: HeldKokoro,
  more: Readonly<Record<string, string>> = {},
): Promise<TestCluster> {
  return await startCluster({ ...settings, AUDIOBOOK_WORKER_LOCK_SECONDS: '1', ...more });
}

/** How a job must end. */
const asAlone = { state: 'done', provider: 'kokoro', hasBytesOfOneMachine: true };

/** Waits for the end of a job and compares its bytes with those of one machine. */
async function outcomeOf(cluster: TestCluster, id: string, of = shortBook): Promise<typeof asAlone> {
  const { bytes } = await madeAlone(of);
  const record = await cluster.ended(id);
  const made = await cluster.result(record);
  const { state, provider = '' } = record;
  return { state, provider, hasBytesOfOneMachine: made.length > 0 && made.equals(bytes) };
}

/** Returns the keys of what the storage holds of jobs, or below another folder. */
async function keysOf({ storage }: TestCluster, folder = 'jobs/'): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(folder, new AbortController().signal)) keys.push(key);
  return keys.toSorted();
}

/** Starts a worker in a process of its own. */
async function startProcess(cluster: TestCluster) {
  const folder = await temporaryFolder();
  const args = ['worker', '--queue', cluster.redisServer.url, '--providers', 'kokoro', '--grace', '0s'];
  const child = startCli([...args, '--concurrency', '1'], { folder, environment: cluster.settings });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await child.result;
  });
  return child;
}

describe.skipIf(isRedisMissing)('a book of several workers', () => {
  it('has the bytes of one machine, asks for no speech twice, and leaves no stray files', async () => {
    const kokoro = await startHeldKokoro();
    const cluster = await clusterWith(kokoro);
    const workers = await Promise.all([1, 2].map(async () => await cluster.startWorker()));
    const id = await cluster.add(await buildEpub(smallBook));
    expect(await outcomeOf(cluster, id, smallBook)).toEqual(asAlone);
    expect(kokoro.texts.toSorted()).toEqual((await madeAlone(smallBook)).texts);
    expect(workers.flatMap(({ log }) => log).join('')).toContain('book in parts');
    await Promise.all(workers.map(async (worker) => await worker.stop()));
    const folders = new Set((await keysOf(cluster)).map((key) => key.split('/')[2]));
    expect([...folders]).toEqual(['book', 'result']);
    const left = await cluster.redis.keys('*');
    expect(left.filter((key) => /audiobook:parts|bull:.*[0-9a-f]{8}-/u.test(key))).toEqual([]);
  });
});

describe.skipIf(isRedisMissing)('a worker that ends', () => {
  it('by kill -9 loses its work to another, which asks for nothing that was kept', async () => {
    const kokoro = await startHeldKokoro(2);
    const cluster = await clusterWith(kokoro);
    const id = await cluster.add(book);
    const killed = await startProcess(cluster);
    await waitUntil(async () => (await keysOf(cluster, 'speech/')).length === 2 && kokoro.texts.length > 2);
    const kept = new Set(kokoro.texts.slice(0, 2));
    killed.kill('SIGKILL');
    await killed.result;
    kokoro.release();
    await cluster.startWorker();
    expect(await outcomeOf(cluster, id)).toEqual(asAlone);
    expect(kokoro.texts.filter((text) => kept.has(text))).toHaveLength(2);
  });

  it('by a signal puts its work back', async () => {
    const kokoro = await startHeldKokoro(2);
    const cluster = await clusterWith(kokoro, { AUDIOBOOK_WORKER_LOCK_SECONDS: '600' });
    const id = await cluster.add(book);
    const first = await cluster.startWorker();
    await waitUntil(() => kokoro.texts.length > 2);
    await first.stop();
    kokoro.release();
    await cluster.startWorker();
    expect(await outcomeOf(cluster, id)).toEqual(asAlone);
  });

  it('for longer than its lock does not spoil what another has made meanwhile', async () => {
    const kokoro = await startHeldKokoro(2);
    const cluster = await clusterWith(kokoro);
    const id = await cluster.add(book);
    const paused = await startProcess(cluster);
    await waitUntil(() => kokoro.texts.length > 2);
    paused.kill('SIGSTOP');
    await cluster.startWorker();
    kokoro.release();
    expect(await outcomeOf(cluster, id)).toEqual(asAlone);
    paused.kill('SIGCONT');
    paused.kill('SIGTERM');
    expect(await paused.result).toMatchObject({ code: 0 });
    expect(await outcomeOf(cluster, id)).toEqual(asAlone);
  });
});

describe.skipIf(isRedisMissing)('a queue', () => {
  it('that is gone for a while stops no book', async () => {
    const kokoro = await startHeldKokoro(2);
    const cluster = await clusterWith(kokoro);
    const id = await cluster.add(book);
    await cluster.startWorker();
    await waitUntil(() => kokoro.texts.length > 2);
    await cluster.redisServer.kill();
    kokoro.release();
    // The locks end meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await cluster.redisServer.restart();
    expect(await outcomeOf(cluster, id)).toEqual(asAlone);
  });

  it('gets a book again that its front could not add', async () => {
    const kokoro = await startHeldKokoro();
    const cluster = await clusterWith(kokoro);
    const id = await cluster.add(book);
    const { books, records, redis } = cluster;
    await redis.flushall();
    expect(await books.placeOf(id)).toBeUndefined();
    await records.create({ record: cluster.recordOf(id) });
    const logger = { warn: () => undefined } as never;
    await careForBooks({ records, books, redis, logger, files: cluster.files });
    expect(await books.placeOf(id)).toBeUndefined();
    await careForBooks({ records, books, redis, logger, files: cluster.files });
    expect(await books.placeOf(id)).toBe('waiting');
  });
});

describe.skipIf(isRedisMissing)('a job of a queue', () => {
  it('that is canceled ends at once, and leaves no files', async () => {
    const kokoro = await startHeldKokoro(2);
    const cluster = await clusterWith(kokoro);
    const worker = await cluster.startWorker();
    const id = await cluster.add(book);
    await waitUntil(() => kokoro.texts.length > 2);
    await cluster.records.change(id, () => ({ state: 'canceled', endedMs: Date.now() }));
    await cluster.files.remove(id, undefined, new AbortController().signal);
    await waitUntil(async () => (await cluster.books.placeOf(id)) === undefined);
    await worker.stop();
    expect(await cluster.ended(id)).toMatchObject({ state: 'canceled' });
    expect(await keysOf(cluster)).toEqual([]);
  });

  it('of another version is left for others, and one that fails says why, keeps its book, and forgets its password', async () => {
    const kokoro = await startHeldKokoro();
    const cluster = await clusterWith(kokoro, { AUDIOBOOK_QUEUE_KEY: 'a key that all share' });
    const queue = new Queue('audiobook-books', { connection: cluster.redis });
    onTestFinished(async () => await queue.close());
    const newer = await queue.add('book', { format: 2, id: 'of a newer version' }, { jobId: 'newer' });
    const newerRecord = await cluster.add(book);
    await cluster.redis.hset(`audiobook:job:${newerRecord}`, 'format', '3');
    await cluster.startWorker();
    const id = await cluster.add(book, { fields: { voice: 'nobody' } }, 'open sesame');
    expect(await cluster.ended(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'bad-value', detail: expect.stringContaining('Voice nobody not found') },
    });
    await waitUntil(async () => (await cluster.books.placeOf(id)) === 'given-up');
    expect((await queue.getJob(id))?.data).not.toHaveProperty('password');
    expect(await cluster.books.placeOf(newerRecord)).toBe('waiting');
    expect((await queue.getJob(newerRecord))?.attemptsMade).toBe(0);
    expect(['delayed', 'active', 'waiting', 'prioritized']).toContain(await newer.getState());
    expect((await queue.getJob('newer'))?.attemptsMade).toBe(0);
    expect(await keysOf(cluster)).toEqual([id, newerRecord].toSorted().map((one) => `jobs/${one}/upload/book.epub`));
  });
});

it('a worker without a queue or a storage says what it needs', async () => {
  const folder = await temporaryFolder();
  const address = ['worker', '--queue', 'redis://127.0.0.1:1'];
  const [queue, storage, flag] = await Promise.all([
    inProcessCli(['worker'], { folder }),
    inProcessCli(address, { folder }),
    inProcessCli([...address, '--storage', `file://${folder}/missing`], {
      folder,
      environment: folderSettingsFor(folder),
    }),
  ]);
  expect(queue).toMatchObject({ code: 2, stderr: expect.stringContaining('Give --queue redis://host:6379') });
  expect(storage).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Give --storage file:///folder or s3://bucket/prefix, or set AUDIOBOOK_STORAGE.'),
  });
  // The flag counts, and not the setting.
  expect(flag).toMatchObject({ code: 3, stderr: expect.stringContaining('/missing') });
  const unknown = await inProcessCli([...address, '--storage', 'https://key:secret@host'], { folder });
  expect(unknown).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Invalid storage '***'. Expected file:///folder or s3://bucket/prefix."),
  });
});
