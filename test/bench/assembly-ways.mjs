// The ways in which `assemble.mjs` makes a book of stored segments. Each runs in its own process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { locateFfmpeg } from '../../build/audio/ffmpeg/locate-ffmpeg.js';
import { trimSilence } from '../../build/core/trim-silence.js';
import { decodeWav } from '../../build/core/wav.js';
import { assemble } from '../../build/pipeline/encode/assemble.js';
import { benchTools } from './bench-tools.mjs';
import { sampleRate, segmentCount, segmentSeconds, segmentsIn, speechLike, textOf, wavPath } from './bench-sound.mjs';

/** Long enough for an encoder to process its input. */
const idleSeconds = 3;
const chapterStartMs = 500;
const codecs = {
  m4b: ['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '64k', '-f', 'adts'],
  mp3: ['-c:a', 'libmp3lame', '-compression_level', '7', '-b:a', '192k', '-ar', '44100', '-f', 'mp3'],
};
const toM4b = [...codecs.m4b.slice(0, -2), '-movflags', '+faststart', '-f', 'ipod', '-y'];
const pcmInput = ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1', '-i', 'pipe:0'];

/** Each prepares a job, `{ folder, hours, chapters, pauses, ffmpeg }`, and returns the work, which may return a tail in seconds. */
const ways = {
  'AAC encoder alone, from memory': (job) => encoderAlone(job, 'm4b'),
  'this project, M4B': (job) => makeBook(job, 'm4b'),
  'ffmpeg concat of the WAVs, M4B': concat,
  'all decoded in memory first, M4B': inMemory,
  'MP3 encoder alone, from memory': (job) => encoderAlone(job, 'mp3'),
  'this project, MP3 192k': (job) => makeBook(job, 'mp3'),
  'this project, FLAC': (job) => makeBook(job, 'flac'),
};
/** Run once, with a voice that is slower than the encoder. */
const tailWays = {
  'this project, M4B': (job) => makeBook(job, 'm4b', { isSlow: true }),
  'this project, MP3 192k': (job) => makeBook(job, 'mp3', { isSlow: true }),
};
const [, , way, jobJson, slow] = process.argv;
// As bin/audiobook.js does.
setFlagsFromString('--semi-space-growth-factor=1');
await runOne(slow === undefined ? ways[way] : tailWays[way], JSON.parse(jobJson));

/** Prints the seconds of a prepared way, its tail, and the peak memory of this process in megabytes. */
async function runOne(prepare, options) {
  const work = await prepare({ ...options, ffmpeg: await locateFfmpeg() });
  const started = performance.now();
  const tail = await work();
  const wall = (performance.now() - started) / 1000;
  console.log(JSON.stringify({ wall, tail, peak: process.resourceUsage().maxRSS / 1024 }));
}

/** Works like a conversion. With a slow voice, the work returns the seconds from the last segment to the finished file. */
async function makeBook(job, format, { isSlow = false } = {}) {
  const { folder } = job;
  const output = path.join(folder, `book.${format}`);
  const last = lastSegment(segmentsIn(job.hours), isSlow ? speechLike(segmentCount) : undefined);
  const tools = await benchTools({
    folder,
    synthesize: () => last.speak(),
    onProgress: (event) => last.onProgress(event),
  });
  const options = { request: { output, format }, metadata: { title: 'A Book', authors: ['An Author'] } };
  return async () => {
    await assemble(plannedChapters(job, isSlow ? textOf(`${segmentCount} (${format})`) : undefined), options, tools);
    const tail = last.secondsSince();
    await rm(output, { force: true });
    return tail;
  };
}

/** A last segment that is not in the store. It is spoken when the encoder has processed all others. */
function lastSegment(segments, pcm) {
  let allTaken;
  const others = new Promise((resolve) => {
    allTaken = resolve;
  });
  let taken = 0;
  let spokenAt;
  return {
    onProgress({ type, characters }) {
      if (type !== 'segment-spoken' || characters === 0) return;
      taken += 1;
      if (taken === segments - 1) allTaken();
    },
    async speak() {
      await others;
      await delay(idleSeconds * 1000);
      spokenAt = performance.now();
      return pcm;
    },
    secondsSince: () => (spokenAt === undefined ? undefined : (performance.now() - spokenAt) / 1000),
  };
}

/** Plans a book. `lastText` is the text of its last segment, which no run before has put into the store. */
function* plannedChapters({ hours, chapters, pauses }, lastText) {
  const segments = segmentsIn(hours);
  const length = Math.ceil(segments / chapters);
  let index = 0;
  for (let from = 0; from < segments; from += length) {
    const chapter = from / length;
    const common = { chapter, language: 'en' };
    const planned = [{ ...common, index: index++, text: '', pauseMs: chapterStartMs, spoken: false }];
    for (let at = from; at < Math.min(segments, from + length); at += 1) {
      const isLast = at === segments - 1;
      const text = (isLast ? lastText : undefined) ?? textOf(at % segmentCount);
      planned.push({ ...common, index: index++, text, pauseMs: pauses[at % segmentCount], spoken: true });
    }
    yield { title: `Chapter ${chapter + 1}`, segments: planned };
  }
}

/** The encoder alone, with the samples of the book before leveling. */
async function encoderAlone({ hours, chapters, ffmpeg, folder }, format) {
  const pieces = [];
  for (let index = 0; index < segmentCount; index += 1) {
    const piece = new Int16Array(segmentSeconds * sampleRate);
    piece.set(trimSilence(decodeWav(await readFile(wavPath(folder, index)))).samples);
    pieces.push(Buffer.from(piece.buffer));
  }
  const silence = Buffer.alloc(chapterStartMs * (sampleRate / 1000) * 2);
  const segments = segmentsIn(hours);
  const length = Math.ceil(segments / chapters);
  return async () => {
    const encoder = spawn(ffmpeg.path, ['-v', 'error', ...pcmInput, ...codecs[format], '-y', '/dev/null']);
    const exit = once(encoder, 'exit');
    for (let at = 0; at < segments; at += 1) {
      if (at % length === 0) encoder.stdin.write(silence);
      if (!encoder.stdin.write(pieces[at % segmentCount])) await once(encoder.stdin, 'drain');
    }
    encoder.stdin.end();
    await exit;
  };
}

async function concat({ hours, ffmpeg, folder }) {
  const list = path.join(folder, 'list.txt');
  const lines = Array.from({ length: segmentsIn(hours) }, (_, at) => `file '${wavPath(folder, at % segmentCount)}'`);
  await writeFile(list, lines.join('\n'));
  const output = path.join(folder, 'concat.m4b');
  const args = ['-v', 'error', '-nostdin', '-f', 'concat', '-safe', '0', '-i', list, ...toM4b, output];
  return async () => {
    await once(spawn(ffmpeg.path, args, { stdio: 'ignore' }), 'exit');
    await stat(output);
    await rm(output);
  };
}

async function inMemory({ hours, ffmpeg, folder }) {
  const output = path.join(folder, 'memory.m4b');
  return async () => {
    const parts = [];
    for (let at = 0; at < segmentsIn(hours); at += 1) {
      parts.push((await readFile(wavPath(folder, at % segmentCount))).subarray(44));
    }
    const sound = Buffer.concat(parts);
    const encoder = spawn(ffmpeg.path, ['-v', 'error', ...pcmInput, ...toM4b, output]);
    const exit = once(encoder, 'exit');
    encoder.stdin.end(sound);
    await exit;
    await rm(output);
  };
}
