// Measures loudness and true peak of finished books with ffmpeg's ebur128, for each format and for books of several shapes. Ends
// with exit code 1 when one misses −18 LUFS by more than 0.5 LU or exceeds −1.5 dBTP.
//
//   npm run build && node test/bench/loudness.mjs [minutes = 12] [formats = mp3,m4b,opus,flac,wav] [shapes = all]
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { locateFfmpeg } from '../../build/audio/ffmpeg/locate-ffmpeg.js';
import { assemble } from '../../build/pipeline/encode/assemble.js';
import { benchTools } from './bench-tools.mjs';
import { sampleRate, segmentSeconds, speechLike } from './bench-sound.mjs';
import { printTable } from './measure.mjs';

const limits = { lufs: -18, lu: 0.5, truePeakDb: -1.5 };
const [, , minutes = '12', formatList = 'mp3,m4b,opus,flac,wav', shapeList] = process.argv;
const bookSegments = Math.round((Number(minutes) * 60) / segmentSeconds);
/** Longer than the five minutes that set the first gain. */
const firstPart = Math.round(bookSegments / 2);

/** Each returns a segment's samples from those of level speech. `at` is from 0 to 1. */
const shapes = {
  'level speech': (samples) => scaled(samples, 0.5),
  'first half 6 dB quieter': (samples, index) => scaled(samples, index < firstPart ? 0.25 : 0.5),
  'first half 12 dB quieter': (samples, index) => scaled(samples, index < firstPart ? 0.125 : 0.5),
  'first half 20 dB quieter': (samples, index) => scaled(samples, index < firstPart ? 0.05 : 0.5),
  'first half 12 dB louder': (samples, index) => scaled(samples, index < firstPart ? 0.5 : 0.125),
  'tones of 20 dB': (samples, index) => samples.map((_sample, at) => tone(at) * (index % 2 === 0 ? 0.05 : 0.5)),
  'a clicky voice': (samples) => samples.map((sample, at) => sample * 0.2 + click(at)),
  'drift from call to call': (samples, index) => scaled(samples, [0.1, 0.6, 0.2][index % 3]),
};
const shortBook = 'two words';

const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
const ffmpeg = await locateFfmpeg();
try {
  const names = shapeList?.split(',') ?? [...Object.keys(shapes), shortBook];
  const rows = [];
  for (const shape of names) {
    for (const format of formatList.split(',')) {
      const row = await measure(shape, format);
      console.error(row.cells.join(' | '));
      rows.push(row);
    }
  }
  printTable([
    ['shape', 'format', 'LUFS', 'true peak', 'reported', 'spoken LUFS', 'gain dB', 'encoded'],
    ...rows.map((row) => row.cells),
  ]);
  console.log(`Limits: ${limits.lufs} LUFS ± ${limits.lu}, true peak ≤ ${limits.truePeakDb} dBTP.`);
  const missed = rows.filter((row) => !row.isWithin);
  console.log(missed.length === 0 ? 'All books are within the limits.' : `${missed.length} books miss the limits.`);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Makes a book and returns its row of the table. */
async function measure(shape, format) {
  const output = path.join(folder, `book.${format}`);
  let encoded = 1;
  const { leveling } = await assemble(
    chapters(shape === shortBook ? 1 : bookSegments),
    { request: { output, format }, metadata: { title: 'A Book', authors: [] } },
    await benchTools({
      folder,
      identity: shape,
      synthesize: async ({ text }) => ({ samples: soundOf(shape, Number(/\d+/u.exec(text)[0])), sampleRate }),
      onProgress: ({ type, percent }) => (encoded += type === 'encode-again' && percent === 0 ? 1 : 0),
    }),
  );
  const { lufs, truePeakDb } = ebur128(output);
  await rm(output);
  const isWithin = Math.abs(lufs - limits.lufs) <= limits.lu && truePeakDb <= limits.truePeakDb;
  const reported = `${leveling.lufs.toFixed(1)} / ${leveling.truePeakDb.toFixed(1)}`;
  const measured = [lufs.toFixed(1), truePeakDb.toFixed(1)];
  const gains = [leveling.spokenLufs.toFixed(1), leveling.gainDb.toFixed(1)];
  return { isWithin, cells: [shape, format, ...measured, reported, ...gains, `${encoded} ×`] };
}

function soundOf(shape, index) {
  if (shape === shortBook) return speechLike(1).samples.subarray(0, 1.2 * sampleRate);
  return Int16Array.from(shapes[shape](Float64Array.from(speechLike(index % 7).samples), index));
}

function chapters(segments) {
  const text = ' goes on and on'.repeat(13);
  const planned = Array.from({ length: segments }, (_unused, index) => ({
    chapter: 0,
    index,
    text: segments === 1 ? 'Segment 0 is here.' : `Segment ${index} of the book${text}.`,
    language: 'en',
    pauseMs: 400,
    spoken: true,
  }));
  // Every chapter begins with a pause. ffmpeg's meter finds a higher peak in a sound without a beginning.
  planned.unshift({ chapter: 0, index: -1, text: '', language: 'en', pauseMs: 500, spoken: false });
  return [{ title: 'One', number: 1, blocks: [], segments: planned }];
}

function scaled(samples, gain) {
  return samples.map((sample) => sample * gain);
}

function tone(at) {
  return 12_000 * Math.sin((2 * Math.PI * 440 * at) / sampleRate);
}

/** A short loud sound, as of lips or a bad cut, three times a second. */
function click(at) {
  const since = at % (sampleRate / 3);
  return since > 50 ? 0 : 26_000 * Math.sin(since) * Math.exp(-since / 15);
}

function ebur128(file) {
  const args = [
    '-nostdin',
    '-hide_banner',
    '-i',
    file,
    '-map',
    '0:a',
    '-af',
    'ebur128=peak=true:framelog=verbose',
    '-f',
    'null',
    '-',
  ];
  const { stderr } = spawnSync(ffmpeg.path, args, { encoding: 'utf8' });
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  return {
    lufs: Number(/I: +(-?[\d.]+) LUFS/u.exec(summary)?.[1]),
    truePeakDb: Number(/Peak: +(-?[\d.]+) dBFS/u.exec(summary)?.[1]),
  };
}
