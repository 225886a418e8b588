// Memory of the process of `serve` that converts books: its peak for a book, for one of ten times the length after it, and what it
// holds when it waits for the next one. Linux only.
//
//   npm run build && node test/bench/service-memory.mjs [words = 40000] [voice = espeak:en-gb]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { benchBook } from './bench-book.mjs';
import { freePort } from './cluster-servers.mjs';
import { printTable } from './measure.mjs';

const program = fileURLToPath(new URL('../../bin/audiobook.js', import.meta.url));
const words = Number(process.argv[2] ?? 40_000);
const voice = process.argv[3] ?? 'espeak:en-gb';
const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-memory-'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const { PATH } = process.env;
const service = spawn(process.execPath, [program, 'serve', '--port', `${port}`], {
  env: { PATH, HOME: folder, XDG_CACHE_HOME: folder, XDG_STATE_HOME: folder, TTS_PROVIDER: 'embedded' },
  stdio: 'ignore',
});

try {
  while (!(await fetch(`${url}/ready`).catch(() => undefined))?.ok) await delay(200);
  await convert(Math.round(words / 10));
  const short = await workerMegabytes();
  await convert(words);
  const long = await workerMegabytes();
  printTable([
    ['figure', 'measured', 'against', 'ratio'],
    row(`peak for ${words} words (MB)`, long.peak, short.peak),
    row('held afterwards (MB)', long.held, short.held),
  ]);
} finally {
  service.kill();
  await once(service, 'exit');
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

function row(figure, measured, against) {
  return [figure, measured.toFixed(0), against.toFixed(0), (measured / against).toFixed(2)];
}

async function convert(length) {
  const form = new FormData();
  form.append('file', new File([await benchBook(length)], 'book.epub'));
  for (const [name, value] of Object.entries({ kind: 'synthesize', format: 'm4b', voice })) form.append(name, value);
  const posted = await fetch(`${url}/jobs`, { method: 'POST', body: form });
  if (!posted.ok) throw new Error(`${posted.status}: ${await posted.text()}`);
  const { id } = await posted.json();
  for (;;) {
    const { state, error } = await (await fetch(`${url}/jobs/${id}`)).json();
    if (state === 'done') return;
    if (state !== 'queued' && state !== 'running') throw new Error(`${state}: ${JSON.stringify(error)}`);
    await delay(1000);
  }
}

/** Returns the memory of the one process that has converted all books so far. */
async function workerMegabytes() {
  const workers = [];
  for (const pid of await readdir('/proc')) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    if (Number(/PPid:\s+(\d+)/u.exec(status)?.[1]) !== service.pid) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    if (command.includes('conversion-worker')) workers.push(status);
  }
  const [held, peak] = ['VmRSS', 'VmHWM'].map((name) => Math.max(...workers.map((status) => megabytes(status, name))));
  return { held, peak };
}

function megabytes(status, name) {
  return Number(new RegExp(`${name}:\\s+(\\d+)`, 'u').exec(status)?.[1]) / 1024;
}
