import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AudiobookError } from '../../../src/core/errors.ts';
import { settingsFrom } from '../../../src/core/settings.ts';
import { connectRedis, loadBullmq } from '../../../src/server/cluster/queue/connect-redis.ts';
import { PasswordSeal } from '../../../src/server/cluster/queue/sealed-password.ts';
import { PartProgress } from '../../../src/server/cluster/worker/parts/part-progress.ts';
import { ProviderQueues } from '../../../src/server/cluster/worker/parts/provider-queues.ts';
import { takeWork } from '../../../src/server/cluster/worker/run-worker.ts';
import { openScratchFolder } from '../../../src/server/cluster/worker/scratch-folder.ts';
import type { WorkTools } from '../../../src/server/cluster/worker/work-tools.ts';
import { workerLimitsFrom } from '../../../src/server/cluster/worker/worker-settings.ts';
import { jobPaths, makeJobFolders, newJobId } from '../../../src/server/jobs/job-paths.ts';
import { canceledNow, hasEnded, newJobRecord, queuedAgain } from '../../../src/server/jobs/job-record.ts';
import type { JobRecord } from '../../../src/server/jobs/job-record.ts';
import { FolderRecords } from '../../../src/server/jobs/local/folder-records.ts';
import type { Queue } from '../../../src/server/jobs/ports/queue.ts';
import type { Records } from '../../../src/server/jobs/ports/records.ts';
import { limitsFrom } from '../../../src/server/server-settings.ts';
import { JobRunner } from '../../../src/server/worker/job-runner.ts';
import { RunningJobs } from '../../../src/server/worker/running-jobs.ts';
import { startCluster } from '../../helpers/cluster.ts';
import { isRedisMissing } from '../../helpers/servers/redis-server.ts';
import { waitUntil } from '../../helpers/start-service.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const logger = pino({ level: 'silent' });
const noWork = (): void => undefined;
const redact = (text: string): string => text;

/** What a job does in place of a conversion. It ends as one that has its scripts. */
type Run = (id: string, password: string | undefined, signal: AbortSignal) => Promise<void>;

/** A queue whose jobs are run, one at a time. */
interface Started {
  readonly records: Records;
  readonly queue: Queue;
  /** Makes what a record needs before it is created. */
  readonly makes: (id: string) => Promise<void>;
  /** Lets those who run jobs be slow to say that a run is over. Returns what ends that. */
  readonly holdEnd: () => () => void;
  /** Closes the queue, and ends those who run its jobs. */
  readonly stop: () => Promise<void>;
  /** Lets others run the jobs that are left. */
  readonly goOn: () => Promise<void>;
}

async function inMemory(run: Run): Promise<Started> {
  const folder = await temporaryFolder();
  const records = await FolderRecords.open(folder, logger);
  const limits = { conversionsAtOnce: 1, freeBytes: 0 };
  const runJob: ConstructorParameters<typeof JobRunner>[0]['run'] = async ({ record, password }, { signal }) => {
    await run(record.id, password, signal);
    return { state: 'scripted' };
  };
  const open = (): JobRunner => {
    const queue = new JobRunner({ run: runJob, records, folder, limits, redact, logger });
    queue.start();
    onTestFinished(async () => await queue.close(0));
    return queue;
  };
  const queue = open();
  return {
    records,
    queue,
    makes: async (id) => await makeJobFolders(jobPaths(folder, id)),
    // Listeners hear of the end before the run is over.
    holdEnd: () => () => undefined,
    stop: async () => await queue.close(0),
    goOn: async () => await open().restore(),
  };
}

async function onRedis(run: Run): Promise<Started> {
  const shared = { AUDIOBOOK_QUEUE_KEY: 'a key that all share', AUDIOBOOK_PART_CHARACTERS: 'auto' };
  const { redis, redisServer, records, books: queue, files } = await startCluster(shared);
  const settings = settingsFrom([shared]);
  const options = { signal: new AbortController().signal, onError: () => undefined };
  const slow = await connectRedis(redisServer.url, options);
  onTestFinished(() => slow.disconnect());
  const bullmq = await loadBullmq();
  const folder = await temporaryFolder();
  const limits = workerLimitsFrom(settings);
  const pool: WorkTools['pool'] = {
    async run<Value>({ task }: Parameters<WorkTools['pool']['run']>[0], { signal }: { readonly signal: AbortSignal }) {
      if (task.type !== 'convert') throw new Error('Only whole books are made.');
      await run(task.record.id, task.password, signal);
      // That of a job that has only its scripts.
      return undefined as Value;
    },
  };
  const work = async (): Promise<() => Promise<void>> => {
    const tools: WorkTools = {
      bullmq,
      redis,
      records,
      files,
      seal: new PasswordSeal(settings),
      pool,
      workerContext: { settings: {}, cacheFolder: folder, limits: limitsFrom(settings) },
      scratch: await openScratchFolder(folder),
      running: new RunningJobs(),
      progress: new PartProgress(slow, records),
      queues: new ProviderQueues({ bullmq, redis, limitOf: limits.limitOf }),
      limits,
      redact,
      logger,
    };
    const stopping = new AbortController();
    const { signal } = stopping;
    let working = Promise.resolve();
    await new Promise<void>((resolve, reject) => {
      working = takeWork(tools, { concurrency: 1, graceMs: 0, signal, onReady: resolve });
      working.catch(reject);
    });
    const stop = async (): Promise<void> => {
      stopping.abort();
      await working;
    };
    onTestFinished(stop);
    return stop;
  };
  const stop = await work();
  return {
    records,
    queue,
    async makes(id) {
      await mkdir(path.join(folder, id, 'upload'), { recursive: true });
      await writeFile(path.join(folder, id, 'upload', 'book.epub'), 'book');
      await files.put({ id, folder: path.join(folder, id) }, 'upload', options.signal);
    },
    holdEnd() {
      slow.stream.pause();
      return () => void slow.stream.resume();
    },
    async stop() {
      await queue.close();
      await stop();
    },
    goOn: async () => void (await work()),
  };
}

const places = [
  { place: 'in memory', isMissing: false, start: inMemory },
  { place: 'on Redis', isMissing: isRedisMissing, start: onRedis },
];

describe.each(places.filter(({ isMissing }) => !isMissing))('the queue $place', ({ start }) => {
  async function started(run: Run) {
    const runs: (readonly [id: string, password: string | undefined])[] = [];
    const place = await start(async (id, password, signal) => {
      runs.push([id, password]);
      await run(id, password, signal);
    });
    const { records, queue } = place;
    return {
      ...place,
      runs,
      ids: () => runs.map(([id]) => id),
      make: async (more: Partial<JobRecord> = {}): Promise<JobRecord> => {
        const upload = { name: 'book.epub', bytes: 4 };
        const id = newJobId();
        const made = newJobRecord({ id, kind: 'synthesize', waitedFor: false, upload, fields: {} });
        const record = { ...made, ...more };
        await place.makes(id);
        await records.create({ record });
        return record;
      },
      cancel: async (id: string): Promise<void> => {
        await records.change(id, canceledNow);
        await queue.stop(id);
      },
      ended: async (...jobs: readonly JobRecord[]): Promise<void> => {
        await waitUntil(async () => {
          const found = await records.many(jobs.map(({ id }) => id));
          return found.every(({ record }) => hasEnded(record));
        });
      },
    };
  }

  it('runs each job once, with its password, however often it is added', async () => {
    const { queue, make, ended, runs } = await started(async () => await Promise.resolve());
    const [a, b] = [await make(), await make()];
    queue.checkPassword('open sesame');
    await queue.add(a, { password: 'open sesame' });
    await Promise.all([queue.add(b), queue.add(b), queue.add(a)]);
    await ended(a, b);
    expect(runs).toEqual([
      [a.id, 'open sesame'],
      [b.id, undefined],
    ]);
    expect(queue.passwordOf(a.id)).toBeUndefined();
  });

  it('runs jobs by priority, and those of one priority in their order', async () => {
    const { promise: released, resolve: release } = deferred();
    const { queue, make, ended, ids } = await started(async () => await released);
    const first = await make();
    await queue.add(first);
    await waitUntil(() => ids().length === 1);
    const low = await make({ priority: 'low' });
    const [one, two] = [await make(), await make()];
    const high = await make({ priority: 'high' });
    for (const job of [low, one, two, high]) await queue.add(job);
    release();
    await ended(low);
    expect(ids()).toEqual([first, high, one, two, low].map(({ id }) => id));
  });

  it('runs a job again that is added before its last run is over, with its new password', async () => {
    const { queue, records, make, ended, runs, holdEnd } = await started(async () => {
      if (runs.length > 1) return;
      release = holdEnd();
      await Promise.reject(new AudiobookError('bad-value', 'It fails.'));
    });
    let release = noWork;
    const adding = new Promise<void>((resolve, reject) => {
      records.events.listen((event) => {
        if (event.type !== 'job' || event.data.record.state !== 'failed') return;
        const changed = records.change(event.job, queuedAgain).then(release);
        Promise.all([changed, queue.add(event.data.record, { password: 'new' })]).then(() => resolve(), reject);
      });
    });
    const job = await make();
    await queue.add(job, { password: 'old' });
    await adding;
    await ended(job);
    expect(runs).toEqual([
      [job.id, 'old'],
      [job.id, 'new'],
    ]);
  });

  it('ends the run of a job that is canceled, and begins none', async () => {
    const { queue, make, cancel, ended, ids } = await started(async (id, _password, signal) => {
      if (id === running.id) await delay(120_000, undefined, { signal });
    });
    const [running, waiting, next] = [await make(), await make(), await make()];
    await queue.add(running);
    await waitUntil(() => ids().length === 1);
    await queue.add(waiting);
    await cancel(waiting.id);
    await cancel(running.id);
    await queue.add(next);
    await ended(next);
    expect(ids()).toEqual([running.id, next.id]);
  });

  it('leaves to others what has not ended when it is closed', async () => {
    let isFirst = true;
    const { queue, records, make, stop, goOn, ended, ids } = await started(async (_id, _password, signal) => {
      if (isFirst) await delay(120_000, undefined, { signal });
    });
    const [running, waiting] = [await make(), await make()];
    await queue.add(running);
    await waitUntil(() => ids().length === 1);
    await queue.add(waiting);
    await stop();
    const left = await records.many([running.id, waiting.id]);
    expect(left.map(({ record: { state } }) => state)).toEqual(['queued', 'queued']);
    isFirst = false;
    await goOn();
    await ended(running, waiting);
    expect(ids()).toEqual([running.id, running.id, waiting.id]);
  });
});

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = noWork;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
