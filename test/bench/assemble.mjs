// How fast ready segments become a book, the way that every book goes: read from the segment store, trimmed, with pauses,
// levelled, encoded, tagged. Each way runs in a process of its own, by turns; the best wall time of the rounds counts, so that
// other work on the machine does less harm. Ends with exit code 1 when a bound does not hold.
//
//   npm run build && node test/bench/assemble.mjs [hours = 1] [chapters = 40] [rounds = 3]
//   npm run build && node test/bench/assemble.mjs memory [hours = 1] [hours = 5] [hours = 20]
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { trimSilence } from '../../build/audio/pcm/trim-silence.js';
import { encodeWav } from '../../build/core/wav.js';
import { measured } from '../../build/pipeline/synthesis/segment-file.js';
import { openSegmentStore, segmentAddress } from '../../build/pipeline/synthesis/segment-store.js';
import { sampleRate, segmentCount, segmentSeconds, segmentsIn, speechLike, textOf, wavPath } from './bench-sound.mjs';
import { childrenCpuSeconds, printTable } from './measure.mjs';

/** Bounds: wall time beside the encoder alone, seconds from the last segment to the file, memory of the longest beside the shortest. */
const most = { wall: 1.1, tail: 2, memory: 1.1 };
const aacAlone = 'AAC encoder alone, from memory';
const mp3Alone = 'MP3 encoder alone, from memory';
const m4b = 'this project, M4B';
/** What `assembly-ways.mjs` knows, each beside the encoder it uses. */
const ways = [
  { name: aacAlone },
  { name: m4b, floor: aacAlone, maxWall: most.wall, hasTail: true },
  { name: 'ffmpeg concat of the WAVs, M4B', floor: aacAlone },
  { name: 'all decoded in memory first, M4B', floor: aacAlone },
  { name: mp3Alone },
  { name: 'this project, MP3 192k', floor: mp3Alone, hasTail: true },
];

const [, , first = '1', ...more] = process.argv;
await withSegments(first === 'memory' ? (place) => memory(place, more.map(Number)) : speed);

/** Makes the segments in a folder, in a store and as WAV files, for as long as `work` takes. */
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
    const broken = await work({ folder, pauses });
    for (const line of broken) console.log(`Not held: ${line}`);
    if (broken.length > 0) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints the table of speed; answers the bounds that do not hold. */
async function speed(place) {
  const [hours, chapters = 40, rounds = 3] = [first, ...more].map(Number);
  const job = { ...place, hours, chapters };
  const runs = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { name } of ways) runs.push(await measure(name, job));
  }
  const best = (name) =>
    runs.filter((run) => run.name === name).reduce((fastest, run) => (run.wall < fastest.wall ? run : fastest));
  const broken = [];
  const rows = [];
  for (const { name, floor, maxWall = Infinity, hasTail = false } of ways) {
    const { wall, cpu, peak } = best(name);
    const ratio = floor === undefined ? undefined : wall / best(floor).wall;
    const { tail } = hasTail ? await measure(name, job, 'slow') : {};
    if (ratio > maxWall) broken.push(`wall × ${ratio.toFixed(2)}, ${name}`);
    if (tail > most.tail) broken.push(`tail of ${tail.toFixed(2)} s, ${name}`);
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
  console.log(`Wanted: M4B in ≤ ${most.wall} × the encoder's wall; tail ≤ ${most.tail} s.`);
  console.log('Tail: from the last segment to the finished file, when speech is slower than the encoder.');
  console.log('Peak: of the Node process; ffmpeg is not counted.');
  return broken;
}

/** Prints the peak memory for books of several lengths; answers the bound that does not hold. */
async function memory(place, lengths) {
  const all = lengths.length > 0 ? lengths : [1, 5, 20];
  const rows = [];
  for (const hours of all) {
    const { peak, wall } = await measure(m4b, { ...place, hours, chapters: hours * 4 });
    rows.push({ hours, peak, wall });
    console.error(`${hours} h: ${peak.toFixed(0)} MB`);
  }
  const base = rows[0].peak;
  const cells = rows.map(({ hours, peak, wall }) => [
    hours,
    peak.toFixed(0),
    (peak / base).toFixed(2),
    wall.toFixed(1),
  ]);
  printTable([['hours', 'peak MB', '× the first', 'wall s'], ...cells.map((row) => row.map(String))]);
  console.log(`Wanted: ≤ ${most.memory} × the first.`);
  return rows
    .filter(({ peak }) => !(peak <= most.memory * base))
    .map(({ hours, peak }) => `${peak.toFixed(0)} MB for ${hours} h`);
}

/** One way, in a process of its own, `slow` with a voice that is slower than the encoder. */
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

/** Milliseconds that make a segment as long as every other. */
function pauseAfter(pcm) {
  return (segmentSeconds - trimSilence(pcm).samples.length / sampleRate) * 1000;
}

function addressOf(text) {
  return segmentAddress({ provider: 'bench', engine: 'bench', voice: 'bench', language: 'en', text });
}
