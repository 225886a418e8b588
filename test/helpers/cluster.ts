import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { JobFiles } from '../../src/server/cluster/files/job-files.ts';
import { openBookQueue } from '../../src/server/cluster/queue/book-queue.ts';
import type { BookQueue } from '../../src/server/cluster/queue/book-queue.ts';
import { connectRedis } from '../../src/server/cluster/queue/connect-redis.ts';
import { PasswordSeal } from '../../src/server/cluster/queue/sealed-password.ts';
import { withoutTimeLimit } from '../../src/server/cluster/records/ask-redis.ts';
import { RedisRecords } from '../../src/server/cluster/records/redis-records.ts';
import { runWorker } from '../../src/server/cluster/worker/run-worker.ts';
import { newJobId } from '../../src/server/jobs/job-paths.ts';
import { hasEnded, newJobRecord } from '../../src/server/jobs/job-record.ts';
import type { JobRecord, NewJob } from '../../src/server/jobs/job-record.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { folderSettingsFor, openTestStorage } from './open-test-storage.ts';
import { startRedis } from './servers/redis-server.ts';
import type { RedisServer } from './servers/redis-server.ts';
import { waitUntil } from './start-service.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A queue and a storage that workers of a test share. */
export interface TestCluster {
  readonly redisServer: RedisServer;
  readonly redis: Redis;
  readonly records: RedisRecords;
  readonly books: BookQueue;
  readonly files: JobFiles;
  readonly storage: Storage;
  /** Settings of all workers. */
  readonly settings: Readonly<Record<string, string>>;
  /** Queues a book and returns its id. */
  add(book: Buffer, job?: Partial<NewJob>, password?: string): Promise<string>;
  /** Returns the record of a job as it was queued. */
  recordOf(id: string): JobRecord;
  /** Waits until a job has ended, and returns its record. */
  ended(id: string): Promise<JobRecord>;
  /** Returns the bytes of the result of a job. */
  result(record: JobRecord): Promise<Buffer>;
  /** Starts a worker in this process, as on a machine of its own, until the test ends. */
  startWorker(options?: WorkerOptions): Promise<TestWorker>;
}

/** Options of `TestCluster.startWorker`. */
export interface WorkerOptions {
  readonly concurrency?: number;
  readonly providers?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly graceMs?: number;
}

/** A worker. */
export interface TestWorker {
  readonly cacheFolder: string;
  /** Log lines so far. */
  readonly log: readonly string[];
  stop(): Promise<void>;
}

/**
 * Starts a queue on Redis and a storage in a folder, until the test ends. `settings` are those of all workers; `keeps` is whether Redis has
 * its memory after a restart.
 */
export async function startCluster(
  settings: Readonly<Record<string, string>> = {},
  { keeps = true }: { readonly keeps?: boolean } = {},
): Promise<TestCluster> {
  const redisServer = await startRedis({ keeps });
  const folder = await temporaryFolder();
  const shared = {
    // Two parts for a chapter of the small book.
    AUDIOBOOK_PART_CHARACTERS: '40',
    AUDIOBOOK_PREFLIGHT: 'off',
    ...folderSettingsFor(folder),
    ...settings,
  };
  const storage = await openTestStorage(shared);
  const { signal } = new AbortController();
  await storage.check(signal);
  const redis = await connectRedis(redisServer.url, { signal, onError: () => undefined });
  onTestFinished(() => redis.disconnect());
  const files = new JobFiles(storage);
  const ask = withoutTimeLimit(redis);
  const records = new RedisRecords(ask, files);
  const books = await openBookQueue(redis, new PasswordSeal(settingsFrom([shared])), ask);
  onTestFinished(async () => await books[Symbol.asyncDispose]());
  const queued = new Map<string, JobRecord>();
  return {
    redisServer,
    redis,
    records,
    books,
    files,
    storage,
    settings: shared,
    async add(book, job = {}, password) {
      const id = newJobId();
      const upload = { name: 'book.epub', bytes: book.length };
      const record = newJobRecord({ id, kind: 'synthesize', waitedFor: false, upload, fields: {}, ...job });
      const jobFolder = await temporaryFolder();
      await mkdir(path.join(jobFolder, 'upload'));
      await writeFile(path.join(jobFolder, 'upload', record.upload.name), book);
      await files.put({ id, folder: jobFolder }, 'upload', signal);
      queued.set(id, record);
      await records.create({ record });
      await books.add(record, { password });
      return id;
    },
    recordOf(id) {
      const record = queued.get(id);
      if (!record) throw new Error('The job was not queued.');
      return record;
    },
    async ended(id) {
      await waitUntil(async () => {
        const stored = await records.get(id);
        return stored === undefined || hasEnded(stored.record);
      });
      const stored = await records.get(id);
      if (!stored) throw new Error('The job was removed.');
      return stored.record;
    },
    async result({ id, result }) {
      const opened = result && (await files.open(id, `result/${result.file}`, { signal }));
      return Buffer.concat((await opened?.content.toArray()) ?? []);
    },
    startWorker: async (options = {}) => await startWorker(redisServer.url, shared, options),
  };
}

async function startWorker(
  queue: string,
  shared: Readonly<Record<string, string>>,
  { concurrency = 1, providers = ['kokoro'], settings = {}, graceMs = 0 }: WorkerOptions,
): Promise<TestWorker> {
  const cacheFolder = await temporaryFolder();
  const controller = new AbortController();
  const log: string[] = [];
  let ended: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    ended = runWorker({
      settings: settingsFrom([{ TTS_PROVIDER: 'kokoro', ...shared, ...settings }]),
      queue,
      concurrency,
      providers,
      graceMs,
      cacheFolder,
      log: { write: (line) => void log.push(line) },
      signal: controller.signal,
      onReady: resolve,
    });
    ended.catch(reject);
  });
  const stop = async (): Promise<void> => {
    controller.abort();
    await ended;
  };
  onTestFinished(stop);
  return { cacheFolder, log, stop };
}
