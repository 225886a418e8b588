// Measures what the program adds to the engine of an installed natural voice: the CPU and wall time of a whole job against those of
// the engine alone with the same utterances, how much of the engine was idle, how long one sentence takes, and the time to the
// first sound. On a machine that does other work, only the CPU times and the idle share mean something.
//
//   npm run build && node test/bench/natural-speed.mjs VOICE [book] [chapters = 1-2]
//
// with the installed voices of AUDIOBOOK_DATA_DIR. AUDIOBOOK names another program to measure, such as that of an older checkout.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { childrenCpuSeconds, printTable } from './measure.mjs';
import { firstSounds } from './natural-speed/first-sounds.mjs';
import { replay } from './natural-speed/replay.mjs';

const here = import.meta.dirname;
const [, , voice, book = path.join(here, '../books/the-last-tram.epub'), chapters = '1-2'] = process.argv;
const program = process.env.AUDIOBOOK ?? path.join(here, '../../bin/audiobook.js');
const sentence =
  'The lamp went out, and for a while there was nothing but the sound of the rain on the roof of the old house, where nobody had lived for years.';

const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
try {
  const log = path.join(folder, 'engine.log');
  const job = await run(['convert', book, '--chapters', chapters, '--voice', voice, '-o', at('book.m4b')], log);
  const engine = await replayed(log);
  const say = await run(['say', sentence, '--voice', voice, '-o', at('say.wav')]);
  const seconds = ((await stat(at('say.wav'))).size - 44) / 2 / engine.sampleRate;
  printTable([
    ['figure', 'program', 'engine alone', 'ratio'],
    ['CPU s', job.cpu.toFixed(1), engine.cpu.toFixed(1), share(job.cpu, engine.cpu)],
    ['wall s', job.wall.toFixed(1), engine.wall.toFixed(1), share(job.wall, engine.wall)],
    ['engine idle between its first and last utterance, of all places', share(engine.idle, 1), '', ''],
    ['places of the engine idle, in all the job', share(engine.idleInJob(job.wall), 1), '', ''],
    [`encoded again`, job.said.includes('ncoding the audio again') ? 'yes' : 'no', '', ''],
    [`say: CPU s for ${seconds.toFixed(1)} s of sound`, say.cpu.toFixed(2), '', ''],
    ['say: wall s', say.wall.toFixed(2), '', ''],
    ...(await firstSounds({ program, book, voice, folder, environment: environment() })).map(([name, value]) => [
      name,
      value.toFixed(2),
      '',
      '',
    ]),
  ]);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function share(part, whole) {
  return (part / whole).toFixed(3);
}

function at(name) {
  return path.join(folder, name);
}

function environment(log) {
  const preload = `--import=${pathToFileURL(path.join(here, 'engine-log.mjs')).href}`;
  const own = log === undefined ? {} : { ENGINE_LOG: log, NODE_OPTIONS: preload };
  return { ...process.env, XDG_CACHE_HOME: at('cache'), XDG_STATE_HOME: at('state'), TTS_PROVIDER: 'embedded', ...own };
}

/** Runs the program and returns its CPU seconds, with those of its children, its wall seconds and what it said. */
async function run(args, log) {
  const [cpuBefore, started] = [await childrenCpuSeconds(), performance.now()];
  const child = spawn(process.execPath, [program, ...args], {
    env: environment(log),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(said);
  return { cpu: (await childrenCpuSeconds()) - cpuBefore, wall: (performance.now() - started) / 1000, said };
}

/** Asks an engine alone for the utterances of a log, and returns what both took. */
async function replayed(log) {
  const entries = (await readFile(log, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { load } = entries.find((entry) => entry.load);
  const utterances = entries.flatMap(({ ask }) => ask ?? []);
  const asked = entries.filter(({ ask, id }) => ask !== undefined || id !== undefined);
  let [busy, inFlight, calls] = [0, 0, 1];
  for (const [index, { ask }] of asked.entries()) {
    inFlight += ask === undefined ? -1 : 1;
    calls = Math.max(calls, inFlight);
    busy += inFlight * ((asked[index + 1]?.at ?? asked[index].at) - asked[index].at);
  }
  const worker = path.join(path.dirname(program), '../dist/natural-worker.js');
  const alone = await replay(worker, { load, utterances, calls });
  const idle = 1 - busy / calls / (asked.at(-1).at - asked[0].at);
  const { sampleRate } = entries.find((entry) => entry.sampleRate);
  return { ...alone, idle, idleInJob: (wall) => 1 - busy / calls / 1000 / wall, sampleRate };
}
