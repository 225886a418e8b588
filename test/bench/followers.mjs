// What followers of one job and of all jobs cost the service, in CPU seconds of its process, the time to the first sound, and the
// size of the page.
// Usage: npm run build && node test/bench/followers.mjs BOOK.epub [FOLLOWERS]
import { spawn } from 'node:child_process';
import { openAsBlob, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

const [book, followers = '200'] = process.argv.slice(2);
const count = Number(followers);
const measuredSeconds = 12;
const root = path.join(import.meta.dirname, '../..');
const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-followers-'));
const environment = { ...process.env, AUDIOBOOK_CACHE_DIR: folder, TTS_PROVIDER: 'embedded' };
const service = spawn(process.execPath, [path.join(root, 'bin/audiobook.js'), 'serve', '--port', '0'], {
  env: environment,
  stdio: ['ignore', 'pipe', 'ignore'],
});
try {
  const url = await addressOf(service);
  const form = new FormData();
  form.set('file', await openAsBlob(book), path.basename(book));
  form.set('kind', 'synthesize');
  form.set('listen', 'true');
  const startedMs = performance.now();
  const { id } = await (await fetch(`${url}/jobs`, { method: 'POST', body: form })).json();
  const playlist = await (await fetch(`${url}/jobs/${id}/listen.m3u8`)).text();
  await (await fetch(`${url}/jobs/${id}/${/^listen\/.+$/mu.exec(playlist)[0]}`)).arrayBuffer();
  console.log(`first sound: ${((performance.now() - startedMs) / 1000).toFixed(2)} s after the upload began`);
  const alone = await cpuShare();
  const followed = await followedShare(`${url}/jobs/${id}/events`);
  const allFollowed = await followedShare(`${url}/events`);
  const stop = new AbortController();
  for (let one = 0; one < count; one += 1)
    void listen(`${url}/jobs/${id}/listen.m3u8`, one * (8000 / count), stop.signal);
  await delay(8000);
  const listened = await cpuShare();
  stop.abort();
  console.log(`service alone: ${percent(alone)} of a core`);
  console.log(`with ${count} followers of its events: ${percent(followed)}`);
  console.log(`with ${count} followers of the events of all jobs: ${percent(allFollowed)}`);
  console.log(`with ${count} listeners who read the playlist every 8 s: ${percent(listened)}`);
  const { state } = await (await fetch(`${url}/jobs/${id}`)).json();
  if (state !== 'running') console.log(`The job is ${state}: the book is too short to measure.`);
  for (const line of await pageSizes()) console.log(line);
} finally {
  service.kill();
  await new Promise((resolve) => service.once('exit', resolve));
  await rm(folder, { recursive: true, force: true });
}

async function addressOf({ stdout }) {
  for await (const chunk of stdout) {
    const url = /^http:\/\/\S+$/mu.exec(String(chunk))?.[0];
    if (url !== undefined) {
      stdout.resume();
      return url;
    }
  }
  throw new Error('The service did not start.');
}

/** Share of a core that the process of the service used, without its workers. Linux only. */
async function cpuShare() {
  const before = cpuSeconds();
  await delay(measuredSeconds * 1000);
  return (cpuSeconds() - before) / measuredSeconds;
}

function cpuSeconds() {
  const fields = readFileSync(`/proc/${service.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Share of a core while an address is followed. */
async function followedShare(address) {
  const open = Array.from({ length: count }, () => follow(address));
  await delay(2000);
  const share = await cpuShare();
  for (const one of open) one.destroy();
  return share;
}

/** Bytes of the files of the page that a browser runs, as they are sent. */
async function pageSizes() {
  const assets = path.join(root, 'dist/web/assets');
  const names = (await readdir(assets)).filter((name) => /\.(?:js|css)$/u.test(name));
  return await Promise.all(
    names.map(async (name) => {
      const packed = gzipSync(await readFile(path.join(assets, name)), { level: 9 });
      return `${name}: ${(packed.length / 1000).toFixed(1)} kB compressed`;
    }),
  );
}

function follow(address) {
  const one = request(address, { agent: false }, (response) => response.resume());
  one.on('error', () => undefined);
  return one.end();
}

async function listen(address, waitMs, signal) {
  await delay(waitMs);
  while (!signal.aborted) {
    await fetch(address, { signal })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
    await delay(8000, undefined, { signal }).catch(() => undefined);
  }
}

function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}
