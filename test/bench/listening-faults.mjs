// Converts a short book again and again with `--verify listen`, while 15 % of the answers of its speech service are soft
// faults: half of the audio, a dropped or doubled sentence, another text. Each run has another seed. A run is whole when the
// words of the finished file, as a recognizer hears them, are those of the book; it may also end with exit code 6 or 9. Any
// other end is false. The service speaks letters as tones, and a tiny recognizer without trained weights hears them.
//
//   npm run build && node test/bench/listening-faults.mjs [--runs 100] [--seed 1] [--rate 0.15] [--jobs 2]
//
// Exits with 1 when a run is false.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { decodeSpeech } from '../../build/audio/ffmpeg/decode-speech.js';
import { locateFfmpeg } from '../../build/audio/ffmpeg/locate-ffmpeg.js';
import { RecognizerPool } from '../../build/listening/recognizer-pool.js';
import { AudioHearing } from '../../build/listening/hear-audio.js';
import { bundle } from './fault-matrix/bundle.mjs';
import { printTable } from './measure.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const program = path.join(here, '../../bin/audiobook.js');
const helper = async (name) => await import(await bundle(path.join(here, '../helpers', name)));
const { installTinyRecognizer } = await helper('tiny-recognizers.ts');
const { startKokoroServer } = await helper('servers/kokoro-server.ts');
const { speakLetters } = await helper('servers/letter-tones.ts');
const { seededRandom } = await helper('seeded-random.ts');
const { writeBook } = await helper('small-book.ts');

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '0.15' },
    jobs: { type: 'string', default: '2' },
  },
});
const kinds = ['half', 'missing-sentence', 'missing-middle', 'stutter', 'wrong-text'];
const names = 'Anna Boris Clara David Emma Felix Greta Henry Irma Jakob Klara Leon'.split(' ');
const paragraphs = names.map(
  (name, at) =>
    `${name} came down to the harbor before dawn. Not one of the ${at + 3} ships had come in that night. So the lamp was put out again by ${names.at(at - 1)}.`,
);
const text = ['The Harbor', ...paragraphs].join(' ');

const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
const { signal } = new AbortController();
const pool = new RecognizerPool([await installTinyRecognizer(path.join(folder, 'data'))]);
const ffmpeg = await locateFfmpeg();
const body = `<h1>The Harbor</h1>${paragraphs.map((one) => `<p>${one}</p>`).join('')}`;
const book = await writeBook(folder, {
  title: 'Harbor',
  language: 'en',
  documents: [{ path: 'a.xhtml', title: 'The Harbor', body }],
});
const counts = { whole: 0, 'exit 6': 0, 'exit 9': 0, false: 0 };
let next = Number(values.seed);
const end = next + Number(values.runs);
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
await pool[Symbol.asyncDispose]();
await rm(folder, { recursive: true, force: true });
printTable([Object.keys(counts), Object.values(counts).map(String)]);
process.exit(counts.false > 0 ? 1 : 0);

async function work() {
  while (next < end) {
    const seed = next;
    next += 1;
    const { outcome, detail } = await run(seed);
    counts[outcome] += 1;
    if (outcome !== 'whole') console.log(`seed ${seed}: ${outcome}: ${detail}`);
  }
}

/** Returns how a run with a seed ends. */
async function run(seed) {
  const random = seededRandom(seed);
  const fault = () => (random() < Number(values.rate) ? kinds[Math.floor(random() * kinds.length)] : undefined);
  const server = await startKokoroServer({ faults: fault, speak: speakLetters });
  const own = path.join(folder, String(seed));
  await mkdir(own);
  try {
    return await converted(server.url, own);
  } finally {
    await server[Symbol.asyncDispose]();
    await rm(own, { recursive: true, force: true });
  }
}

async function converted(url, own) {
  const output = path.join(own, 'book.mp3');
  const environment = {
    ...process.env,
    AUDIOBOOK_CACHE_DIR: path.join(own, 'cache'),
    AUDIOBOOK_DATA_DIR: path.join(folder, 'data'),
    AUDIOBOOK_PREFLIGHT: 'off',
    KOKORO_API_URL: `${url}/v1`,
  };
  const options = ['--provider', 'kokoro', '--verify', 'listen', '-o', output];
  const { code, stderr } = await execute(['convert', book, ...options], environment);
  const lastLine = stderr.trim().split('\n').at(-1);
  if (code === 6 || code === 9) return { outcome: `exit ${code}`, detail: lastLine };
  if (code !== 0) return { outcome: 'false', detail: `exit ${code}: ${lastLine}` };
  const difference = await differenceIn(output);
  return difference === undefined ? { outcome: 'whole' } : { outcome: 'false', detail: difference };
}

async function execute(args, env) {
  return await new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env, maxBuffer: 1e8 }, (error, _stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stderr }),
    );
  });
}

/** Returns the first words of a file that are not those of the book, or undefined. */
async function differenceIn(file) {
  const hearing = new AudioHearing(pool, 'en', signal);
  await decodeSpeech(file, { ffmpeg, sampleRate: 16_000, signal, onSound: async (pcm) => await hearing.add(pcm) });
  const heard = lettersOf((await hearing.end()).words.map((word) => word.text).join(' '));
  const expected = lettersOf(text);
  if (heard === expected) return undefined;
  const at = [...expected].findIndex((letter, index) => letter !== heard[index]);
  return `"${heard.slice(Math.max(0, at - 20), at + 40)}" instead of "${expected.slice(Math.max(0, at - 20), at + 40)}"`;
}

/** The recognizer may join words: letters are compared. */
function lettersOf(words) {
  return words.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
