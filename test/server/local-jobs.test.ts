import fs, { readlinkSync } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { jobPaths, makeJobFolders, newJobId } from '../../src/server/jobs/job-paths.ts';
import type { Job } from '../../src/server/jobs/job.ts';
import { Webhooks } from '../../src/server/webhooks/webhooks.ts';
import { startLocalJobs } from '../helpers/local-jobs.ts';
import type { LocalJobs, LocalJobsOptions } from '../helpers/local-jobs.ts';
import { startJob, startService, waitUntil } from '../helpers/start-service.ts';

const { signal } = new AbortController();
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
    await expect(jobs.retry(job)).rejects.toMatchObject({ code: 'gone' });
    await sweeping;
    expect(fs.existsSync(job.paths.upload)).toBe(false);
  });

  it('is removed by a sweep, or retried, and never both', async () => {
    const { jobs, job, records, sweep } = await failedJob(1e6);
    const again = jobs.retry(job).then(
      () => 'retried',
      () => 'refused',
    );
    await sweep();
    const isThere = records.peek(job.record.id) !== undefined;
    expect([await again, fs.existsSync(job.paths.upload)]).toEqual([isThere ? 'retried' : 'refused', isThere]);
  });

  it('is queued once by two retries, and by none while it is removed', async () => {
    const { jobs, job } = await failedJob(1);
    const [first, second] = await Promise.allSettled([jobs.retry(job), jobs.retry(job)]);
    expect([first.status, second]).toMatchObject(['fulfilled', { reason: { code: 'not-failed' } }]);
    const again = await jobs.follow(job.record.id, signal);
    await again?.settled;
    const removal = jobs.remove(job);
    await waitUntil(() => !fs.existsSync(job.paths.record));
    await expect(jobs.retry(job)).rejects.toMatchObject({ code: 'not-found' });
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
    await jobs.retry(job);
    await waitUntil(() => records.peek(id)?.state === 'running');
    await delay(400);
    expect([calls, records.peek(id)?.state]).toEqual([1, 'running']);
    await jobs.remove(job);
    expect(await readdir(folder)).not.toContain(id);
  });
});
