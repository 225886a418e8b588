// Measures a book that is finished already, as a user runs it: the same run again, and a run in which only tags are different.
// Each is a run of the whole program, compared with reading every byte of the result once, which tells that it is unchanged.
// The encoder is ffmpeg, but each length of audio is encoded once and its frames are used again: only the size of the file
// counts here. A book of two hours at most, for which ffmpeg really encodes, tells what a chapter that changed costs compared with
// encoding everything from the segment store. Ends with exit code 1 when a limit for ten hours is exceeded.
//
//   npm run build && node test/bench/finished.mjs [hours = 10]
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { locateFfmpeg } from '../../build/audio/ffmpeg/locate-ffmpeg.js';
import { benchBook } from './bench-book.mjs';
import { childrenCpuSeconds, printTable } from './measure.mjs';

/** Of the voice. */
const wordsPerHour = 9600;
const wordsPerChapter = 1500;
const rounds = 3;
const limits = { again: 1, tags: 3, changedShare: 0.6 };
const changedHours = 2;
const program = fileURLToPath(new URL('../../bin/audiobook.js', import.meta.url));
const [, , hours = '10'] = process.argv;

/** Answers what ffmpeg answered to audio of the same length with the same options. */
const encoder = (ffmpeg, folder) => `#!/bin/bash
case " $* " in *" pipe:0 "*) ;; *) exec '${ffmpeg}' "$@" ;; esac
input=$(mktemp '${folder}/input-XXXXXX')
cat > "$input"
answer='${folder}/'$(echo "$* $(stat -c %s "$input")" | md5sum | cut -d ' ' -f 1)
if [ ! -e "$answer" ]; then '${ffmpeg}' "$@" < "$input" > "$input.new" && mv "$input.new" "$answer"; fi
rm "$input"
cat "$answer"
`;

const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
try {
  const answers = path.join(folder, 'answers');
  await mkdir(answers);
  const ffmpeg = path.join(folder, 'ffmpeg');
  await writeFile(ffmpeg, encoder((await locateFfmpeg()).path, answers));
  await chmod(ffmpeg, 0o755);
  await writeFile(path.join(folder, 'book.epub'), await benchBook(Number(hours) * wordsPerHour));
  run(ffmpeg, []);
  const output = path.join(folder, 'book.m4b');
  const { seconds } = JSON.parse(await readFile(`${output}.report.json`, 'utf8'));
  const { size } = await stat(output);
  console.log(`${(seconds / 3600).toFixed(1)} h of sound, ${(size / 1e6).toFixed(0)} MB; best of ${rounds}`);
  const ways = {
    'every byte read once': async () =>
      void createHash('sha256')
        .update(await readFile(output))
        .digest('hex'),
    'the same run again': () => run(ffmpeg, []),
    'other tags': (round) => run(ffmpeg, ['--meta', `title=Round ${round}`]),
  };
  const best = {};
  for (let round = 0; round < rounds; round += 1) {
    // Tags are back as they were before the next round.
    for (const [way, work] of [...Object.entries(ways), [undefined, ways['the same run again']]]) {
      const [cpu, started] = [await cpuSeconds(), performance.now()];
      await work(round);
      const measured = { wall: (performance.now() - started) / 1000, cpu: (await cpuSeconds()) - cpu };
      if (way && !(best[way]?.wall < measured.wall)) best[way] = measured;
    }
  }
  const [floor] = Object.values(best);
  const rows = Object.entries(best).map(([way, { wall, cpu }]) => [
    way,
    wall.toFixed(2),
    cpu.toFixed(2),
    (cpu / floor.cpu).toFixed(1),
  ]);
  printTable([['way', 'wall s', 'CPU s', '× reading it'], ...rows]);
  console.log(`Limits for 10 h: ${limits.again} s for the same run, ${limits.tags} s for other tags.`);
  if (best['the same run again'].wall > limits.again || best['other tags'].wall > limits.tags) process.exitCode = 1;
  await measureChange(Math.min(Number(hours), changedHours) * wordsPerHour);
} finally {
  await rm(folder, { recursive: true });
}

/**
 * Prints what a chapter that changed costs, with the real ffmpeg.
 * @param {number} words
 */
async function measureChange(words) {
  const ffmpeg = (await locateFfmpeg()).path;
  const write = async (changed) =>
    await writeFile(path.join(folder, 'book.epub'), await benchBook(words, wordsPerChapter, 0, changed));
  const measure = async (format, ...options) => {
    const before = await cpuSeconds();
    run(ffmpeg, options, format);
    return (await cpuSeconds()) - before;
  };
  const changed = Math.round(words / wordsPerChapter / 2);
  const rows = [];
  for (const format of ['m4b', 'mp3', 'opus']) {
    await write(0);
    run(ffmpeg, ['--fresh'], format);
    await write(changed);
    const one = await measure(format);
    const all = await measure(format, '--fresh');
    rows.push([format, all.toFixed(2), one.toFixed(2), (one / all).toFixed(2)]);
    if (one / all > limits.changedShare) process.exitCode = 1;
  }
  const title = `${(words / wordsPerHour).toFixed(1)} h, from the store`;
  printTable([[title, 'all encoded, CPU s', 'one chapter changed', 'share'], ...rows]);
  console.log(`Limit for ${changedHours} h: ${limits.changedShare} × encoding everything.`);
}

/** Returns the CPU seconds of this process and of its ended children. */
async function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + (await childrenCpuSeconds());
}

/**
 * @param {string} ffmpeg
 * @param {readonly string[]} options
 */
function run(ffmpeg, options, format = 'm4b') {
  const args = [
    'convert',
    'book.epub',
    '-o',
    `book.${format}`,
    '--provider',
    'embedded',
    '--voice',
    'espeak:en-gb',
    '-q',
  ];
  const env = { PATH: process.env.PATH, HOME: folder, FFMPEG_PATH: ffmpeg };
  const { status, stderr } = spawnSync(process.execPath, [program, ...args, '--loudness', 'off', ...options], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`audiobook ended with ${status}: ${stderr}`);
}
