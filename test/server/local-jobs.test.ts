import fs, { readlinkSync } from 'node:fs';
import { mkdir, open, readdir, realpath, rm, statfs, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AudiobookError } from '../../src/core/errors.ts';
import { SpaceShortage } from '../../src/core/files/require-space.ts';
import { jobPaths, makeJobFolders, newJobId } from '../../src/server/jobs/job-paths.ts';
import type { Job } from '../../src/server/jobs/job.ts';
import { requireRetryable } from '../../src/server/jobs/require-state.ts';
import { Webhooks } from '../../src/server/webhooks/webhooks.ts';
import { startLocalJobs } from '../helpers/local-jobs.ts';
import type { LocalJobs, LocalJobsOptions } from '../helpers/local-jobs.ts';
import { startJob, startService, waitUntil } from '../helpers/start-service.ts';

const { signal } = new AbortController();
const noWork = (): void => undefined;
const hourMs = 3600 * 1000;

/** Records which files are flushed to the disk, in order. */
async function flushedFiles(folder: string): Promise<readonly string[]> {
  const flushed: string[] = [];
  const note = (fd: number): void => void flushed.push(path.relative(folder, readlinkSync(`/proc/self/fd/${fd}`)));
  const { fsync } = fs;
  vi.spyOn(fs, 'fsync').mockImplementation(((fd: number, done: () => void) => {
    note(fd);
    fsync(fd, done);
  }) as typeof fs.fsync);
  await using handle = await open(folder);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    note(this.fd);
    await this.datasync();
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return flushed;
}

describe.skipIf(process.platform !== 'linux')('POST /jobs', () => {
  it('responds 202 when the book, its record and their names are on the disk', async () => {
    await using service = await startService();
    const flushed = await flushedFiles(await realpath(service.jobsFolder));
    const { id } = await startJob(service, { tts_provider: 'embedded', priority: 'low' });
    const ofJob = flushed.filter((file) => file.startsWith(id) || file === '').slice(0, 5);
    expect(ofJob).toEqual([
      `${id}/upload/small.epub`,
      expect.stringMatching(/\/\.job\.json\.[^/]+\.part$/u),
      `${id}/upload`,
      id,
      '',
    ]);
    await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' });
  });
});

const run: LocalJobsOptions['run'] = async (_job, { signal: until }) =>
  await delay(60_000, { state: 'scripted' as const }, { signal: until });

describe('a job that is made while the service stops', () => {
  it.each([
    { waitedFor: true, expected: { state: 'failed', failure: { code: 'shutting-down' } } },
    { waitedFor: false, expected: { state: 'queued' } },
  ])('ends as those that wait (waited for: $waitedFor)', async ({ waitedFor, expected }) => {
    const { jobs, records, folder } = await startLocalJobs({ run });
    const id = newJobId();
    await makeJobFolders(jobPaths(folder, id));
    const upload = { name: 'a.epub', bytes: 1 };
    const making = jobs.create({ id, kind: 'synthesize', upload, fields: {}, waitedFor });
    await waitUntil(() => records.peek(id) !== undefined);
    await jobs.close(0);
    await making;
    expect(records.peek(id)).toMatchObject(expected);
  });
});

it('a job that waits for its turn and has a request that waits ends at once when the service stops', async () => {
  let finish = noWork;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const { jobs, create, records } = await startLocalJobs({
    conversionsAtOnce: 1,
    run: async () => await finished.then(() => ({ state: 'scripted' as const })),
  });
  const first = await create();
  const [asked, queued] = [await create({ waitedFor: true }), await create()];
  await waitUntil(() => records.peek(first.record.id)?.state === 'running');
  const closing = jobs.close(60_000);
  await asked.settled;
  const states = [first, asked, queued].map(({ record }) => records.peek(record.id));
  expect(states).toMatchObject([
    { state: 'running' },
    { failure: { code: 'shutting-down' } },
    { state: 'queued', starts: 0 },
  ]);
  finish();
  await closing;
  expect(records.peek(first.record.id)?.state).toBe('scripted');
});

it('a job that is canceled while its run finds the disk full does not wait for room', async () => {
  const { blocks, bsize } = await statfs('/');
  let cancel = noWork;
  const logger = pino({ level: 'error' }, { write: () => cancel() });
  const { jobs, create, records } = await startLocalJobs({
    logger,
    run: async () => {
      const cause = new SpaceShortage({ folder: '/', bytes: blocks * bsize });
      return await Promise.reject(new AudiobookError('output-failed', 'The disk is full.', { cause }));
    },
  });
  const canceled = new Promise<boolean>((resolve, reject) => {
    cancel = () => void jobs.cancel(job).then(resolve, reject);
  });
  const job = await create();
  await canceled;
  expect(records.peek(job.record.id)?.state).toBe('canceled');
});

it('the stream of a job does not count in the bytes that it keeps', async () => {
  const file = { file: 'a.mp3', name: 'a.mp3', mediaType: 'audio/mpeg', bytes: 10, kind: 'audio' };
  const { create, records } = await startLocalJobs({
    run: async ({ paths }) => {
      await mkdir(paths.stream);
      await writeFile(path.join(paths.stream, 'a.m4s'), 'stream');
      await writeFile(path.join(paths.result, file.file), '0123456789');
      return { state: 'done', result: file, files: [file], report: {} };
    },
  });
  const job = await create();
  await job.settled;
  expect(records.peek(job.record.id)).toMatchObject({ state: 'done', hasStream: true, bytes: 10 });
});

describe('a job whose request has ended', () => {
  it('is not kept when that cannot be written, unless its answer has begun', async () => {
    const { jobs, create, records } = await startLocalJobs({ run });
    const job = await create({ waitedFor: true });
    await waitUntil(() => records.peek(job.record.id)?.state === 'running');
    await rm(job.paths.record);
    await mkdir(job.paths.record);
    await expect(jobs.keep(job)).rejects.toMatchObject({ code: 'disk-full' });
    expect(records.peek(job.record.id)?.waitedFor).toBe(true);
    await jobs.keep(job, { holds: true });
    await jobs.close(0);
    expect(records.peek(job.record.id)).toMatchObject({ waitedFor: false, state: 'queued' });
  });
});

/** Returns a failed job that ended some hours ago. */
async function failedJob(ageHours: number): Promise<LocalJobs & { readonly job: Job }> {
  let now = 0;
  const local = await startLocalJobs({ now: () => now });
  const job = await local.create();
  await job.settled;
  now = ageHours * hourMs;
  return { ...local, job };
}

describe('a failed job', () => {
  it('refuses a retry before its upload is removed', async () => {
    const { jobs, job, records, sweep } = await failedJob(25);
    const seen = new Promise<boolean>((resolve) => {
      records.events.listen((event) => {
        if (event.type === 'job' && event.data.record.uploadRemoved) resolve(fs.existsSync(job.paths.upload));
      });
    });
    const sweeping = sweep();
    expect(await seen).toBe(true);
    await expect(jobs.queueAgain(job, requireRetryable)).rejects.toMatchObject({ code: 'gone' });
    await sweeping;
    expect(fs.existsSync(job.paths.upload)).toBe(false);
  });

  it('is removed by a sweep, or retried, and never both', async () => {
    const { jobs, job, records, sweep } = await failedJob(1e6);
    const again = jobs.queueAgain(job, requireRetryable).then(
      () => 'retried',
      () => 'refused',
    );
    await sweep();
    const isThere = records.peek(job.record.id) !== undefined;
    expect([await again, fs.existsSync(job.paths.upload)]).toEqual([isThere ? 'retried' : 'refused', isThere]);
  });

  it('is queued once by two retries, and by none while it is removed', async () => {
    const { jobs, job } = await failedJob(1);
    const [first, second] = await Promise.allSettled([
      jobs.queueAgain(job, requireRetryable),
      jobs.queueAgain(job, requireRetryable),
    ]);
    expect([first.status, second]).toMatchObject(['fulfilled', { reason: { code: 'not-failed' } }]);
    const again = await jobs.follow(job.record.id, signal);
    await again?.settled;
    const removal = jobs.remove(job);
    await waitUntil(() => !fs.existsSync(job.paths.record));
    await expect(jobs.queueAgain(job, requireRetryable)).rejects.toMatchObject({ code: 'not-found' });
    await removal;
    expect((await jobs.page({ limit: 1 }, undefined)).total).toBe(0);
  });

  it('is known as queued again, although a webhook is still to be called about the failure', async () => {
    let calls = 0;
    const server = createServer((_request, response) => {
      calls += 1;
      response.writeHead(500).end();
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    let runs = 0;
    const { jobs, records, folder, create } = await startLocalJobs({
      run: async (_job, { signal: until }) => {
        runs += 1;
        if (runs > 1) await delay(60_000, undefined, { signal: until });
        throw new Error('It fails.');
      },
    });
    const logger = pino({ enabled: false });
    const call = { hosts: ['127.0.0.1'], secret: 'key', logger, signal };
    await using _webhooks = new Webhooks({ ...call, records, basePath: '', waitsMs: [100, 100] });
    const job = await create({ webhook: { url: `http://127.0.0.1:${port}/`, state: 'waiting', attempts: 0 } });
    const { id } = job.record;
    await waitUntil(() => calls === 1);
    await jobs.queueAgain(job, requireRetryable);
    await waitUntil(() => records.peek(id)?.state === 'running');
    await delay(400);
    expect([calls, records.peek(id)?.state]).toEqual([1, 'running']);
    await jobs.remove(job);
    expect(await readdir(folder)).not.toContain(id);
  });
});
