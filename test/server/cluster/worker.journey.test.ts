import { EventEmitter, once } from 'node:events';
import { Queue } from 'bullmq';
import { describe, expect, it, onTestFinished } from 'vitest';
import { careForBooks } from '../../../src/server/cluster/worker/care.ts';
import { startCluster } from '../../helpers/cluster.ts';
import type { TestCluster } from '../../helpers/cluster.ts';
import { buildEpub } from '../../helpers/epub-builder.ts';
import { inProcessCli } from '../../helpers/in-process-cli.ts';
import { folderSettingsFor } from '../../helpers/open-test-storage.ts';
import { isRedisMissing } from '../../helpers/servers/redis-server.ts';
import { startKokoroServer } from '../../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../../helpers/servers/kokoro-server.ts';
import { smallBook } from '../../helpers/small-book.ts';
import { startService, startJob, waitForJob, waitUntil } from '../../helpers/start-service.ts';
import { runCli, startCli } from '../../helpers/run-cli.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const book = await buildEpub(smallBook);

/** A speech server that answers some requests and holds the others until it is released. */
interface HeldKokoro {
  readonly server: KokoroServer;
  /** Texts in the order in which they were asked for. */
  texts(): readonly string[];
  /** Answers all requests from now on. */
  release(): void;
}

async function startHeldKokoro(answered = Infinity): Promise<HeldKokoro> {
  const gate = new EventEmitter();
  const released = once(gate, 'release');
  const texts: string[] = [];
  const hold = async (text: string): Promise<void> => {
    texts.push(text);
    if (texts.length > answered) await released;
  };
  const server = await startKokoroServer({ hold });
  onTestFinished(async () => await server[Symbol.asyncDispose]());
  const release = (): void => void gate.emit('release');
  onTestFinished(release);
  return { server, texts: () => [...texts], release };
}

async function clusterWith({ server }: HeldKokoro, more: Readonly<Record<string, string>> = {}): Promise<TestCluster> {
  return await startCluster({ KOKORO_API_URL: `${server.url}/v1`, AUDIOBOOK_WORKER_LOCK_SECONDS: '1', ...more });
}

let expected: Promise<{ readonly bytes: Buffer; readonly texts: readonly string[] }> | undefined;

/** Converts the small book on one machine. */
async function alone(): Promise<{ readonly bytes: Buffer; readonly texts: readonly string[] }> {
  const kokoro = await startHeldKokoro();
  const settings = { KOKORO_API_URL: `${kokoro.server.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' };
  await using service = await startService({ settings });
  const { id } = await startJob(service);
  await waitForJob(service, id, 'done');
  const answer = await fetch(`${service.url}/jobs/${id}/result`);
  return { bytes: Buffer.from(await answer.arrayBuffer()), texts: kokoro.texts().toSorted() };
}

/** How a job must end. */
const asAlone = { state: 'done', provider: 'kokoro', hasBytesOfOneMachine: true };

/** Waits for the end of a job and compares its bytes with those of one machine. */
async function outcomeOf(cluster: TestCluster, id: string): Promise<typeof asAlone> {
  expected ??= alone();
  const { bytes } = await expected;
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

describe.skipIf(isRedisMissing)('a book of four workers', () => {
  it('has the bytes of one machine, asks for no speech twice, and leaves no stray files', async () => {
    const kokoro = await startHeldKokoro();
    const cluster = await clusterWith(kokoro);
    const workers = await Promise.all([1, 2, 3, 4].map(async () => await cluster.startWorker()));
    const id = await cluster.add(book);
    expect(await outcomeOf(cluster, id)).toEqual(asAlone);
    expect(kokoro.texts().toSorted()).toEqual((await expected)?.texts);
    expect(workers.flatMap(({ log }) => log).join('')).toContain('book in parts');
    await Promise.all(workers.map(async (worker) => await worker.stop()));
    const folders = new Set((await keysOf(cluster)).map((key) => key.split('/')[2]));
    expect([...folders]).toEqual(['book', 'result']);
    const left = await cluster.redis.keys('*');
    expect(left.filter((key) => /audiobook:parts|bull:.*[0-9a-f]{8}-/u.test(key))).toEqual([]);
  });
});

describe.skipIf(isRedisMissing)('a worker that is alone', () => {
  it('makes a book without parts, and with another one in parts', async () => {
    const kokoro = await startHeldKokoro();
    const cluster = await clusterWith(kokoro, { AUDIOBOOK_PART_CHARACTERS: 'auto:60' });
    const first = await cluster.startWorker();
    expect(await outcomeOf(cluster, await cluster.add(book, { fields: { tts_provider: 'kokoro' } }))).toEqual(asAlone);
    expect(first.log.join('')).not.toContain('book in parts');
    const second = await cluster.startWorker();
    const fields = { tts_provider: 'kokoro', voice: 'af_bella' };
    expect(await cluster.ended(await cluster.add(book, { fields }))).toMatchObject({ state: 'done' });
    expect([...first.log, ...second.log].join('')).toContain('book in parts');
  });
});

describe.skipIf(isRedisMissing)('a worker that ends', () => {
  it('by kill -9 loses its work to another, which asks for nothing that was kept', async () => {
    const kokoro = await startHeldKokoro(3);
    const cluster = await clusterWith(kokoro);
    const id = await cluster.add(book);
    const killed = await startProcess(cluster);
    await waitUntil(async () => (await keysOf(cluster, 'speech/')).length === 3 && kokoro.texts().length > 3);
    const kept = new Set(kokoro.texts().slice(0, 3));
    killed.kill('SIGKILL');
    await killed.result;
    kokoro.release();
    await cluster.startWorker();
    expect(await outcomeOf(cluster, id)).toEqual(asAlone);
    expect(kokoro.texts().filter((text) => kept.has(text))).toHaveLength(3);
  });

  it('by a signal puts its work back', async () => {
    const kokoro = await startHeldKokoro(3);
    const cluster = await clusterWith(kokoro, { AUDIOBOOK_WORKER_LOCK_SECONDS: '600' });
    const id = await cluster.add(book);
    const first = await cluster.startWorker();
    await waitUntil(() => kokoro.texts().length > 3);
    await first.stop();
    kokoro.release();
    await cluster.startWorker();
    expect(await outcomeOf(cluster, id)).toEqual(asAlone);
  });

  it('for longer than its lock does not spoil what another has made meanwhile', async () => {
    const kokoro = await startHeldKokoro(3);
    const cluster = await clusterWith(kokoro);
    const id = await cluster.add(book);
    const paused = await startProcess(cluster);
    await waitUntil(() => kokoro.texts().length > 3);
    paused.kill('SIGSTOP');
    await cluster.startWorker();
    kokoro.release();
    expect(await outcomeOf(cluster, id)).toEqual(asAlone);
    paused.kill('SIGCONT');
    const next = await cluster.add(book);
    expect(await outcomeOf(cluster, next)).toEqual(asAlone);
    paused.kill('SIGTERM');
    expect(await paused.result).toMatchObject({ code: 0 });
    expect(await outcomeOf(cluster, id)).toEqual(asAlone);
  });
});

describe.skipIf(isRedisMissing)('a queue', () => {
  it('that is gone for a while stops no book', async () => {
    const kokoro = await startHeldKokoro(3);
    const cluster = await clusterWith(kokoro);
    const id = await cluster.add(book);
    await cluster.startWorker();
    await waitUntil(() => kokoro.texts().length > 3);
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

  it('keeps jobs of another version for others', async () => {
    const kokoro = await startHeldKokoro();
    const cluster = await clusterWith(kokoro);
    const queue = new Queue('audiobook-books', { connection: cluster.redis });
    onTestFinished(async () => await queue.close());
    const newer = await queue.add('book', { format: 2, id: 'of a newer version' }, { jobId: 'newer' });
    const newerRecord = await cluster.add(book);
    await cluster.redis.hset(`audiobook:job:${newerRecord}`, 'format', '3');
    await cluster.startWorker();
    const id = await cluster.add(book);
    expect(await outcomeOf(cluster, id)).toEqual(asAlone);
    expect(await cluster.books.placeOf(newerRecord)).toBe('waiting');
    expect((await queue.getJob(newerRecord))?.attemptsMade).toBe(0);
    expect(['delayed', 'active', 'waiting', 'prioritized']).toContain(await newer.getState());
    expect((await queue.getJob('newer'))?.attemptsMade).toBe(0);
  });
});

describe.skipIf(isRedisMissing)('a job of a queue', () => {
  it('that is canceled ends at once, and leaves no files', async () => {
    const kokoro = await startHeldKokoro(3);
    const cluster = await clusterWith(kokoro);
    const worker = await cluster.startWorker();
    const id = await cluster.add(book);
    await waitUntil(() => kokoro.texts().length > 3);
    await cluster.records.change(id, () => ({ state: 'canceled', endedMs: Date.now() }));
    await cluster.files.remove(id, undefined, new AbortController().signal);
    await waitUntil(async () => (await cluster.books.placeOf(id)) === undefined);
    await worker.stop();
    expect(await cluster.ended(id)).toMatchObject({ state: 'canceled' });
    expect(await keysOf(cluster)).toEqual([]);
  });

  it('that fails says what one machine says, keeps its book, and forgets its password', async () => {
    const kokoro = await startHeldKokoro();
    const cluster = await clusterWith(kokoro, { AUDIOBOOK_QUEUE_KEY: 'a key that all share' });
    await cluster.startWorker();
    const fields = { voice: 'nobody' };
    const id = await cluster.add(book, { fields }, 'open sesame');
    const { failure, state } = await cluster.ended(id);
    expect(state).toBe('failed');
    await using service = await startService({ settings: { ...cluster.settings, AUDIOBOOK_STORAGE: '' } });
    const job = await waitForJob(
      service,
      (await startJob(service, { ...fields, tts_provider: 'kokoro' })).id,
      'failed',
    );
    expect(job['error']).toEqual(failure);
    expect(await keysOf(cluster)).toEqual([`jobs/${id}/upload/book.epub`]);
    const queue = new Queue('audiobook-books', { connection: cluster.redis });
    onTestFinished(async () => await queue.close());
    await waitUntil(async () => (await cluster.books.placeOf(id)) === 'given-up');
    expect((await queue.getJob(id))?.data).not.toHaveProperty('password');
  });
});

it('a worker without a queue or a storage says what it needs', async () => {
  const folder = await temporaryFolder();
  const address = ['worker', '--queue', 'redis://127.0.0.1:1'];
  const [queue, storage, flag] = await Promise.all([
    runCli(['worker'], { folder }),
    runCli(address, { folder }),
    runCli([...address, '--storage', `file://${folder}/missing`], { folder, environment: folderSettingsFor(folder) }),
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
