/**
 * How fast ready segments become a book: `node test/bench/assemble.mjs [hours=1] [chapters=40] [rounds=3]`, after
 * `npm run build`. Each way runs in a process of its own, fed with the same WAV files, by turns; the best wall time of the
 * rounds counts, so that other work on the machine does less harm. Memory is the peak of the Node process.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const RATE = 24_000;
const SEGMENTS = 60;
const SEGMENT_SECONDS = 15;
/** Long enough for an encoder to take what it has been given. */
const IDLE_SECONDS = 3;
const AAC = ['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '64k'];
const IPOD = ['-movflags', '+faststart', '-f', 'ipod', '-y'];
const PCM = ['-f', 's16le', '-ar', String(RATE), '-ac', '1', '-i', 'pipe:0'];

/** @param {string} path */
const built = async (path) => await import(new URL(`../../dist/audio/${path}.js`, import.meta.url).href);

/** @type {Record<string, (job: Job) => Promise<number | void>>} */
const WAYS = {
  'encoder alone, from memory': encoderAlone,
  'this project, M4B': async (job) => await assemble(job, 'm4b'),
  'this project, MP3 192k': async (job) => await assemble(job, 'mp3'),
  'ffmpeg concat of the WAVs, M4B': concat,
  'all decoded in memory first, M4B': inMemory,
};

/** @typedef {{ folder: string, hours: number, chapters: number, ffmpeg: { path: string, version: string } }} Job */

const [, , first, second, third] = process.argv;
const way = first === undefined ? undefined : WAYS[first];
if (way === undefined) await compare(Number(first ?? 1), Number(second ?? 40), Number(third ?? 3));
else await runOne(way, JSON.parse(second ?? ''), third ?? '');

/**
 * @param {number} hours
 * @param {number} chapters
 * @param {number} rounds
 */
async function compare(hours, chapters, rounds) {
  const place = await mkdtemp(join(tmpdir(), 'audiobook-bench-'));
  try {
    const { encodeWav } = await built('../core/wav');
    for (let index = 0; index < SEGMENTS; index += 1) {
      await writeFile(segmentPath(place, index), encodeWav({ samples: speechLike(index), sampleRate: RATE }));
    }
    const runs = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const name of Object.keys(WAYS)) runs.push(measure(name, hours, chapters, place));
    }
    const rows = Object.keys(WAYS).map((name) => best(runs.filter((run) => run.name === name)));
    const floor = rows[0]?.wall ?? 1;
    console.log(`${hours} h of sound, ${chapters} chapters, ${Math.round((hours * 3600) / SEGMENT_SECONDS)} segments`);
    console.table(
      rows.map(({ name, wall, cpu, tail, peak }) => ({
        way: name,
        'wall s': Number(wall.toFixed(1)),
        '× floor': Number((wall / floor).toFixed(2)),
        'CPU s': Number(cpu.toFixed(1)),
        'tail s': tail === undefined ? undefined : Number(tail.toFixed(2)),
        'peak MB': peak,
      })),
    );
    console.log('tail: from the last segment to the finished file, when the encoder has kept up with the speech');
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** @typedef {{ name: string, wall: number, cpu: number, tail?: number, peak: number }} Run */

/**
 * @param {Run[]} runs
 * @returns {Run}
 */
function best(runs) {
  return runs.reduce((fastest, run) => (run.wall < fastest.wall ? run : fastest));
}

/**
 * @param {string} name
 * @param {number} hours
 * @param {number} chapters
 * @param {string} place
 * @returns {Run}
 */
function measure(name, hours, chapters, place) {
  const args = [fileURLToPath(import.meta.url), name, JSON.stringify({ hours, chapters }), place];
  const before = childrenCpuSeconds();
  const output = execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 24 });
  const { wall, tail, peak } = JSON.parse(output.slice(output.lastIndexOf('{')));
  return { name, wall, tail, peak, cpu: childrenCpuSeconds() - before };
}

/** Of all processes that have ended under this one; where the system does not tell (Linux does), not a number. */
function childrenCpuSeconds() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return Number.NaN;
  }
}

/**
 * @param {(job: Job) => Promise<number | void>} work
 * @param {{ hours: number, chapters: number }} size
 * @param {string} place
 */
async function runOne(work, size, place) {
  const { locateFfmpeg } = await built('locate-ffmpeg');
  const job = { ...size, folder: place, ffmpeg: await locateFfmpeg({}) };
  const start = performance.now();
  const tail = await work(job);
  // The wait that makes the tail measurable is no work.
  const wall = (performance.now() - start) / 1000 - (tail === undefined ? 0 : IDLE_SECONDS);
  console.log(JSON.stringify({ wall, tail, peak: Math.round(process.resourceUsage().maxRSS / 1024) }));
}

/** @param {Job} job */
async function encoderAlone({ hours, ffmpeg, folder: place }) {
  const sound = Buffer.concat(
    await Promise.all(Array.from({ length: SEGMENTS }, (_, index) => samplesOf(place, index))),
  );
  const encoder = spawn(ffmpeg.path, ['-v', 'error', ...PCM, ...AAC, '-f', 'adts', '-y', '/dev/null']);
  const exit = once(encoder, 'exit');
  const rounds = (hours * 3600) / (SEGMENTS * SEGMENT_SECONDS);
  for (let round = 0; round < rounds; round += 1) {
    const part = sound.subarray(0, Math.round(Math.min(1, rounds - round) * (sound.length / 2)) * 2);
    if (!encoder.stdin.write(part)) await once(encoder.stdin, 'drain');
  }
  encoder.stdin.end();
  await exit;
}

/**
 * @param {Job} job
 * @param {'m4b' | 'mp3'} format
 */
async function assemble({ hours, chapters, ffmpeg, folder: place }, format) {
  const { openAudioWriter } = await built('audio-writer');
  const segments = Math.round((hours * 3600) / SEGMENT_SECONDS);
  const path = join(place, `book.${format}`);
  const { signal } = new AbortController();
  const metadata = { title: 'A Book', authors: ['An Author'] };
  const writer = await openAudioWriter({ path, format, sampleRate: RATE, metadata, ffmpeg, signal });
  let tailStart = 0;
  for (let index = 0; index < segments; index += 1) {
    if (index % Math.ceil(segments / chapters) === 0) writer.startChapter(`Chapter ${index}`);
    const bytes = await samplesOf(place, index % SEGMENTS);
    if (index === segments - 1) {
      await delay(IDLE_SECONDS * 1000);
      tailStart = performance.now();
    }
    await writer.write(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2));
  }
  await writer.finish();
  await rm(path);
  return (performance.now() - tailStart) / 1000;
}

/** @param {Job} job */
async function concat({ hours, ffmpeg, folder: place }) {
  const list = join(place, 'list.txt');
  const segments = Math.round((hours * 3600) / SEGMENT_SECONDS);
  const lines = Array.from({ length: segments }, (_, index) => `file '${segmentPath(place, index % SEGMENTS)}'`);
  await writeFile(list, lines.join('\n'));
  const output = join(place, 'concat.m4b');
  const options = ['-f', 'concat', '-safe', '0', '-i', list, ...AAC, ...IPOD, output];
  await once(spawn(ffmpeg.path, ['-v', 'error', '-nostdin', ...options], { stdio: 'ignore' }), 'exit');
  await stat(output);
  await rm(output);
}

/** @param {Job} job */
async function inMemory({ hours, ffmpeg, folder: place }) {
  const segments = Math.round((hours * 3600) / SEGMENT_SECONDS);
  const parts = [];
  for (let index = 0; index < segments; index += 1) parts.push(await samplesOf(place, index % SEGMENTS));
  const sound = Buffer.concat(parts);
  const output = join(place, 'memory.m4b');
  const encoder = spawn(ffmpeg.path, ['-v', 'error', ...PCM, ...AAC, ...IPOD, output]);
  const exit = once(encoder, 'exit');
  encoder.stdin.end(sound);
  await exit;
  await rm(output);
}

/**
 * @param {string} place
 * @param {number} index
 */
function segmentPath(place, index) {
  return join(place, `segment-${index}.wav`);
}

/**
 * @param {string} place
 * @param {number} index
 */
async function samplesOf(place, index) {
  return (await readFile(segmentPath(place, index))).subarray(44);
}

/**
 * Something as hard to encode as a voice: gliding harmonics in syllables, a little breath, pauses.
 *
 * @param {number} seed
 */
function speechLike(seed) {
  const samples = new Int16Array(SEGMENT_SECONDS * RATE);
  let phase = 0;
  let noise = seed + 1;
  for (let at = 0; at < samples.length; at += 1) {
    const seconds = at / RATE;
    const pitch = 110 + 30 * Math.sin(seconds * 2.1 + seed) + 10 * Math.sin(seconds * 11);
    phase += (2 * Math.PI * pitch) / RATE;
    noise = (noise * 1_103_515_245 + 12_345) % 2 ** 31;
    const syllable = Math.max(0, Math.sin(seconds * 13 + seed)) * (seconds % 4 < 3.6 ? 1 : 0);
    let voice = 0;
    for (let harmonic = 1; harmonic <= 16; harmonic += 1) voice += Math.sin(phase * harmonic) / harmonic;
    samples[at] = Math.round(syllable * (6000 * voice + 1500 * (noise / 2 ** 30 - 1)));
  }
  return samples;
}
