// Measures what `--verify listen` adds to a book that a local voice speaks: the built program with and without listening, by
// turns, each run with an empty store. Voice and recognizer are tiny models that compute as much for a second of sound as real
// ones, or a share of it (`--scale`). Their costs are those that others published (docs/listening.md says where from).
//
//   npm run build && node test/bench/listening-time.mjs [--voice kokoro] [--ear parakeet-v2] [--words 300] [--turns 1] [--scale 0.2]
//
// Prints the ratio of the wall times, and who used the processor: the engine of the voice, the engine of the recognizer, and
// the program itself. From that it prints what listening adds beside each voice and recognizer. CPU time is counted on Linux.
// Exits with 1 when the program itself, without the engine of the recognizer, adds more than 2 % to Kokoro.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { embeddedProvider } from '../../build/speech/embedded/embedded.js';
import { openNaturalSpeech } from '../../build/speech/natural/natural-speech.js';
import { benchBook } from './bench-book.mjs';
import { bundle } from './fault-matrix/bundle.mjs';
import { childrenCpuSeconds, printTable } from './measure.mjs';

/** Seconds that a second of sound takes on both of two cores. Voices by their fastest estimate: the worst case for the ratio. */
const voices = { kokoro: 0.9, supertonic: 0.3, 'piper-medium': 0.1 };
const ears = { 'parakeet-110m': 0.066, 'parakeet-v2': 0.118 };
const cores = 2;
/** What the program itself may add to Kokoro. */
const mostOwn = 0.02;

const program = path.join(import.meta.dirname, '../../bin/audiobook.js');
const helper = async (name) => await import(await bundle(path.join(import.meta.dirname, '../helpers', name)));
const { installTinyRecognizer } = await helper('tiny-recognizers.ts');
const { installTinyVoice } = await helper('tiny-voices.ts');
const { firstTone, tinySound } = await helper('tiny-voices/tiny-symbols.ts');
const { wavBytes } = await helper('servers/spoken-audio.ts');
const { values } = parseArgs({
  options: {
    voice: { type: 'string', default: 'kokoro' },
    ear: { type: 'string', default: 'parakeet-v2' },
    words: { type: 'string', default: '300' },
    turns: { type: 'string', default: '1' },
    scale: { type: 'string', default: '0.2' },
  },
});
const scale = Number(values.scale);
const sentence = 'The old man counted six white ships.';
const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
const dataFolder = path.join(folder, 'data');
try {
  const work = await workFor(voices[values.voice] * cores * scale, ears[values.ear] * cores * scale);
  await install(work);
  const book = await bookOf(Number(values.words));
  const turns = [];
  for (let turn = 1; turn <= Number(values.turns); turn += 1) turns.push(await pair(book, turn));
  process.exitCode = print(turns.toSorted((one, other) => ratioOf(one) - ratioOf(other))[turns.length >> 1]);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Returns the work of the models at which their engines use this many CPU seconds for a second of sound. */
async function workFor(voiceCost, earCost) {
  const probe = 1000;
  const book = await bookOf(60);
  await install({ voice: 0, ear: 0 });
  const idle = await convert(book, 'listen');
  await install({ voice: probe, ear: probe });
  const busy = await convert(book, 'listen');
  const workOf = (engine, cost) => {
    const least = idle[engine] / idle.sound;
    const each = (busy[engine] / busy.sound - least) / probe;
    return Math.max(0, Math.round((cost - least) / each));
  };
  return { voice: workOf('voice', voiceCost), ear: workOf('ear', earCost) };
}

async function bookOf(words) {
  const book = path.join(folder, `bench-${words}.epub`);
  await writeFile(book, await benchBook(words));
  return book;
}

/** Installs both. The recognizer hears the letters and marks of the voice, which speaks the sentence of its self-test. */
async function install(work) {
  await installTinyVoice(dataFolder, { kind: 'supertonic', work: work.voice });
  const { rate, frame, symbols } = tinySound('supertonic');
  const known = symbols.flatMap((symbol, id) => (/^[!-~]$/u.test(symbol) ? [{ symbol, id }] : []));
  const tones = {
    symbols: known.map(({ symbol }) => symbol),
    hertz: known.map(({ id }) => ((firstTone + id) * rate) / frame),
    frameSeconds: frame / rate,
    blankFrames: 0.6,
    work: work.ear,
  };
  const ear = await installTinyRecognizer(dataFolder, { languages: ['en'], tones });
  const natural = await openNaturalSpeech({ dataFolder, setting: { calls: 1, threads: 1 } });
  const provider = await embeddedProvider({ espeak: [], natural, engines: 1 });
  const { signal } = new AbortController();
  const [voice] = await provider.voices('en', signal);
  const spoken = await provider.synthesize({ voice: voice.id, language: 'en', text: sentence, signal });
  await provider[Symbol.asyncDispose]();
  await writeFile(path.join(ear.folder, 'self-test.txt'), sentence);
  await writeFile(path.join(ear.folder, 'self-test.wav'), wavBytes(spoken.samples, spoken.sampleRate));
}

/** Runs both, in an order that changes with each turn. */
async function pair(book, turn) {
  if (turn % 2 === 1) return { plain: await convert(book, 'off'), listened: await convert(book, 'listen') };
  const listened = await convert(book, 'listen');
  return { plain: await convert(book, 'off'), listened };
}

function ratioOf({ plain, listened }) {
  return listened.seconds / plain.seconds;
}

/** Runs one conversion like a user, with an empty store, and returns its seconds of wall, CPU and sound. */
async function convert(book, verify) {
  const own = await mkdtemp(path.join(folder, 'run-'));
  const log = path.join(own, 'cpu');
  await mkdir(log);
  const env = {
    ...process.env,
    AUDIOBOOK_DATA_DIR: dataFolder,
    AUDIOBOOK_CACHE_DIR: path.join(own, 'cache'),
    TTS_PROVIDER: 'embedded',
    NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'cpu-log.mjs')}`,
    CPU_LOG: log,
  };
  const [started, before] = [performance.now(), await childrenCpuSeconds()];
  const args = ['convert', book, '--verify', verify, '-o', path.join(own, 'book.mp3'), '--json'];
  const report = JSON.parse(await execute(args, env));
  const seconds = (performance.now() - started) / 1000;
  const cpu = (await childrenCpuSeconds()) - before;
  const engines = await enginesIn(log);
  await rm(own, { recursive: true, force: true });
  return {
    seconds,
    ...engines,
    program: cpu - engines.voice - engines.ear,
    sound: report.seconds,
    hearing: report.hearing,
  };
}

/** Returns the CPU seconds of the engines: of all threads but the first of their processes. */
async function enginesIn(log) {
  const engines = { voice: 0, ear: 0 };
  const names = await readdir(log);
  for (const name of names.filter((one) => one.endsWith('.json'))) {
    const { program: of, total, first } = JSON.parse(await readFile(path.join(log, name), 'utf8'));
    if (of === 'natural-worker.js') engines.voice += total - first;
    if (of === 'recognizer-worker.js') engines.ear += total - first;
  }
  return engines;
}

/** Returns what the program prints. Fails with all of its output when it ends with another exit code than 0: then not every word was heard. */
async function execute(args, env) {
  return await new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...args], { env, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${error.signal ?? `Exit ${error.code}`}\n${stderr}\n${stdout}`));
    });
  });
}

/** Prints the measurement and what follows from it for all voices and recognizers, and returns the exit code. */
function print({ plain, listened }) {
  const rows = [['CPU s per s of sound', 'voice', 'recognizer', 'program', 'wall (s)']];
  for (const [name, run] of Object.entries({ without: plain, listen: listened })) {
    const costs = ['voice', 'ear', 'program'].map((part) => perSound(run, part).toFixed(4));
    rows.push([name, ...costs, run.seconds.toFixed(1)]);
  }
  printTable(rows);
  const { hearing, sound } = listened;
  const inWall = `${percent(ratioOf({ plain, listened }) - 1)} to the wall, ${percent(cpuOf(listened) / cpuOf(plain) - 1)} to the CPU time`;
  console.log(
    `${hearing.whole} of ${hearing.segments} segments whole, ${Math.round(sound)} s of sound. Listening added ${inWall}.`,
  );
  const own = perSound(listened, 'program') - perSound(plain, 'program');
  const rest = perSound(plain, 'program');
  console.log(`The program itself uses ${(own * 1000).toFixed(1)} CPU ms more for a second of sound.\n`);
  const added = [['beside', 'recognizer', 'its engine', 'program', 'together', 'at most 10 % when it hears']];
  for (const [voice, voiceCost] of Object.entries(voices)) {
    for (const [ear, earCost] of Object.entries(ears)) {
      const base = voiceCost * cores + rest;
      const [engine, ours] = [(earCost * cores) / base, own / base];
      const heard = Math.min(1, 0.1 / (engine + ours));
      const hears = heard === 1 ? 'every segment' : `${Math.floor(heard * 100)} of 100`;
      added.push([voice, ear, percent(engine), percent(ours), percent(engine + ours), hears]);
    }
  }
  printTable(added);
  return own / (voices.kokoro * cores + rest) > mostOwn ? 1 : 0;
}

function perSound(run, part) {
  return run[part] / run.sound;
}

function cpuOf(run) {
  return run.voice + run.ear + run.program;
}

function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}
