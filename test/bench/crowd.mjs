// Sends many books at once through two fronts to two workers, and counts the jobs that are lost, stuck or failed, the speech that was asked for
// twice, and the files of the storage that belong to no job. Needs redis-server.
//
//   npm run build && node test/bench/crowd.mjs [books = 500] [minutes = 60]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { benchBook } from './bench-book.mjs';
import { freePort, startRedis, startSpeechService } from './cluster-servers.mjs';
import { printTable } from './measure.mjs';

const program = fileURLToPath(new URL('../../bin/audiobook.js', import.meta.url));
const count = Number(process.argv[2] ?? 500);
const limitMs = Number(process.argv[3] ?? 60) * 60_000;
const uploadsAtOnce = 20;

const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-crowd-'));
const storage = path.join(folder, 'storage');
await mkdir(storage);
const epub = await benchBook(10);
const asked = new Map();

const service = await startSpeechService((body) => asked.set(body, (asked.get(body) ?? 0) + 1));
const { child: redisServer, url: queue } = await startRedis(folder);
const processes = [redisServer];

try {
  const fronts = await Promise.all(['a', 'b'].map(startFront));
  for (const name of ['one', 'two']) start(name, ['worker', '--queue', queue, '--concurrency', '2']);
  const started = performance.now();
  const sent = await sendAll(fronts);
  const sentSeconds = (performance.now() - started) / 1000;
  const states = await ended(fronts[0], sent);
  const seconds = (performance.now() - started) / 1000;
  const countOf = (...named) => String([...states.values()].filter((state) => named.includes(state)).length);
  const twice = [...asked.values()].filter((times) => times > 1).length;
  printTable([
    ['figure', 'measured', 'limit'],
    ['books sent, in seconds', `${sent.length} in ${sentSeconds.toFixed(1)}`, `${count}`],
    ['books made, in seconds', `${countOf('done')} in ${seconds.toFixed(0)}`, `${count}`],
    ['lost', String(sent.filter((id) => !states.has(id)).length), '0'],
    ['stuck', countOf('queued', 'running'), '0'],
    ['failed', countOf('failed'), '0'],
    ['jobs that were not sent', String([...states.keys()].filter((id) => !sent.includes(id)).length), '0'],
    ['speech asked for twice', `${twice} of ${asked.size}`, '0'],
    ['files of no finished job', String((await strayFiles(states)).length), '0'],
  ]);
} finally {
  for (const child of processes) child.kill('SIGKILL');
  await Promise.all(processes.map(async (child) => child.exitCode ?? child.signalCode ?? (await once(child, 'exit'))));
  service.server.close();
  service.server.closeAllConnections();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
function start(name, args) {
  const home = path.join(folder, name);
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CACHE_HOME: home,
    XDG_STATE_HOME: home,
    AUDIOBOOK_STORAGE: pathToFileURL(storage).href,
    ...service.settings,
    AUDIOBOOK_PREFLIGHT: 'off',
    AUDIOBOOK_QUEUE: String(count * 2),
  };
  processes.push(spawn(process.execPath, [program, ...args], { env, stdio: 'ignore' }));
}

async function startFront(name) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  start(name, ['serve', '--queue', queue, '--host', '127.0.0.1', '--port', `${port}`]);
  while (!(await fetch(`${url}/ready`).catch(() => undefined))?.ok) await delay(200);
  return url;
}

/** Sends the books, each with a speed of its own: what is spoken for one is not used for another. Returns the ids of their jobs. */
async function sendAll(fronts) {
  const ids = [];
  const waiting = Array.from({ length: count }, (_, number) => number).values();
  const send = async () => {
    for (const number of waiting) {
      const form = new FormData();
      form.append('file', new File([epub], `book-${number}.epub`));
      const fields = { kind: 'synthesize', speed: (0.8 + number / 10_000).toFixed(4) };
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      const posted = await fetch(`${fronts[number % fronts.length]}/jobs`, { method: 'POST', body: form });
      if (!posted.ok) throw new Error(`${posted.status}: ${await posted.text()}`);
      ids.push((await posted.json()).id);
    }
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, send));
  return ids;
}

/** Waits until no job is queued or runs, and returns the states of all jobs by id. */
async function ended(front) {
  const started = performance.now();
  for (;;) {
    const states = await statesOf(front);
    const open = [...states.values()].filter((state) => state === 'queued' || state === 'running');
    if (open.length === 0 || performance.now() - started > limitMs) return states;
    await delay(5000);
  }
}

async function statesOf(front) {
  const states = new Map();
  for (let cursor; ;) {
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { jobs, next } = await (await fetch(`${front}/jobs?limit=100${query}`)).json();
    for (const { id, state } of jobs) states.set(id, state);
    if (next === undefined) return states;
    cursor = next;
  }
}

/** Returns the files of jobs in the storage that are not results of finished ones. */
async function strayFiles(states) {
  const jobs = path.join(storage, 'jobs');
  const entries = await readdir(jobs, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return files.filter((file) => {
    const [id, place] = path.relative(jobs, file).split(path.sep);
    return states.get(id) !== 'done' || !['book', 'result'].includes(place);
  });
}
