import { mkdir, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AudiobookError } from '../../src/core/errors.ts';
import { SpaceShortage } from '../../src/core/files/require-space.ts';
import { openJobsFolder } from '../../src/server/jobs/local/jobs-folder.ts';
import { jobPaths, makeJobFolders, newJobId, removeJobFolder } from '../../src/server/jobs/job-paths.ts';
import type { Job } from '../../src/server/jobs/job.ts';
import { Uptime } from '../../src/server/jobs/local/uptime.ts';
import type { JobOutcome } from '../../src/server/worker/run-job.ts';
import { faultyKokoro } from '../helpers/faulty-kokoro.ts';
import { writeFinishedBooks } from '../helpers/finished-books.ts';
import { startLocalJobs } from '../helpers/local-jobs.ts';
import type { LocalJobs } from '../helpers/local-jobs.ts';
import { startJob, startService, waitForJob, waitUntil } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const kokoro = faultyKokoro();
const brief = { max_chapters: '1', format: 'wav', loudness: 'off' };

async function changeRecord(jobsFolder: string, id: string, changes: object): Promise<void> {
  const file = path.join(jobsFolder, id, 'job.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...changes }));
}

describe('the jobs folder', () => {
  it('keeps everything else in the configured folder', async () => {
    const home = await temporaryFolder();
    const foreign = path.join(home, 'Dune', 'dune.m4b');
    const looksLikeOurs = path.join(home, 'audiobook-jobs', newJobId(), 'mine.txt');
    await mkdir(path.dirname(foreign));
    await writeFile(foreign, 'a book');
    const settings = { AUDIOBOOK_JOBS_DIR: home };
    await (await kokoro.start(settings)).stop();
    await mkdir(path.dirname(looksLikeOurs));
    await writeFile(looksLikeOurs, 'mine');
    await using service = await kokoro.start(settings);
    await fetch(`${service.url}/jobs/${(await startJob(service)).id}`, { method: 'DELETE' });
    expect([await readFile(foreign, 'utf8'), await readFile(looksLikeOurs, 'utf8')]).toEqual(['a book', 'mine']);
    expect(service.logText()).toContain('without the marker of a job');
  });

  it('is in AUDIOBOOK_CACHE_DIR, with the segments, unless AUDIOBOOK_JOBS_DIR names another folder', async () => {
    const folder = await temporaryFolder();
    const settings = { AUDIOBOOK_CACHE_DIR: path.join(folder, 'cache') };
    {
      await using _service = await startService({ settings });
      expect(await readdir(settings.AUDIOBOOK_CACHE_DIR)).toEqual(['audiobook-jobs']);
    }
    await using _service = await startService({ settings: { ...settings, AUDIOBOOK_JOBS_DIR: folder } });
    expect(await readdir(folder)).toContain('audiobook-jobs');
  });

  it('is refused when another program made it', async () => {
    const home = await temporaryFolder();
    await mkdir(path.join(home, 'audiobook-jobs', 'photos'), { recursive: true });
    await expect(kokoro.start({ AUDIOBOOK_JOBS_DIR: home })).rejects.toMatchObject({
      code: 'bad-value',
      message: expect.stringContaining('holds files that audiobook did not make'),
    });
    expect(await readdir(path.join(home, 'audiobook-jobs'))).toEqual(['photos']);
  });

  it('is refused in plain words when it cannot be written to', async () => {
    const file = path.join(await temporaryFolder(), 'a-file');
    await writeFile(file, '');
    await expect(kokoro.start({ AUDIOBOOK_JOBS_DIR: file })).rejects.toMatchObject({
      code: 'output-failed',
      message: expect.stringMatching(/^Cannot write to the jobs folder .+ \(ENOTDIR\)\. Set AUDIOBOOK_JOBS_DIR/u),
    });
  });

  it('sets jobs with damaged or newer records aside, with their audio', async () => {
    const cacheFolder = await temporaryFolder();
    const jobsFolder = await openJobsFolder(cacheFolder);
    const [damaged = '', newer = ''] = await writeFinishedBooks(jobsFolder, [{ title: 'One' }, { title: 'Two' }]);
    await writeFile(path.join(jobsFolder, damaged, 'job.json'), '{"version":1,');
    await changeRecord(jobsFolder, newer, { version: 2 });
    await using next = await kokoro.start({}, cacheFolder);
    expect((await next.jobFolders()).toSorted()).toEqual([`${damaged}.set-aside`, `${newer}.set-aside`].toSorted());
    for (const id of [damaged, newer]) {
      const audio = path.join(next.jobsFolder, `${id}.set-aside`, 'result', 'book.mp3');
      expect(await readFile(audio, 'utf8')).toBe('not really audio');
      expect(next.log).toContainEqual(expect.objectContaining({ level: 'error', job: id }));
    }
  });

  it('removes uploads that were cut off by a kill, and says so', async () => {
    const cacheFolder = await temporaryFolder();
    const service = await kokoro.start({}, cacheFolder);
    await service.stop();
    const id = newJobId();
    await makeJobFolders(jobPaths(service.jobsFolder, id));
    await using next = await kokoro.start({}, cacheFolder);
    expect(await next.jobFolders()).toEqual([]);
    expect(next.log).toContainEqual(expect.objectContaining({ job: id, msg: 'unfinished upload removed' }));
  });

  it('removes the folder of a job whose removal was cut off, even right before its end', async () => {
    const cacheFolder = await temporaryFolder();
    const service = await kokoro.start({}, cacheFolder);
    await service.stop();
    const id = newJobId();
    await mkdir(path.join(service.jobsFolder, id));
    await using next = await kokoro.start({}, cacheFolder);
    expect(await next.jobFolders()).toEqual([]);
    expect(next.log).toContainEqual(expect.objectContaining({ folder: id, msg: 'empty folder of a job removed' }));
  });

  it('keeps the marker of a job as long as any of its files', async () => {
    const paths = jobPaths(await temporaryFolder(), newJobId());
    await makeJobFolders(paths);
    for (let index = 0; index < 300; index += 1) await writeFile(path.join(paths.upload, `${index}.txt`), '');
    const removal = removeJobFolder(paths);
    const list = async (): Promise<readonly string[]> => await readdir(paths.folder).catch(() => []);
    for (let names = await list(); names.length > 0; names = await list()) expect(names).toContain('.audiobook-job');
    await removal;
    await expect(stat(paths.folder)).rejects.toThrow('ENOENT');
  });
});

describe('retention', () => {
  it('does not depend on the wall clock', async () => {
    const cacheFolder = await temporaryFolder();
    // The clock stood at 1970 when the job ended, and is right now.
    const book = { title: 'Old', endedMs: 1 };
    const [id = ''] = await writeFinishedBooks(await openJobsFolder(cacheFolder), [book]);
    await using next = await kokoro.start({}, cacheFolder);
    expect((await fetch(`${next.url}/jobs/${id}/result`)).status).toBe(200);
    expect(await next.jobFolders()).toEqual([id]);
  });

  it('removes jobs that were kept for the days of the setting, and the oldest when all are too large together', async () => {
    const cacheFolder = await temporaryFolder();
    const jobsFolder = await openJobsFolder(cacheFolder);
    const files = { 'book.mp3': 'sound'.repeat(100_000) };
    const books = [1, 2, 3].map((at) => ({ title: `Book ${at}`, endedMs: at, files }));
    const [oldest = '', middle = '', newest = ''] = await writeFinishedBooks(jobsFolder, books);
    await writeFile(path.join(jobsFolder, 'ages.json'), JSON.stringify({ [oldest]: 8 * 24 * 3600 * 1000 }));
    const aged = await kokoro.start({}, cacheFolder);
    await waitUntil(async () => (await aged.jobFolders()).length === 2);
    expect((await aged.jobFolders()).toSorted()).toEqual([middle, newest].toSorted());
    expect(aged.logText()).toContain('job removed');
    await aged.stop();
    // Each job is half a megabyte.
    await using small = await kokoro.start({ AUDIOBOOK_JOBS_LIMIT_GB: '0.0008' }, cacheFolder);
    await waitUntil(async () => (await small.jobFolders()).length < 2);
    expect(await small.jobFolders()).toEqual([newest]);
  });

  it('counts the time that a service ran, over restarts', async () => {
    const folder = await temporaryFolder();
    let now = 100;
    const first = await Uptime.open(folder, () => now);
    const began = first.nowMs();
    now += 50;
    await first.save();
    now = 7;
    const second = await Uptime.open(folder, () => now);
    now += 10;
    expect(second.nowMs() - began).toBe(60);
    await writeFile(path.join(folder, 'ages.json'), '{"uptimeMs":-1');
    expect((await Uptime.open(folder)).nowMs()).toBe(began);
  });
});

describe('a restart', () => {
  it('fails a job after three starts without progress, and not one that was stopped or makes progress', async () => {
    const cacheFolder = await temporaryFolder();
    kokoro.fault = 'hang-before-headers';
    const settings = { AUDIOBOOK_PREFLIGHT: 'off', AUDIOBOOK_CONVERSIONS: '1' };
    let service = await kokoro.start(settings, cacheFolder);
    const { id } = await startJob(service, brief);
    // One more than a job may start without progress.
    for (let stops = 0; stops < 4; stops += 1) {
      await waitUntil(() => kokoro.requests.length > stops);
      await service.stop();
      service = await kokoro.start(settings, cacheFolder);
    }
    expect(await waitForJob(service, id, 'running', 'failed')).toMatchObject({ state: 'running' });
    await service.stop();
    await changeRecord(service.jobsFolder, id, { state: 'running', starts: 3 });
    await using poisoned = await kokoro.start(settings, cacheFolder);
    expect(await waitForJob(poisoned, id, 'failed')).toMatchObject({ error: { code: 'internal' }, canRetry: true });
    kokoro.fault = undefined;
    const retried = await fetch(`${poisoned.url}/jobs/${id}/retry`, { method: 'POST' });
    expect([retried.status, retried.headers.get('location')]).toEqual([202, `/jobs/${id}`]);
    expect(await waitForJob(poisoned, id, 'done', 'failed')).toMatchObject({ state: 'done' });
  });
});

describe('a failed job', () => {
  it('keeps its upload for a day and continues from what was synthesized', async () => {
    await using service = await kokoro.start({ AUDIOBOOK_PREFLIGHT: 'off' });
    const { id } = await startJob(service, { voice: 'no_such_voice' });
    expect(await waitForJob(service, id, 'done', 'failed')).toMatchObject({ state: 'failed', canRetry: true });
    expect(await readdir(path.join(service.jobsFolder, id, 'upload'))).toEqual(['small.epub']);
    const again = await fetch(`${service.url}/jobs/${id}/retry`, { method: 'POST' });
    expect(again.status).toBe(202);
    expect(await waitForJob(service, id, 'failed')).toMatchObject({ state: 'failed' });
    const unknownField = new FormData();
    unknownField.set('voice', 'af_heart');
    const refused = await fetch(`${service.url}/jobs/${id}/retry`, { method: 'POST', body: unknownField });
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'malformed' }]);
  });

  it('cannot be retried once its upload is gone, or when it did not fail', async () => {
    const cacheFolder = await temporaryFolder();
    const [done = ''] = await writeFinishedBooks(await openJobsFolder(cacheFolder), [{ title: 'Done' }]);
    const service = await kokoro.start({ AUDIOBOOK_PREFLIGHT: 'off' }, cacheFolder);
    const failed = await startJob(service, { voice: 'no_such_voice' });
    await waitForJob(service, failed.id, 'failed');
    const notFailed = await fetch(`${service.url}/jobs/${done}/retry`, { method: 'POST' });
    expect([notFailed.status, await notFailed.json()]).toMatchObject([409, { code: 'not-failed' }]);
    await service.stop();
    const ages = { [failed.id]: 25 * 3600 * 1000 };
    await writeFile(path.join(service.jobsFolder, 'ages.json'), JSON.stringify(ages));
    await using next = await kokoro.start({}, cacheFolder);
    await waitUntil(async () => !(await readdir(path.join(next.jobsFolder, failed.id))).includes('upload'));
    const gone = await fetch(`${next.url}/jobs/${failed.id}/retry`, { method: 'POST' });
    expect([gone.status, await gone.json()]).toMatchObject([410, { code: 'gone' }]);
    expect(await (await fetch(`${next.url}/jobs/${failed.id}`)).json()).not.toHaveProperty('canRetry');
  });
});

function noSpace(): Error {
  return Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
}

describe('a job on a bad disk', () => {
  const outcome: JobOutcome = {
    state: 'done',
    result: { file: 'a.mp3', mediaType: 'audio/mpeg', name: 'a.mp3', bytes: 1 },
    files: [],
    report: {},
  };

  it('waits for room instead of failing, and then continues', async () => {
    let runs = 0;
    const { create, records } = await startLocalJobs({
      run: async () => {
        runs += 1;
        if (runs < 3) throw new AudiobookError('output-failed', 'No space left.', { cause: noSpace() });
        return await Promise.resolve(outcome);
      },
    });
    const job = await create();
    await job.settled;
    expect([runs, records.peek(job.record.id)]).toMatchObject([3, { state: 'done', starts: 1 }]);
  });

  it('waits for as much room as its run needs, holds up no other job, says so, and fails where the disk is too small', async () => {
    const folder = await temporaryFolder();
    const { blocks, bsize } = await statfs(folder);
    const total = blocks * bsize;
    const needs: Readonly<Record<string, number>> = { 'large.epub': total, 'too-large.epub': total + bsize };
    const { create, jobs, worker } = await startLocalJobs({
      conversionsAtOnce: 1,
      run: async ({ record }) => {
        const bytes = needs[record.upload.name];
        if (bytes === undefined) return await Promise.resolve(outcome);
        const cause = new SpaceShortage({ folder, bytes });
        throw new AudiobookError('output-failed', 'Not enough space.', { cause });
      },
    });
    const named = async (name: string): Promise<Job> => await create({ upload: { name, bytes: 1 } });
    const waiting = await named('large.epub');
    await waitUntil(() => worker.problems().length > 0);
    expect([waiting.record.state, worker.problems()]).toEqual([
      'queued',
      ['The disk has no room for a job that waits for it.'],
    ]);
    const [small, tooLarge] = [await named('small.epub'), await named('too-large.epub')];
    await Promise.all([small.settled, tooLarge.settled]);
    expect([small.record.state, tooLarge.record.state, waiting.record.state]).toEqual(['done', 'failed', 'queued']);
    await jobs.cancel(waiting);
    expect([waiting.record.state, worker.problems()]).toEqual(['canceled', []]);
  });

  it.each([
    { end: async ({ jobs }: LocalJobs, job: Job) => await jobs.cancel(job), state: 'canceled', when: 'is canceled' },
    { end: async ({ jobs }: LocalJobs) => await jobs.close(0), state: 'queued', when: 'is left to the next process' },
  ])('does not wait for room when it $when as the wait begins', async ({ end, state }) => {
    const local = await startLocalJobs({ run: () => Promise.reject(noSpace()), roomCheckMs: 60_000 });
    const ended = new Promise<Job>((resolve, reject) => {
      const stopListening = local.records.events.listen((event) => {
        if (event.type !== 'job' || event.data.record.warnings.length === 0) return;
        stopListening();
        const ending = async (): Promise<Job> => {
          const job = await local.jobs.get(event.job);
          if (!job) throw new Error('The job is gone.');
          await end(local, job);
          return job;
        };
        ending().then(resolve, reject);
      });
    });
    await local.create();
    const { record } = await ended;
    expect(local.records.peek(record.id)?.state).toBe(state);
  });

  it('fails when a caller waits for it', async () => {
    const { create } = await startLocalJobs({ run: () => Promise.reject(noSpace()) });
    const job = await create({ waitedFor: true });
    await job.settled;
    expect(job.record.state).toBe('failed');
  });

  it('is not accepted when its record cannot be written', async () => {
    const { jobs } = await startLocalJobs();
    // The folder of the job is missing, so no file can be made in it.
    const upload = { name: 'a.epub', bytes: 1 };
    const request = { id: newJobId(), kind: 'synthesize', upload, fields: {}, waitedFor: false } as const;
    await expect(jobs.create(request)).rejects.toMatchObject({ code: 'disk-full' });
    expect((await jobs.page({ limit: 10 }, undefined)).total).toBe(0);
  });

  it('has no result when the file is gone, and uploads are refused with 507 when nothing can be written', async () => {
    const cacheFolder = await temporaryFolder();
    const [id] = await writeFinishedBooks(await openJobsFolder(cacheFolder), [{ title: 'Gone' }]);
    await using service = await kokoro.start({}, cacheFolder);
    await rm(service.jobsFolder, { recursive: true, maxRetries: 20 });
    const response = await fetch(`${service.url}/jobs/${id}/result`);
    expect([response.status, await response.json()]).toMatchObject([410, { code: 'gone' }]);
    await writeFile(service.jobsFolder, '');
    await expect(startJob(service)).rejects.toThrow('507');
    await rm(service.jobsFolder);
    await mkdir(service.jobsFolder);
  });
});
