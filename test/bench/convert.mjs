// Measures whole conversions to M4B by an embedded voice, with an empty store, against a floor measured in the same run: CPU time
// of the engine for the same segments, with the small processes that run it, plus that of the encoder, divided by the cores for
// the wall time. CPU time is nearly the same on a busy machine; wall time is not. The floor is measured before and after the
// conversion, and its mean counts: the speed of a shared machine changes within minutes. Also peak memory for a book and for one of
// a tenth of its length, and startup time against that of an empty Node program.
//
//   npm run build && node test/bench/convert.mjs [words = 60000] [voice = espeak:en-gb]
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { locateFfmpeg } from '../../build/audio/ffmpeg/locate-ffmpeg.js';
import { openAudioWriter } from '../../build/audio/open-audio-writer.js';
import { readBook } from '../../build/book/read-book.js';
import { settingsFrom } from '../../build/core/settings.js';
import { planBook } from '../../build/pipeline/plan/plan.js';
import { findProvider } from '../../build/speech/registry.js';
import { benchBook } from './bench-book.mjs';
import { childrenCpuSeconds, lastCpuSeconds, medianSeconds, peakMegabytes, printTable } from './measure.mjs';

const program = fileURLToPath(new URL('../../bin/audiobook.js', import.meta.url));
const words = Number(process.argv[2] ?? 60_000);
const voice = process.argv[3] ?? 'espeak:en-gb';
const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
const { signal } = new AbortController();

try {
  const long = await book('long', words);
  const short = await book('short', Math.round(words / 10));
  const shortRun = await run(short);
  const before = await floorCpuSeconds(long);
  const longRun = await run(long);
  const floor = (before + (await floorCpuSeconds(long))) / 2;
  const version = medianSeconds(9, () => execFileSync(process.execPath, [program, '--version']));
  const empty = medianSeconds(9, () => execFileSync(process.execPath, ['-e', '0']));
  printTable([
    ['figure', 'measured', 'against', 'ratio', 'limit'],
    row(`wall, ${words} words (s)`, longRun.seconds, floor / availableParallelism(), '≤ 1.15'),
    row('  CPU of all processes (s)', longRun.cpu, floor, ''),
    row('    of the program itself (s)', longRun.ownCpu, floor, ''),
    row('    of engines, encoders and the decoder (s)', longRun.cpu - longRun.ownCpu, floor, ''),
    row(`peak memory, ${words} words (MB)`, longRun.megabytes, shortRun.megabytes, '≤ 1.10'),
    ['  in total', longRun.megabytes.toFixed(0), '', '', '≤ 250'],
    row('startup of --version (s)', version, empty, '≤ 1.50'),
  ]);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function row(figure, measured, against, limit) {
  return [figure, measured.toFixed(2), against.toFixed(2), (measured / against).toFixed(2), limit];
}

async function book(name, length) {
  const file = path.join(folder, `${name}.epub`);
  await writeFile(file, await benchBook(length));
  return file;
}

/** Runs one conversion like a user, with an empty store. */
async function run(file) {
  const home = path.join(folder, `home-${path.basename(file)}`);
  await mkdir(home);
  const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: home, TTS_PROVIDER: 'embedded' };
  const before = await childrenCpuSeconds();
  const started = performance.now();
  const command = [program, 'convert', file, '--voice', voice, '--quiet', '-o', path.join(home, 'book.m4b')];
  const child = spawn(process.execPath, command, { cwd: home, env, stdio: 'inherit' });
  const ownCpu = lastCpuSeconds(child);
  const megabytes = await peakMegabytes(child);
  if (child.exitCode !== 0) throw new Error(`The program ended with ${child.exitCode}.`);
  const seconds = (performance.now() - started) / 1000;
  return { seconds, cpu: (await childrenCpuSeconds()) - before, ownCpu: await ownCpu, megabytes };
}

async function floorCpuSeconds(file) {
  const { chapters } = await readBook(file, { signal });
  const description = findProvider('embedded');
  const provider = await description.create(settingsFrom([]));
  const plan = planBook(chapters, { limit: provider.limit, target: provider.target, language: 'en' });
  const texts = plan.chapters.flatMap((chapter) => chapter.segments).filter(({ spoken }) => spoken);
  const before = await childrenCpuSeconds();
  const pieces = await speakAll(provider, texts);
  await provider[Symbol.asyncDispose]();
  const spoken = await childrenCpuSeconds();
  await encode(pieces);
  const encoded = await childrenCpuSeconds();
  console.log(`floor: engine ${(spoken - before).toFixed(1)} CPU s, encoder ${(encoded - spoken).toFixed(1)} CPU s`);
  return encoded - before;
}

async function speakAll(provider, segments) {
  const pieces = [];
  const next = segments.entries();
  await Promise.all(
    Array.from({ length: provider.concurrency.max }, async () => {
      for (const [index, { text, language }] of next) {
        pieces[index] = await provider.synthesize({ text, voice, language, signal });
      }
    }),
  );
  return pieces;
}

async function encode(pieces) {
  const ffmpeg = await locateFfmpeg();
  const [{ sampleRate }] = pieces;
  const output = path.join(folder, 'floor.m4b');
  const metadata = { title: 'Floor', authors: [] };
  const writer = await openAudioWriter({ path: output, format: 'm4b', sampleRate, metadata, ffmpeg, signal });
  writer.startChapter('All');
  for (const { samples } of pieces) await writer.write(samples);
  await writer.finish();
  await rm(output);
}
