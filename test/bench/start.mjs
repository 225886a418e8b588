// Measures how fast the program starts: `--version` and `--help` against an empty Node program of the same run, and the
// time from the start of `convert` to its first request to a speech service, which listens in this process.
// Medians count. The goals are 1.15 × and 1.3 × the empty program, and 0.5 s for 100,000 words.
//
//   npm run build && node test/bench/start.mjs [words = 100000]
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchBook } from './bench-book.mjs';
import { medianSeconds, printTable } from './measure.mjs';

const program = fileURLToPath(new URL('../../bin/audiobook.js', import.meta.url));
const words = Number(process.argv[2] ?? 100_000);
const runs = 15;
const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));

try {
  const nothing = path.join(folder, 'nothing.mjs');
  await writeFile(nothing, '');
  const [empty, version, help] = medians([[nothing], [program, '--version'], [program, '--help']]);
  const book = path.join(folder, 'book.epub');
  await writeFile(book, await benchBook(words));
  const unread = await secondsToFirstRequest(book, (run) => path.join(folder, `cache-${run}`));
  const read = await secondsToFirstRequest(book, () => path.join(folder, 'cache-0'));
  printTable([
    ['figure', 'measured (s)', 'empty Node (s)', 'ratio', 'limit'],
    row('--version', version, empty, '≤ 1.15'),
    row('--help', help, empty, '≤ 1.30'),
    [`convert to the first request, ${words} words`, unread.toFixed(3), '', '', '≤ 0.5 s'],
    ['  of a book that was read before', read.toFixed(3), '', '', '≤ 0.5 s'],
  ]);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Runs the programs by turns, because the load of the machine changes, and returns the median seconds of each. */
function medians(commands) {
  const times = commands.map(() => []);
  for (let run = 0; run < runs; run += 1)
    for (const [index, args] of commands.entries())
      times[index].push(medianSeconds(1, () => execFileSync(process.execPath, args)));
  return times.map((own) => own.toSorted((one, other) => one - other)[Math.floor(runs / 2)]);
}

function row(figure, measured, empty, limit) {
  return [figure, measured.toFixed(3), empty.toFixed(3), (measured / empty).toFixed(2), limit];
}

/**
 * Kills the program at its first request, so that no speech is ever kept. Each run has an output of its own: the lock of a killed run
 * takes a moment to take over.
 */
async function secondsToFirstRequest(book, cacheOf) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const times = [];
  for (let run = 0; run < 7; run += 1) {
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_CACHE_HOME: cacheOf(run),
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `http://127.0.0.1:${server.address().port}/v1`,
    };
    const output = path.join(await mkdtemp(path.join(folder, 'run-')), 'book.mp3');
    const command = [program, 'convert', book, '--provider', 'openai', '--quiet', '-o', output];
    const started = performance.now();
    const child = spawn(process.execPath, command, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
    const ended = once(child, 'exit');
    const request = once(server, 'request').then(() => true);
    const isAsked = await Promise.race([request, ended.then(() => false)]);
    times.push((performance.now() - started) / 1000);
    if (!isAsked) throw new Error('The program ended without a request.');
    child.kill('SIGKILL');
    await ended;
  }
  server.closeAllConnections();
  server.close();
  return times.toSorted((one, other) => one - other)[3];
}
