// Measures several workers on one queue: books an hour with 1, 2, 4 and 8 workers on a service of fixed latency, what the queue adds to the
// time of a book on one worker against `audiobook serve` without a queue, and the memory that a job takes in Redis. Needs redis-server. The
// latency is so long, and the books so short, that workers wait for the service and not for the processors of this machine: see the
// column with the CPU seconds of a book, which times the workers must stay well below the seconds that a book takes, times the cores.
//
//   npm run build && node test/bench/cluster.mjs [books per worker = 2] [latency in ms = 8000] [workers = 1,2,4,8] [words = 500] [part = auto]
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { settingsFrom } from '../../build/core/settings.js';
import { JobFiles } from '../../build/server/cluster/files/job-files.js';
import { openBookQueue } from '../../build/server/cluster/queue/book-queue.js';
import { connectRedis } from '../../build/server/cluster/queue/connect-redis.js';
import { PasswordSeal } from '../../build/server/cluster/queue/sealed-password.js';
import { withoutTimeLimit } from '../../build/server/cluster/records/ask-redis.js';
import { RedisRecords } from '../../build/server/cluster/records/redis-records.js';
import { newJobRecord } from '../../build/server/jobs/job-record.js';
import { openStorage } from '../../build/storage/open-storage.js';
import { benchBook } from './bench-book.mjs';
import { freePort, startRedis, startSpeechService } from './cluster-servers.mjs';
import { childrenCpuSeconds, printTable } from './measure.mjs';

const program = fileURLToPath(new URL('../../bin/audiobook.js', import.meta.url));
const booksPerWorker = Number(process.argv[2] ?? 2);
const latencyMs = Number(process.argv[3] ?? 8000);
const workerCounts = (process.argv[4] ?? '1,2,4,8').split(',').map(Number);
const words = Number(process.argv[5] ?? 500);
const partCharacters = process.argv[6] ?? 'auto';
const jobsForMemory = 1000;

const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
const { signal } = new AbortController();
const epub = await benchBook(words);
const warmUp = await benchBook(10);
let books = 0;
let isSlow = false;

const service = await startSpeechService(async () => {
  if (isSlow) await delay(latencyMs);
});
const { child: redisServer, url: queueUrl } = await startRedis(folder);
const settings = {
  AUDIOBOOK_STORAGE: pathToFileURL(path.join(folder, 'storage')).href,
  ...service.settings,
  AUDIOBOOK_PREFLIGHT: 'off',
  AUDIOBOOK_PART_CHARACTERS: partCharacters,
};
await mkdir(path.join(folder, 'storage'));
const redis = await connectRedis(queueUrl, { signal, onError: () => undefined });
const storage = await openStorage({ settings: settingsFrom([settings]) });
await storage.check(signal);
const records = new RedisRecords(withoutTimeLimit(redis));
const queue = await openBookQueue(redis, new PasswordSeal(settingsFrom([{}])), withoutTimeLimit(redis));

try {
  const bytes = await memoryOfJob();
  const alone = await runAlone();
  const rows = [['workers', 'books', 'seconds', 'books an hour', 'of linear', 'CPU s a book']];
  let first;
  for (const count of workerCounts) {
    const { seconds, made, cpuSeconds } = await runWorkers(count);
    const hourly = (made * 3600) / seconds;
    first ??= hourly / count;
    const share = hourly / (first * count);
    rows.push(
      [count, made, seconds.toFixed(1), hourly.toFixed(1), share.toFixed(2), (cpuSeconds / made).toFixed(1)].map(
        String,
      ),
    );
  }
  const perBook = 3600 / first;
  printTable(rows);
  printTable([
    ['figure', 'measured', 'against', 'ratio', 'limit'],
    [
      'a book: one worker, one machine (s)',
      perBook.toFixed(1),
      alone.toFixed(1),
      (perBook / alone).toFixed(3),
      '≤ 1.03',
    ],
    ['Redis memory of a job that waits (bytes)', String(bytes), '', '', ''],
  ]);
} finally {
  redis.disconnect();
  redisServer.kill('SIGKILL');
  service.server.close();
  service.server.closeAllConnections();
  await once(redisServer, 'exit');
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
/** Returns a speed of its own for a book: what was spoken for one is not used for another. */
function fieldsOfBook() {
  books += 1;
  return { tts_provider: 'kokoro', speed: (0.8 + books / 10_000).toFixed(4) };
}

/** Queues a book and returns its id. */
async function add(book = epub) {
  const id = randomUUID();
  const job = path.join(folder, id);
  await mkdir(path.join(job, 'upload'), { recursive: true });
  await writeFile(path.join(job, 'upload', 'book.epub'), book);
  const files = new JobFiles(storage);
  await files.put({ id, folder: job }, 'upload', signal);
  const upload = { name: 'book.epub', bytes: book.length };
  const record = newJobRecord({ id, kind: 'synthesize', waitedFor: false, upload, fields: fieldsOfBook() });
  await records.create({ record });
  await queue.add(record);
  return id;
}

async function ended(id) {
  await untilTrue(async () => {
    const { record } = await records.get(id);
    if (record.state === 'failed') throw new Error(JSON.stringify(record.failure));
    return record.state === 'done';
  });
}

function environment(name) {
  const home = path.join(folder, name);
  const { PATH } = process.env;
  return { PATH, HOME: home, XDG_CACHE_HOME: home, XDG_STATE_HOME: home, ...settings };
}

/** Runs workers on some books each, after short ones that start their processes. */
async function runWorkers(count) {
  const cpuBefore = await childrenCpuSeconds();
  const args = [program, 'worker', '--queue', queueUrl, '--providers', 'kokoro', '--concurrency', '1', '--grace', '0s'];
  const workers = Array.from({ length: count }, (_, number) => {
    const env = environment(`worker-${count}-${number}`);
    return spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  });
  await Promise.all(workers.map(async ({ stderr }) => await once(stderr, 'data')));
  isSlow = false;
  for (let number = 0; number < 2; number += 1) {
    await Promise.all((await Promise.all(Array.from({ length: count }, async () => await add(warmUp)))).map(ended));
  }
  isSlow = true;
  const started = performance.now();
  const made = count * booksPerWorker;
  const ids = [];
  for (let number = 0; number < made; number += 1) ids.push(await add());
  await Promise.all(ids.map(ended));
  const seconds = (performance.now() - started) / 1000;
  for (const worker of workers) worker.kill('SIGTERM');
  await Promise.all(workers.map(async (worker) => worker.exitCode ?? (await once(worker, 'exit'))));
  return { seconds, made, cpuSeconds: (await childrenCpuSeconds()) - cpuBefore };
}

/** Returns the seconds of a book of a service without a queue, with the same storage, mean of as many books as one worker makes. */
async function runAlone() {
  const port = await freePort();
  const env = { ...environment('alone'), AUDIOBOOK_CONVERSIONS: '1' };
  const args = [program, 'serve', '--host', '127.0.0.1', '--port', `${port}`];
  const server = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await untilTrue(async () => (await fetch(`${url}/health`).catch(() => undefined))?.ok);
  isSlow = false;
  await serveBook(url, warmUp);
  isSlow = true;
  const started = performance.now();
  await Promise.all(Array.from({ length: booksPerWorker }, async () => await serveBook(url, epub)));
  const seconds = (performance.now() - started) / 1000 / booksPerWorker;
  server.kill('SIGKILL');
  await once(server, 'exit');
  return seconds;
}

/** Waits until a service has made a book. */
async function serveBook(url, book) {
  const form = new FormData();
  form.append('file', new File([book], 'book.epub'));
  for (const [name, value] of Object.entries({ ...fieldsOfBook(), kind: 'synthesize' })) form.append(name, value);
  const posted = await fetch(`${url}/jobs`, { method: 'POST', body: form });
  if (!posted.ok) throw new Error(await posted.text());
  const { id } = await posted.json();
  await untilTrue(async () => {
    const { state, error } = await (await fetch(`${url}/jobs/${id}`)).json();
    if (state === 'failed') throw new Error(JSON.stringify(error));
    return state === 'done';
  });
}

async function untilTrue(isTrue) {
  while (!(await isTrue())) await delay(200);
}

/** Returns the bytes that a job takes in Redis while it waits. */
async function memoryOfJob() {
  const before = await usedMemory();
  for (let number = 0; number < jobsForMemory; number += 1) {
    const upload = { name: 'book.epub', bytes: 300_000 };
    const id = randomUUID();
    const record = newJobRecord({ id, kind: 'synthesize', waitedFor: false, upload, fields: fieldsOfBook() });
    await records.create({ record });
    await queue.add(record);
  }
  const bytes = Math.round(((await usedMemory()) - before) / jobsForMemory);
  await redis.flushall();
  return bytes;
}

async function usedMemory() {
  return Number(/^used_memory:(\d+)/mu.exec(await redis.info('memory'))?.[1]);
}
