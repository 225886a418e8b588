// Whether chapters begin where their sound begins, at hour 0 and at hour 13: a book of 14 chapters of a little more than an
// hour, each a tone and then silence, goes the way of every book (plan, segment store, levelling, encoder); the finished file
// is decoded from its first sample to its last, and once more from just before each mark, as a player does that seeks.
//
//   npm run build && node test/bench/chapter-starts.mjs [hours = 13] [formats = m4b,mp3]
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { locateFfmpeg } from '../../dist/audio/ffmpeg/locate-ffmpeg.js';
import { assemble } from '../../dist/pipeline/output/assemble.js';
import { openSegmentStore } from '../../dist/pipeline/synthesis/segment-store.js';
import { printTable } from './measure.mjs';

const sampleRate = 24_000;
/** Samples of a chapter: no whole second, millisecond or frame of any codec. */
const chapterSamples = 3607 * sampleRate + 7919;
/** How far a tone may be from its chapter's mark, in milliseconds: for MP3 one frame. */
const bounds = { m4b: 1, mp3: (1152 / 44_100) * 1000, opus: 1, flac: 1 };
/** Silence is written in pauses of this length. */
const pauseMs = 10_000;
/** Decoded before a mark when it is sought. */
const seekSeconds = 0.5;
/** A tone has begun where it is this loud, beside its loudest sample. */
const onset = 0.4;

const hours = Number(process.argv[2] ?? 13);
const formats = (process.argv[3] ?? 'm4b,mp3').split(',');
const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
const ffmpeg = await locateFfmpeg();
try {
  const rows = [];
  for (const format of formats) rows.push(...(await check(format)));
  printTable([
    ['format', 'hour', 'mark (s)', 'tone from it (ms)', 'after a seek (ms)', 'wanted'],
    ...rows.map(({ format, mark, off, offAfterSeek }) => [
      format,
      (mark / 3600).toFixed(2),
      mark.toFixed(4),
      off.toFixed(3),
      offAfterSeek.toFixed(3),
      `≤ ${bounds[format].toFixed(1)}`,
    ]),
  ]);
  const bad = rows.filter(
    ({ format, off, offAfterSeek }) => !(Math.abs(off) <= bounds[format] && Math.abs(offAfterSeek) <= bounds[format]),
  );
  console.log(bad.length === 0 ? 'All chapters begin with their sound.' : `${bad.length} chapters do not.`);
  if (bad.length > 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Makes a book in a format; answers for each chapter its mark in seconds and how far from it the tone is in milliseconds. */
async function check(format) {
  const chapters = Math.ceil((hours * 3600 * sampleRate) / chapterSamples) + 1;
  const file = await makeBook(format, chapters);
  const args = ['-v', 'error', '-show_chapters', '-show_streams', '-of', 'json', file];
  const found = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' }));
  const rate = Number(found.streams[0].sample_rate);
  const marks = found.chapters.map(({ start_time }) => Number(start_time));
  const tones = await toneStarts(file, rate, []);
  if (marks.length !== chapters || tones.length !== chapters) {
    throw new Error(`Of ${chapters} chapters ${marks.length} have a mark and ${tones.length} a tone.`);
  }
  const rows = [];
  for (const [index, mark] of marks.entries()) {
    // The beginning is not sought: no player does.
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
  const { signal } = new AbortController();
  const provider = {
    id: 'tone',
    concurrency: { start: 1, max: 1 },
    identity: () => 'tone',
    synthesize: async () => ({ samples: tone(), sampleRate }),
  };
  const metadata = { title: 'Tones', authors: [] };
  const store = await openSegmentStore(path.join(folder, 'store'));
  const tools = { provider, voice: 'tone', store, ffmpeg, signal, allowGaps: false, onProgress: () => undefined };
  await assemble(plannedChapters(chapters), { request: { output, format }, metadata }, tools);
  return output;
}

/** Chapters that begin with a tone; the last is a second long. */
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

/** Half a second that is loud from its first sample to its last: nothing of it is trimmed. */
function tone() {
  return Int16Array.from({ length: sampleRate / 2 }, (_, at) =>
    Math.round(12_000 * Math.cos((2 * Math.PI * 1000 * at) / sampleRate)),
  );
}

/** Seconds from the first decoded sample at which a tone begins after silence. */
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
    const peak = loud.reduce((most, [, level]) => Math.max(most, level), 0);
    return loud.find(([, level]) => level > peak * onset)[0] / rate;
  });
}

/** Sorts a sample that is no silence into its tone. */
function addSample(tones, position, level, rate) {
  let last = tones.at(-1);
  if (last === undefined || position - last.end > rate) {
    last = { end: position, loud: [] };
    tones.push(last);
  }
  last.end = position;
  last.loud.push([position, level]);
}
