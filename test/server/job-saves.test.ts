import assert from 'node:assert/strict';
import fs, { readlinkSync } from 'node:fs';
import { open, readdir, readFile, realpath } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { JobAges } from '../../src/server/jobs/job-ages.ts';
import { jobPaths, makeJobFolders, newJobId } from '../../src/server/jobs/job-paths.ts';
import { newJobRecord } from '../../src/server/jobs/job-record.ts';
import { Job } from '../../src/server/jobs/job.ts';
import { Jobs } from '../../src/server/jobs/jobs.ts';
import { limitsFrom } from '../../src/server/server-settings.ts';
import { Webhooks } from '../../src/server/webhooks/webhooks.ts';
import { startJob, startService, waitUntil } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const request = { kind: 'synthesize', upload: { name: 'a.epub', bytes: 1 }, fields: {}, waitedFor: false } as const;
const redact = (text: string): string => text;

async function newJob(): Promise<Job> {
  const id = newJobId();
  const paths = jobPaths(await temporaryFolder(), id);
  await makeJobFolders(paths);
  return new Job(newJobRecord({ ...request, id }), { paths, redact, onAdvance: () => undefined });
}

async function savedRecord(job: Job): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await readFile(job.paths.record, 'utf8')) as Readonly<Record<string, unknown>>;
}

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

/** Options of jobs that fail. */
async function failingJobs(folder: string) {
  return {
    folder,
    limits: limitsFrom(settingsFrom([{ AUDIOBOOK_FREE_DISK_MB: '1' }])),
    logger: pino({ enabled: false }),
    redact,
    run: async () => await Promise.reject(new Error('It fails.')),
    ages: await JobAges.open(folder),
  };
}

describe('a job that is made while the service stops', () => {
  it.each([
    { waitedFor: true, expected: { state: 'failed', failure: { code: 'shutting-down' } } },
    { waitedFor: false, expected: { state: 'queued' } },
  ])('ends as those that wait (waited for: $waitedFor)', async ({ waitedFor, expected }) => {
    const folder = await temporaryFolder();
    const jobs = new Jobs(await failingJobs(folder), []);
    jobs.start();
    const id = newJobId();
    await makeJobFolders(jobPaths(folder, id));
    const making = jobs.create({ ...request, id, waitedFor });
    await jobs.close(0);
    const { job } = await making;
    await job.settled;
    expect(await savedRecord(job)).toMatchObject(expected);
  });
});

/** Returns a failed job, whose age is given, among all jobs. */
async function failedJob(ageHours: number): Promise<{ readonly jobs: Jobs; readonly job: Job }> {
  const folder = await temporaryFolder();
  const options = await failingJobs(folder);
  vi.spyOn(options.ages, 'of').mockReturnValue(ageHours * 3600 * 1000);
  const jobs = new Jobs(options, []);
  jobs.start();
  const id = newJobId();
  await makeJobFolders(jobPaths(folder, id));
  const { job } = await jobs.create({ ...request, id });
  await job.settled;
  return { jobs, job };
}

describe('a failed job', () => {
  it('refuses a retry before its upload is removed', async () => {
    const { jobs, job } = await failedJob(25);
    const change = vi.spyOn(job, 'change').mockImplementation((changes) => {
      expect([changes, fs.existsSync(job.paths.upload)]).toEqual([{ uploadRemoved: true }, true]);
      change.mockRestore();
      job.change(changes);
    });
    const sweep = jobs.sweep();
    await waitUntil(() => job.record.uploadRemoved === true);
    await expect(jobs.retry(job)).rejects.toMatchObject({ code: 'gone' });
    await sweep;
    expect(fs.existsSync(job.paths.upload)).toBe(false);
  });

  it('is not removed by a sweep that began before its retry', async () => {
    const { jobs, job } = await failedJob(1e6);
    const sweep = jobs.sweep();
    const again = await jobs.retry(job);
    await sweep;
    await again.settled;
    expect([jobs.get(job.record.id), fs.existsSync(job.paths.upload)]).toEqual([again, true]);
  });

  it('is queued once by two retries, and by none while it is removed', async () => {
    const { jobs, job } = await failedJob(1);
    const [first, second] = await Promise.allSettled([jobs.retry(job), jobs.retry(job)]);
    expect([first.status, second]).toMatchObject(['fulfilled', { reason: { code: 'not-failed' } }]);
    const [again] = jobs.list();
    assert(again);
    await again.settled;
    const removal = jobs.remove(again);
    await expect(jobs.retry(again)).rejects.toMatchObject({ code: 'not-found' });
    await removal;
    expect(jobs.list()).toEqual([]);
  });
});

describe('the record of a job', () => {
  it('has the last state, however slow the writes before are', async () => {
    const job = await newJob();
    job.change({ warnings: ['long'.repeat(5e6)] });
    const saves = [job.save()];
    for (let number = 1; number <= 200; number += 1) {
      job.change({ state: 'running', startedMs: number, warnings: [] });
      saves.push(job.save());
    }
    expect(new Set(await Promise.all(saves))).toEqual(new Set([true]));
    expect(await savedRecord(job)).toMatchObject({ state: 'running', startedMs: 200, warnings: [] });
    expect((await readdir(job.paths.folder)).toSorted()).toEqual(['.audiobook-job', 'job.json', 'result', 'upload']);
  });

  it('is not written again once the job is retired', async () => {
    const job = await newJob();
    const [first, second] = [job.save(), job.save()];
    await job.retire();
    job.change({ state: 'done' });
    expect(await Promise.all([first, second, job.save()])).toEqual([false, false, false]);
    job.resume();
    expect([await job.save(), (await savedRecord(job))['state']]).toEqual([true, 'done']);
  });

  it('is that of the retry, although a webhook is still to be called about the failure', async () => {
    let calls = 0;
    const server = createServer((_request, response) => {
      calls += 1;
      response.writeHead(500).end();
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const stop = new AbortController();
    onTestFinished(() => {
      stop.abort();
      server.close();
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const folder = await temporaryFolder();
    const logger = pino({ enabled: false });
    const webhooks = new Webhooks({
      hosts: ['127.0.0.1'],
      secret: 'key',
      logger,
      signal: stop.signal,
      waitsMs: [100, 100],
    });
    let runs = 0;
    const jobs = new Jobs(
      {
        folder,
        limits: limitsFrom(settingsFrom([{ AUDIOBOOK_FREE_DISK_MB: '1' }])),
        logger,
        redact,
        run: async ({ controller: { signal } }) => {
          runs += 1;
          if (runs > 1) await delay(60_000, undefined, { signal });
          throw new Error('It fails.');
        },
        ages: await JobAges.open(folder),
        onEnd: (job) => void webhooks.tell(job),
      },
      [],
    );
    jobs.start();
    const id = newJobId();
    await makeJobFolders(jobPaths(folder, id));
    const webhook = { url: `http://127.0.0.1:${port}/`, state: 'waiting', attempts: 0 } as const;
    const { job } = await jobs.create({ ...request, id, webhook });
    await waitUntil(() => calls === 1);
    const again = await jobs.retry(job);
    await waitUntil(async () => (await savedRecord(again))['state'] === 'running');
    await delay(400);
    expect([calls, again.record.state, (await savedRecord(again))['state']]).toEqual([1, 'running', 'running']);
    await jobs.remove(again);
    expect(await readdir(folder)).not.toContain(id);
  });
});
