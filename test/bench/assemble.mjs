// Measures how fast stored segments become a book: read from the segment store, trimmed, joined with pauses, leveled,
// encoded and tagged. Each way runs in its own process, in rounds. The best wall time counts, to reduce the influence of
// other work on the machine. Ends with exit code 1 when a limit is exceeded.
//
//   npm run build && node test/bench/assemble.mjs [hours = 1] [chapters = 40] [rounds = 3]
//   npm run build && node test/bench/assemble.mjs memory [hours = 1] [hours = 5] [hours = 20]
//
// `memory` measures FLAC, so that 20 hours take minutes: what stays in memory until the end is the same for all formats, but for
// the sizes of AAC frames (4 MB for 20 hours).
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { trimSilence } from '../../build/core/trim-silence.js';
import { encodeWav } from '../../build/core/wav.js';
import { measured } from '../../build/pipeline/store/segment-file.js';
import { openSegmentStore, segmentAddress } from '../../build/pipeline/store/segment-store.js';
import { sampleRate, segmentCount, segmentSeconds, segmentsIn, speechLike, textOf, wavPath } from './bench-sound.mjs';
import { childrenCpuSeconds, printTable } from './measure.mjs';

/** Limits: wall time relative to the encoder, seconds from the last segment to the file, memory in MB and relative to the first length. */
const limits = { wall: 1.1, tail: 1, megabytes: 250, growth: 1.1 };
const aacAlone = 'AAC encoder alone, from memory';
const mp3Alone = 'MP3 encoder alone, from memory';
const m4b = 'this project, M4B';
const flac = 'this project, FLAC';
/** The ways of `assembly-ways.mjs`, each with the encoder it is compared to. */
const ways = [
  { name: aacAlone },
  { name: m4b, floor: aacAlone, maxWall: limits.wall, hasTail: true },
  { name: 'ffmpeg concat of the WAVs, M4B', floor: aacAlone },
  { name: 'all decoded in memory first, M4B', floor: aacAlone },
  { name: mp3Alone },
  { name: 'this project, MP3 192k', floor: mp3Alone, hasTail: true },
];

const [, , first = '1', ...more] = process.argv;
await withSegments(first === 'memory' ? (segments) => memory(segments, more.map(Number)) : speed);

/** Creates the segments in a temporary folder, in a store and as WAV files, and runs `work` with it. */
async function withSegments(work) {
  const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
  try {
    const store = await openSegmentStore(path.join(folder, 'store'));
    const pauses = [];
    for (let index = 0; index < segmentCount; index += 1) {
      const pcm = measured(speechLike(index));
      pauses.push(pauseAfter(pcm));
      await store.write(addressOf(textOf(index)), pcm);
      await writeFile(wavPath(folder, index), encodeWav(pcm));
    }
    const exceeded = await work({ folder, pauses });
    for (const line of exceeded) console.log(`Limit exceeded: ${line}`);
    if (exceeded.length > 0) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints a table of the speed and returns the exceeded limits. */
async function speed(segments) {
  const [hours, chapters = 40, rounds = 3] = [first, ...more].map(Number);
  const job = { ...segments, hours, chapters };
  const runs = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { name } of ways) {
      const run = await measure(name, job);
      console.error(
        `round ${round + 1} of ${rounds}: ${name}, ${run.wall.toFixed(1)} s, ${run.cpu.toFixed(1)} s of CPU`,
      );
      runs.push(run);
    }
  }
  const best = (name) =>
    runs.filter((run) => run.name === name).reduce((fastest, run) => (run.wall < fastest.wall ? run : fastest));
  const exceeded = [];
  const rows = [];
  for (const { name, floor, maxWall = Infinity, hasTail = false } of ways) {
    const { wall, cpu, peak } = best(name);
    const ratio = floor === undefined ? undefined : wall / best(floor).wall;
    const { tail } = hasTail ? await measure(name, job, 'slow') : {};
    if (ratio > maxWall) exceeded.push(`wall × ${ratio.toFixed(2)}, ${name}`);
    if (tail > limits.tail) exceeded.push(`tail of ${tail.toFixed(2)} s, ${name}`);
    rows.push([
      name,
      wall.toFixed(1),
      ratio?.toFixed(2) ?? '',
      cpu.toFixed(1),
      tail?.toFixed(2) ?? '',
      peak.toFixed(0),
    ]);
  }
  console.log(`${hours} h of sound, ${chapters} chapters, ${segmentsIn(hours)} segments; best of ${rounds}`);
  printTable([['way', 'wall s', '× encoder', 'CPU s', 'tail s', 'peak MB'], ...rows]);
  console.log(`Limits: M4B in ≤ ${limits.wall} × the encoder's wall time, tail ≤ ${limits.tail} s.`);
  console.log('Tail: time from the last segment to the finished file, when speech is slower than the encoder.');
  console.log('Peak: memory of the Node process, without ffmpeg.');
  return exceeded;
}

/** Prints the peak memory for books of several lengths and returns the exceeded limits. */
async function memory(segments, lengths) {
  const all = lengths.length > 0 ? lengths : [1, 5, 20];
  const rows = [];
  for (const hours of all) {
    const { peak, wall, cpu } = await measure(flac, { ...segments, hours, chapters: hours * 4 });
    rows.push({ hours, peak, wall, cpu });
    console.error(`${hours} h: ${peak.toFixed(0)} MB`);
  }
  const base = rows[0].peak;
  const cells = rows.map(({ hours, peak, wall, cpu }) => [
    String(hours),
    peak.toFixed(0),
    (peak / base).toFixed(2),
    wall.toFixed(1),
    cpu.toFixed(1),
  ]);
  printTable([['hours', 'peak MB', '× the first', 'wall s', 'CPU s'], ...cells]);
  console.log(`Limits: ${limits.megabytes} MB, and ${limits.growth} × the first.`);
  return rows
    .filter(({ peak }) => !(peak <= limits.growth * base && peak <= limits.megabytes))
    .map(({ hours, peak }) => `${peak.toFixed(0)} MB for ${hours} h`);
}

/** Measures a way in its own process; with `slow`, with a voice that is slower than the encoder. */
async function measure(name, job, ...slow) {
  const before = await childrenCpuSeconds();
  const program = fileURLToPath(new URL('assembly-ways.mjs', import.meta.url));
  const { stdout, status } = spawnSync(process.execPath, [program, name, JSON.stringify(job), ...slow], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${name} ended with ${status}.`);
  return { name, ...JSON.parse(stdout), cpu: (await childrenCpuSeconds()) - before };
}

/** Returns the pause, in milliseconds, that makes all segments equally long. */
function pauseAfter(pcm) {
  return (segmentSeconds - trimSilence(pcm).samples.length / sampleRate) * 1000;
}

function addressOf(text) {
  return segmentAddress({ provider: 'bench', engine: 'bench', voice: 'bench', language: 'en', text });
}
