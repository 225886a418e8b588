// What lists cost at many kept jobs in comparison with few: `GET /jobs?limit=1`, `/library?limit=20`, `/feed.xml?limit=20`, the snapshot
// of `/events`, and the sweep, of jobs in a folder and on Redis. Prints the medians in milliseconds and their ratio.
//
//   npm run build && node test/bench/lists.mjs [few = 10] [many = 10000] [requests = 41]
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { JobFiles } from '../../build/server/cluster/files/job-files.js';
import { withoutTimeLimit } from '../../build/server/cluster/records/ask-redis.js';
import { RedisRecords } from '../../build/server/cluster/records/redis-records.js';
import { FolderFiles } from '../../build/server/jobs/local/folder-files.js';
import { FolderRecords } from '../../build/server/jobs/local/folder-records.js';
import { sweepJobs } from '../../build/server/jobs/sweep-jobs.js';
import { openStorage } from '../../build/storage/open-storage.js';
import { settingsFrom } from '../../build/core/settings.js';
import { startRedis } from './cluster-servers.mjs';
import { printTable } from './measure.mjs';

const [few, many, requests] = [10, 10_000, 41].map((usual, at) => Number(process.argv[at + 2] ?? usual));
const program = fileURLToPath(new URL('../../bin/audiobook.js', import.meta.url));
const { signal } = new AbortController();
const logger = pino({ level: 'silent' });
const sweepOptions = { limits: { keepMs: 1e12, keepBytes: 1e15 }, logger, signal };

const rows = [['', `${Number(few)} jobs`, `${Number(many)} jobs`, 'ratio']];
for (const [place, measure] of [
  ['folder', inFolder],
  ['Redis', onRedis],
]) {
  const [small, large] = [await measure(few), await measure(many)];
  for (const [name, ms] of Object.entries(small)) {
    rows.push([[place, name].join(': '), ms.toFixed(2), large[name].toFixed(2), (large[name] / ms).toFixed(2)]);
  }
}
printTable(rows);

function recordOf(at) {
  const id = randomUUID();
  const endedMs = Date.now() - at * 1000;
  const title = `Volume ${at}`;
  const file = { file: 'audiobook.m4b', name: `${title}.m4b`, mediaType: 'audio/mp4', bytes: 5e6 };
  const book = { title, authors: [`Author ${at % 97}`], language: 'en' };
  return {
    version: 1,
    id,
    kind: 'audiobook',
    state: 'done',
    createdMs: endedMs,
    endedMs,
    starts: 0,
    waitedFor: false,
    upload: { name: `${at}.epub`, bytes: 1e6 },
    fields: { voice: 'af_heart' },
    warnings: [],
    result: file,
    files: [{ ...file, kind: 'audio' }],
    report: {
      book,
      seconds: 600,
      voice: 'af_heart',
      chapters: [{ title: 'One', startMs: 0 }],
      files: [{ seconds: 600 }],
    },
    shelf: { ...book, seconds: 600, voice: 'af_heart', chapters: 1, hasCover: false, fileSeconds: [600] },
  };
}

async function inFolder(count) {
  return await inTemporaryFolder(async (folder) => {
    const jobs = path.join(folder, 'audiobook-jobs');
    await mkdir(jobs);
    await writeFile(path.join(jobs, '.audiobook-jobs'), '');
    for (let at = 0; at < count; at += 1) {
      const record = recordOf(at);
      await mkdir(path.join(jobs, record.id));
      await writeFile(path.join(jobs, record.id, '.audiobook-job'), '');
      await writeFile(path.join(jobs, record.id, 'job.json'), JSON.stringify(record));
    }
    const records = await FolderRecords.open(jobs, logger);
    const sweep = await sweepTime({ records, files: new FolderFiles(jobs) });
    return { ...(await served(folder, [])), sweep };
  });
}

async function onRedis(count) {
  return await inTemporaryFolder(async (folder) => {
    const { child, url } = await startRedis(folder);
    const client = new Redis(url, { maxRetriesPerRequest: null });
    client.on('error', () => undefined);
    try {
      const address = `file://${path.join(folder, 'storage')}`;
      await mkdir(path.join(folder, 'storage'));
      const storage = await openStorage({ settings: settingsFrom([{ AUDIOBOOK_STORAGE: address }]) });
      const records = new RedisRecords(withoutTimeLimit(client));
      for (let at = 0; at < count; at += 1) await records.create({ record: recordOf(at) });
      const sweep = await sweepTime({ records, files: new JobFiles(storage) });
      return { ...(await served(folder, ['--queue', url, '--storage', address])), sweep };
    } finally {
      client.disconnect();
      child.kill();
      await once(child, 'exit');
    }
  });
}

async function sweepTime(places) {
  return await median(async () => await sweepJobs({ ...places, ...sweepOptions }));
}

/** Returns the medians of the requests to a service. */
async function served(folder, flags) {
  const environment = { ...process.env, AUDIOBOOK_CACHE_DIR: folder, AUDIOBOOK_JOBS_LIMIT_GB: '100000' };
  const service = spawn(process.execPath, [program, 'serve', '--port', '0', ...flags], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = await once(service.stdout, 'data');
    service.stdout.resume();
    const url = String(line).trim();
    const fetched = (route) => async () => {
      const answer = await fetch(url + route);
      if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    };
    const times = {};
    for (const route of ['/jobs?limit=1', '/library?limit=20', '/feed.xml?limit=20'])
      times[route] = await median(fetched(route));
    times['/events snapshot'] = await median(async () => {
      const leaving = new AbortController();
      const { body } = await fetch(`${url}/events`, { signal: leaving.signal });
      await body.getReader().read();
      leaving.abort();
    });
    return times;
  } finally {
    service.kill();
    await once(service, 'exit');
  }
}

async function median(work) {
  const times = [];
  for (let count = 0; count < requests; count += 1) {
    const startedMs = performance.now();
    await work();
    times.push(performance.now() - startedMs);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(requests / 2)];
}

async function inTemporaryFolder(work) {
  const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-lists-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
