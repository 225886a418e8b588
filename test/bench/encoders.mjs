// Measures encoders side by side: wall and CPU time of 1, 2 and 4 of them, the sound at the joints of their parts against a
// single encode, and memory for a long book. Prints ratios, and ends with exit code 1 when a limit is exceeded.
//
//   npm run build && node test/bench/encoders.mjs [hours = 1] [joints = 200] [formats = m4b,mp3,opus]
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openAudioWriter } from '../../build/audio/open-audio-writer.js';
import { EncoderPool } from '../../build/audio/encoding/parts/encoder-pool.js';
import { locateFfmpeg } from '../../build/audio/ffmpeg/locate-ffmpeg.js';
import { sampleRate, segmentCount, segmentSeconds, speechLike } from './bench-sound.mjs';
import { childrenCpuSeconds, printTable } from './measure.mjs';

const program = fileURLToPath(import.meta.url);
const chosen = (process.argv[4] ?? 'm4b,mp3,opus').split(',');
/** Memory of the Node process. */
const maxMegabytes = 250;
/** Made once. */
const segments = [];
/** Short, to have many joints. A part of Opus ends in the quietest place of five further seconds. */
const jointPartSeconds = 5;

if (process.argv[2] === 'write') await write(JSON.parse(process.argv[3]));
else await bench(Number(process.argv[2] ?? 1), Number(process.argv[3] ?? 200));

async function bench(hours, joints) {
  const exceeded = [];
  const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
  try {
    const rows = [];
    for (const format of chosen) {
      const runs = [];
      for (const encoders of [1, 2, 4]) {
        const run = await measure({ format, encoders, hours, file: path.join(folder, `book.${format}`) });
        runs.push(run);
        const [first] = runs;
        const figures = [run.wall, run.wall / first.wall, run.cpu, run.megabytes];
        rows.push([format, String(encoders), ...figures.map((figure) => figure.toFixed(2))]);
        if (run.hash !== first.hash) exceeded.push(`${format}: other bytes with ${encoders} encoders`);
        if (run.megabytes > maxMegabytes) exceeded.push(`${format}: ${run.megabytes.toFixed(0)} MB`);
      }
    }
    console.log(`${hours} h of sound on ${availableParallelism()} cores`);
    printTable([['format', 'encoders', 'wall s', '× one encoder', 'CPU s of ffmpeg', 'peak MB'], ...rows]);
    const sounds = [];
    for (const format of chosen) {
      const { found, atJoints, inside, single } = await errorsAtJoints(format, joints, folder);
      sounds.push([format, ...[found, atJoints, inside, single].map(String)]);
      if (atJoints > single) exceeded.push(`${format}: ${atJoints} at a joint, ${single} in a single encode`);
    }
    console.log('Largest difference of decoded samples from those that were encoded:');
    printTable([['format', 'joints', 'at joints', 'inside parts', 'single encode'], ...sounds]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const line of exceeded) console.log(`Limit exceeded: ${line}`);
  if (exceeded.length > 0) process.exitCode = 1;
}

/** Writes a book in a process of its own. */
async function measure(job) {
  const before = await childrenCpuSeconds();
  const { stdout, status } = spawnSync(process.execPath, [program, 'write', JSON.stringify(job)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`Writing ended with ${status}.`);
  const result = JSON.parse(stdout);
  return { ...result, cpu: (await childrenCpuSeconds()) - before - result.nodeCpu };
}

async function write(job) {
  // The sound of the bench takes seconds to make.
  for (const _ of pieces(job.hours));
  const started = performance.now();
  await encode(job);
  const wall = (performance.now() - started) / 1000;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const hash = createHash('sha256').update(readFileSync(job.file)).digest('hex');
  await rm(job.file);
  console.log(JSON.stringify({ wall, hash, nodeCpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }));
}

async function encode({ format, encoders, partSeconds, hours, file }) {
  const options = { format, path: file, sampleRate, metadata: { title: 'A Book', authors: [] } };
  const pool = new EncoderPool({ encoders, partSeconds });
  const { signal } = new AbortController();
  const writer = await openAudioWriter({ ...options, encoders: pool, ffmpeg: await locateFfmpeg(), signal });
  writer.startChapter('All');
  for (const samples of pieces(hours)) await writer.write(samples);
  await writer.finish();
  await writer[Symbol.asyncDispose]();
  return writer.spans().map(({ startSample }) => startSample);
}

/** Yields the sound of a book. Its segments repeat. */
function* pieces(hours) {
  for (let index = 0; index < (hours * 3600) / segmentSeconds; index += 1) {
    const at = index % segmentCount;
    segments[at] ??= speechLike(at).samples;
    yield segments[at];
  }
}

/** Returns the largest errors at the joints of short parts, elsewhere in them, and in a single encode. */
async function errorsAtJoints(format, joints, folder) {
  const perPart = jointPartSeconds + (format === 'opus' ? 5 : 0);
  const hours = ((joints + 1) * perPart) / 3600;
  const sound = joined([...pieces(hours)]);
  const [decoded, starts] = [[], []];
  for (const seconds of [jointPartSeconds, 1e6]) {
    const file = path.join(folder, `joints-${seconds}.${format}`);
    starts.push(await encode({ format, encoders: 2, partSeconds: seconds, hours, file }));
    const raw = `${file}.raw`;
    execFileSync((await locateFfmpeg()).path, [
      '-v',
      'error',
      '-i',
      file,
      '-f',
      's16le',
      '-ar',
      String(sampleRate),
      raw,
    ]);
    const bytes = readFileSync(raw);
    decoded.push(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2));
  }
  const atJoint = new Uint8Array(sound.length);
  const around = sampleRate / 20;
  for (const start of starts[0].slice(1)) atJoint.fill(1, start - around, start + around);
  const isJoint = (at) => atJoint[at] === 1;
  const [parted, single] = decoded;
  return {
    found: starts[0].length - 1,
    atJoints: largestError(parted, sound, isJoint),
    inside: largestError(parted, sound, (at) => !isJoint(at)),
    single: largestError(single, sound, () => true),
  };
}

function joined(arrays) {
  const all = new Int16Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const samples of arrays) {
    all.set(samples, at);
    at += samples.length;
  }
  return all;
}

function largestError(decoded, sound, isMeasured) {
  let largest = 0;
  for (let at = 0; at < Math.min(decoded.length, sound.length); at += 1) {
    if (isMeasured(at)) largest = Math.max(largest, Math.abs(decoded[at] - sound[at]));
  }
  return largest;
}
