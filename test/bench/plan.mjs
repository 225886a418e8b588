// Measures `audiobook plan` on a long book, as a user runs it: the whole program, and the memory of its two processes. The
// goals are 3 seconds and 200 MB for each process; reading the book takes most of it.
//
//   npm run build && node test/bench/plan.mjs [words = 500000]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchBook } from './bench-book.mjs';
import { printTable } from './measure.mjs';

const runs = 5;
const program = fileURLToPath(new URL('../../bin/audiobook.js', import.meta.url));
const [, , words = '500000'] = process.argv;

const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
try {
  const book = path.join(folder, 'book.epub');
  await writeFile(book, await benchBook(Number(words)));
  const rows = [['command', 'wall s', 'main process MB', 'reader MB']];
  for (const command of ['chapters', 'plan']) {
    const measured = [];
    for (let run = 0; run < runs; run += 1) measured.push(await measure([command, book, '--json']));
    const median = measured.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(runs / 2)] ?? measured[0];
    rows.push([command, median.seconds.toFixed(2), median.main.toFixed(0), median.reader.toFixed(0)]);
  }
  console.log(`${words} words, median of ${runs} runs`);
  printTable(rows);
} finally {
  await rm(folder, { recursive: true });
}

/**
 * Runs the program and returns its time and the peak memory of it and its child.
 * @param {readonly string[]} args
 */
async function measure(args) {
  const startedMs = performance.now();
  const env = { PATH: process.env.PATH, HOME: folder, TTS_PROVIDER: 'embedded' };
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const peaks = { main: 0, reader: 0 };
  const look = async () => {
    peaks.main = Math.max(peaks.main, await peakOf(child.pid));
    for (const pid of await childrenOf(child.pid)) peaks.reader = Math.max(peaks.reader, await peakOf(pid));
  };
  const timer = setInterval(() => void look(), 20);
  const [code] = await once(child, 'close');
  clearInterval(timer);
  if (code !== 0) throw new Error(`audiobook ${args[0]} ended with ${code}`);
  return { seconds: (performance.now() - startedMs) / 1000, ...peaks };
}

/** Returns the peak resident memory of a process in megabytes. */
async function peakOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+)/mu.exec(status)?.[1] ?? 0) / 1024;
}

async function childrenOf(pid) {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists
    .join(' ')
    .split(/\s+/u)
    .filter((child) => child !== '');
}
