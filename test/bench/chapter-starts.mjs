// Checks that chapter marks match the audio, at hour 0 and at hour 13. A book of 14 chapters of a little more than an hour,
// each a tone and then silence, is made like every book (plan, segment store, leveling, encoder). The finished file is
// decoded completely, and again from just before each mark, like a player that seeks.
//
//   npm run build && node test/bench/chapter-starts.mjs [hours = 13] [formats = m4b,mp3]
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { locateFfmpeg } from '../../build/audio/ffmpeg/locate-ffmpeg.js';
import { assemble } from '../../build/pipeline/encode/assemble.js';
import { benchTools } from './bench-tools.mjs';
import { printTable } from './measure.mjs';

const sampleRate = 24_000;
/** Samples per chapter: not a multiple of a second, a millisecond or a frame of any codec. */
const chapterSamples = 3607 * sampleRate + 7919;
/** Largest distance of a tone from its chapter's mark, in milliseconds: one frame for MP3. */
const limits = { m4b: 1, mp3: (1152 / 44_100) * 1000, opus: 1, flac: 1 };
/** Length of the pauses that the silence consists of. */
const pauseMs = 10_000;
/** Time decoded before a mark when seeking. */
const seekSeconds = 0.5;
/** A tone begins where it reaches this share of its loudest sample. */
const onset = 0.4;

const hours = Number(process.argv[2] ?? 13);
const formats = (process.argv[3] ?? 'm4b,mp3').split(',');
const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
const ffmpeg = await locateFfmpeg();
try {
  const rows = [];
  for (const format of formats) rows.push(...(await check(format)));
  printTable([
    ['format', 'hour', 'mark (s)', 'tone from it (ms)', 'after a seek (ms)', 'limit'],
    ...rows.map(({ format, mark, off, offAfterSeek }) => [
      format,
      (mark / 3600).toFixed(2),
      mark.toFixed(4),
      off.toFixed(3),
      offAfterSeek.toFixed(3),
      `≤ ${limits[format].toFixed(1)}`,
    ]),
  ]);
  const bad = rows.filter(
    ({ format, off, offAfterSeek }) => !(Math.abs(off) <= limits[format] && Math.abs(offAfterSeek) <= limits[format]),
  );
  console.log(
    bad.length === 0 ? 'All chapter marks match the audio.' : `${bad.length} chapter marks do not match the audio.`,
  );
  if (bad.length > 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Makes a book and returns, for each chapter, its mark in seconds and the distance of the tone from it in milliseconds. */
async function check(format) {
  const chapters = Math.ceil((hours * 3600 * sampleRate) / chapterSamples) + 1;
  const file = await makeBook(format, chapters);
  const args = ['-v', 'error', '-show_chapters', '-show_streams', '-of', 'json', file];
  const found = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' }));
  const rate = Number(found.streams[0].sample_rate);
  const marks = found.chapters.map(({ start_time }) => Number(start_time));
  const tones = await toneStarts(file, rate, []);
  if (marks.length !== chapters || tones.length !== chapters) {
    throw new Error(`Of ${chapters} chapters, ${marks.length} have a mark and ${tones.length} have a tone.`);
  }
  const rows = [];
  for (const [index, mark] of marks.entries()) {
    // No player seeks to the beginning.
    const from = Math.max(0, mark - seekSeconds);
    const seek = from > 0 ? ['-ss', from.toFixed(6)] : [];
    const [sought = NaN] = await toneStarts(file, rate, [...seek, '-t', '1']);
    rows.push({ format, mark, off: (tones[index] - mark) * 1000, offAfterSeek: (sought + from - mark) * 1000 });
  }
  await rm(file);
  return rows;
}

async function makeBook(format, chapters) {
  const output = path.join(folder, `book.${format}`);
  const metadata = { title: 'Tones', authors: [] };
  const tools = await benchTools({ folder, synthesize: async () => ({ samples: tone(), sampleRate }) });
  await assemble(plannedChapters(chapters), { request: { output, format }, metadata }, tools);
  return output;
}

/** Plans chapters that begin with a tone. The last has one second of silence. */
function* plannedChapters(chapters) {
  let index = 0;
  const text = 'A tone.';
  for (let chapter = 0; chapter < chapters; chapter += 1) {
    const silenceMs = chapter === chapters - 1 ? 1000 : ((chapterSamples - tone().length) / sampleRate) * 1000;
    const common = { chapter, language: 'en' };
    const segments = [{ ...common, index: index++, text, pauseMs: silenceMs % pauseMs, spoken: true }];
    for (let left = silenceMs - (silenceMs % pauseMs); left > 0; left -= pauseMs) {
      segments.push({ ...common, index: index++, text: '', pauseMs, spoken: false });
    }
    yield { title: `Chapter ${chapter + 1}`, segments };
  }
}

/** Returns half a second of audio, loud from the first to the last sample so that nothing is trimmed. */
function tone() {
  return Int16Array.from({ length: sampleRate / 2 }, (_, at) =>
    Math.round(12_000 * Math.cos((2 * Math.PI * 1000 * at) / sampleRate)),
  );
}

/** Returns the times in seconds, from the first decoded sample, at which a tone begins after silence. */
async function toneStarts(file, rate, inputOptions) {
  const args = ['-v', 'error', ...inputOptions, '-i', file, '-map', '0:a', '-f', 's16le', '-'];
  const decoder = spawn(ffmpeg.path, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(decoder, 'exit');
  const tones = [];
  let position = 0;
  let rest = Buffer.alloc(0);
  for await (const chunk of decoder.stdout) {
    const bytes = Buffer.concat([rest, chunk]);
    const samples = new Int16Array(new Uint8Array(bytes.subarray(0, bytes.length - (bytes.length % 2))).buffer);
    rest = bytes.subarray(samples.byteLength);
    for (let at = 0; at < samples.length; at += 1) {
      if (samples[at] > 100 || samples[at] < -100) addSample(tones, position + at, Math.abs(samples[at]), rate);
    }
    position += samples.length;
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}.`);
  return tones.map(({ loud }) => {
    const peak = loud.reduce((loudest, [, level]) => Math.max(loudest, level), 0);
    return loud.find(([, level]) => level > peak * onset)[0] / rate;
  });
}

/** Adds a sample that is not silent to its tone. */
function addSample(tones, position, level, rate) {
  let last = tones.at(-1);
  if (last === undefined || position - last.end > rate) {
    last = { end: position, loud: [] };
    tones.push(last);
  }
  last.end = position;
  last.loud.push([position, level]);
}
