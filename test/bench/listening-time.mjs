// Measures what `--verify listen` adds to the wall time of a book: the built program with a local voice, with and without
// listening, by turns, each run with an empty store. The voice and the recognizer are tiny models: what the program adds is
// measured, not what a real recognizer computes (0.1 to 0.2 of the length of the sound, on one core). `--work` says how much
// the voice computes; at 300 it is far faster than a real one, so that the ratio is higher than beside a real one.
//
//   npm run build && node test/bench/listening-time.mjs [--words 1500] [--turns 3] [--work 300]
//
// Exits with 1 when the median of the ratios exceeds 1.10.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { embeddedProvider } from '../../build/speech/embedded/embedded.js';
import { openNaturalSpeech } from '../../build/speech/natural/natural-speech.js';
import { benchBook } from './bench-book.mjs';
import { bundle } from './fault-matrix/bundle.mjs';
import { printTable } from './measure.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const program = path.join(here, '../../bin/audiobook.js');
const helper = async (name) => await import(await bundle(path.join(here, '../helpers', name)));
const { installTinyEar } = await helper('tiny-ears.ts');
const { installTinyVoice } = await helper('tiny-voices.ts');
const { firstTone, tinySound } = await helper('tiny-voices/tiny-symbols.ts');
const { wavBytes } = await helper('servers/spoken-audio.ts');
const { values } = parseArgs({
  options: {
    words: { type: 'string', default: '1500' },
    turns: { type: 'string', default: '3' },
    work: { type: 'string', default: '300' },
  },
});
const most = 1.1;
const turns = Number(values.turns);
const sentence = 'The old man counted six white ships.';
const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
const dataFolder = path.join(folder, 'data');
try {
  await installTinyVoice(dataFolder, { kind: 'supertonic', work: Number(values.work) });
  await installEar();
  const book = path.join(folder, 'bench.epub');
  await writeFile(book, await benchBook(Number(values.words)));
  // The first run warms the disk.
  await convert(book, 'off');
  const ratios = [];
  const rows = [['turn', 'without (s)', 'listen (s)', 'ratio', 'heard']];
  for (let turn = 1; turn <= turns; turn += 1) {
    const [plain, listened] = await pair(book, turn);
    ratios.push(listened.seconds / plain.seconds);
    const times = [plain.seconds, listened.seconds, ratios.at(-1)].map((value) => value.toFixed(2));
    rows.push([String(turn), ...times, `${listened.hearing.whole} of ${listened.hearing.segments}`]);
  }
  printTable(rows);
  const median = ratios.toSorted((one, other) => one - other)[turns >> 1];
  console.log(`Median of the ratios: ${median.toFixed(3)} (at most ${most.toFixed(2)}).`);
  process.exitCode = median > most ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Installs a recognizer that hears the letters and marks of the voice, and lets the voice speak the sentence of its self-test. */
async function installEar() {
  const { rate, frame, symbols } = tinySound('supertonic');
  const known = symbols.flatMap((symbol, id) => (/^[!-~]$/u.test(symbol) ? [{ symbol, id }] : []));
  const tones = {
    symbols: known.map(({ symbol }) => symbol),
    hertz: known.map(({ id }) => ((firstTone + id) * rate) / frame),
    frameSeconds: frame / rate,
    blankFrames: 0.6,
  };
  const ear = await installTinyEar(dataFolder, { languages: ['en'], tones });
  const natural = await openNaturalSpeech({ dataFolder, setting: { calls: 1, threads: 1 } });
  const provider = await embeddedProvider({ espeak: [], natural, engines: 1 });
  const { signal } = new AbortController();
  const [voice] = await provider.voices('en', signal);
  const spoken = await provider.synthesize({ voice: voice.id, language: 'en', text: sentence, signal });
  await provider[Symbol.asyncDispose]();
  await writeFile(path.join(ear.folder, 'self-test.txt'), sentence);
  await writeFile(path.join(ear.folder, 'self-test.wav'), wavBytes(spoken.samples, spoken.sampleRate));
}

/** Runs both, in an order that changes with each turn, and returns the run without listening first. */
async function pair(book, turn) {
  if (turn % 2 === 1) return [await convert(book, 'off'), await convert(book, 'listen')];
  const listened = await convert(book, 'listen');
  return [await convert(book, 'off'), listened];
}

/** Runs one conversion like a user, with an empty store. */
async function convert(book, verify) {
  const own = await mkdtemp(path.join(folder, 'run-'));
  const output = path.join(own, 'book.mp3');
  const env = {
    ...process.env,
    AUDIOBOOK_DATA_DIR: dataFolder,
    AUDIOBOOK_CACHE_DIR: path.join(own, 'cache'),
    TTS_PROVIDER: 'embedded',
  };
  const started = performance.now();
  const stdout = await execute(['convert', book, '--verify', verify, '-o', output, '--json'], env);
  const seconds = (performance.now() - started) / 1000;
  await rm(own, { recursive: true, force: true });
  return { seconds, hearing: JSON.parse(stdout).hearing };
}

/** Returns what the program prints. Fails when it ends with another exit code than 0: then not every word was heard. */
async function execute(args, env) {
  return await new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...args], { env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`Exit ${error.code}: ${stderr.trim()}`)),
    );
  });
}
