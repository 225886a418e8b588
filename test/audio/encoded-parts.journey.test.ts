import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isProcessRunning } from '../helpers/is-process-running.ts';
import type { AudioFormat } from '../../src/audio/audio-format.ts';
import { sampleBytes } from '../../src/core/pcm.ts';
import { EncoderPool } from '../../src/audio/encoding/parts/encoder-pool.ts';
import { audiobookLoudness } from '../../src/audio/loudness/loudness-target.ts';
import {
  burstStarts,
  chapterSound,
  decode,
  openWriter,
  probe,
  systemFfmpeg,
  testFolder,
  testRate,
  voice,
} from './sound.ts';

const seconds = 20;
const partSeconds = 2;
const pieceSamples = 7001;

/** A book that is cut into parts, or is not. */
interface Way {
  readonly encoders: number;
  readonly partSeconds: number;
  /** Samples of each call. */
  readonly pieceSamples?: number;
}

describe.each([
  { format: 'm4b', rate: 24_000 },
  { format: 'mp3', rate: 24_000 },
  { format: 'opus', rate: 24_000 },
  { format: 'opus', rate: 22_050 },
] as const satisfies readonly { format: AudioFormat; rate: number }[])(
  'parts of $format at $rate Hz',
  ({ format, rate }) => {
    const sound = voice(seconds, 12_000, rate);
    const written = async (way: Way): Promise<{ readonly file: string; readonly starts: readonly number[] }> => {
      const folder = await testFolder();
      const file = folder.file(`book.${format}`);
      await using writer = await openWriter({
        path: file,
        format,
        sampleRate: rate,
        encoders: new EncoderPool(way),
      });
      writer.startChapter('One');
      const step = way.pieceSamples ?? pieceSamples;
      for (let at = 0; at < sound.length; at += step) await writer.write(sound.subarray(at, at + step));
      await writer.finish();
      return { file, starts: writer.spans().map(({ startSample }) => startSample) };
    };
    const write = async (way: Way): Promise<string> => (await written(way)).file;

    it('are the same bytes with any number of encoders, and sound like a single encode at their joints', async () => {
      const { file, starts } = await written({ encoders: 1, partSeconds });
      const one = await readFile(file);
      expect(one.equals(await readFile(await write({ encoders: 3, partSeconds, pieceSamples: sound.length })))).toBe(
        true,
      );
      const parts = await decode(file, rate);
      const single = await decode(await write({ encoders: 1, partSeconds: 3600 }), rate);
      expect(parts).toHaveLength(single.length);
      expect(starts.length).toBeGreaterThan(1);
      const isJoint = (at: number): boolean => starts.some((start) => start > 0 && Math.abs(at - start) < rate / 10);
      expect(largestError(parts, sound, isJoint)).toBeLessThanOrEqual(largestError(single, sound, () => true));
    });
  },
);

it('writes the FLAC that one ffmpeg writes', async () => {
  const folder = await testFolder();
  const file = folder.file('book.flac');
  const pcm = folder.file('book.pcm');
  const single = folder.file('single.flac');
  const sound = repeated(voice(10, 12_000), 8);
  await using writer = await openWriter({ path: file, format: 'flac' });
  writer.startChapter('One');
  await writer.write(sound);
  await writer.finish();
  await writeFile(pcm, sampleBytes(sound));
  const input = ['-f', 's16le', '-ar', String(testRate), '-ac', '1', '-i', pcm];
  const ffmpeg = (await systemFfmpeg).path;
  await promisify(execFile)(ffmpeg, ['-v', 'error', ...input, '-frame_size', '2304', '-c:a', 'flac', single]);
  expect(await flacBody(file)).toEqual(await flacBody(single));
});

/** Returns STREAMINFO, with the MD5 of the sound, and the frames of a FLAC file, both as hashes. */
async function flacBody(file: string): Promise<readonly string[]> {
  const bytes = await readFile(file);
  let end = 4;
  let isLast = false;
  while (!isLast) {
    isLast = bytes.readUInt8(end) >= 0x80;
    end += 4 + bytes.readUIntBE(end + 1, 3);
  }
  return [bytes.subarray(8, 42), bytes.subarray(end)].map((part) => createHash('sha256').update(part).digest('hex'));
}

function repeated(samples: Int16Array, times: number): Int16Array {
  const all = new Int16Array(samples.length * times);
  for (let time = 0; time < times; time += 1) all.set(samples, time * samples.length);
  return all;
}

it('marks chapters exactly wherever the parts are cut', async () => {
  const folder = await testFolder();
  const file = folder.file('book.m4b');
  await using writer = await openWriter({
    path: file,
    format: 'm4b',
    encoders: new EncoderPool({ encoders: 2, partSeconds: 1 }),
  });
  const lengths = [1.37, 0.9, 2.2, 0.31, 3.05, 1];
  for (const [index, length] of lengths.entries()) {
    writer.startChapter(`C${index}`);
    await writer.write(chapterSound(length));
  }
  await writer.finish();
  const starts = lengths.map((_, index) => lengths.slice(0, index).reduce((sum, length) => sum + length, 0));
  const { chapters, format } = await probe(file);
  expect(chapters.map(({ start_time }) => Number(start_time).toFixed(3))).toEqual(
    starts.map((start) => start.toFixed(3)),
  );
  const sound = await decode(file);
  expect(burstStarts(sound)).toEqual(starts.map((start) => Math.round(start * testRate)));
  expect(Number(format.duration)).toBeCloseTo(8.83, 3);
});

it('writes the same files of chapters with any number of encoders, at the same loudness', async () => {
  const one = await writeChapters(1);
  expect(one).toMatchObject({ names: expect.toSatisfy((names: string[]) => names.length === 6) });
  expect(await writeChapters(3)).toEqual(one);
});

/** Writes chapters and clips, and returns everything that could differ. */
async function writeChapters(encoders: number): Promise<unknown> {
  const folder = await testFolder();
  const book = { path: folder.file('Book'), format: 'm4b', layout: 'chapters', loudness: audiobookLoudness } as const;
  const clips = folder.file('clips');
  const pool = new EncoderPool({ encoders, partSeconds: 2 });
  await using writer = await openWriter({ ...book, chapterClips: clips, encoders: pool });
  for (const [index, level] of [9000, 3000, 12_000].entries()) {
    writer.startChapter(`C${index}`);
    await writer.write(voice(2 + index / 2, level));
  }
  const settings = await writer.end();
  const files = await writer.finish();
  const bytes = await Promise.all(files.map(async (file) => await readFile(file.path, 'base64')));
  return { names: files.map((file) => path.basename(file.path)), bytes, settings, leveling: writer.leveling() };
}

/** Returns the largest difference of decoded samples from those that were encoded. */
function largestError(decoded: Int16Array, sound: Int16Array, isMeasured: (at: number) => boolean): number {
  let largest = 0;
  for (let at = 0; at < Math.min(decoded.length, sound.length); at += 1) {
    if (isMeasured(at)) largest = Math.max(largest, Math.abs((decoded[at] ?? 0) - (sound[at] ?? 0)));
  }
  return largest;
}

/** Opens a book with three encoders in parts of a second, gives it five seconds of sound, and waits. */
const unfinished = `
import { openAudioWriter } from ${JSON.stringify(builtModule('audio/open-audio-writer.js'))};
import { EncoderPool } from ${JSON.stringify(builtModule('audio/encoding/parts/encoder-pool.js'))};
const [book, encoder] = process.argv.slice(1);
const writer = await openAudioWriter({
  path: book,
  format: 'm4b',
  sampleRate: ${testRate},
  metadata: { title: 'A Book', authors: ['An Author'] },
  encoders: new EncoderPool({ encoders: 3, partSeconds: 1 }),
  ffmpeg: { path: encoder, version: '', source: 'setting' },
  signal: new AbortController().signal,
});
writer.startChapter('One');
await writer.write(new Int16Array(5 * ${testRate}));
setInterval(() => undefined, 1000);
`;

function builtModule(file: string): string {
  return pathToFileURL(path.resolve('build', file)).href;
}

it('leaves no encoder running when the program is killed, and the next one leaves no stray file', async () => {
  const folder = await testFolder();
  const book = folder.file('book', 'book.m4b');
  const started = folder.file('started');
  for (const name of [path.dirname(book), started]) await mkdir(name);
  // Begins late, so that several are at work when the program ends. Its name in the folder is its process id.
  const encoder = folder.file('encoder.sh');
  const { path: ffmpeg } = await systemFfmpeg;
  await writeFile(encoder, `#!/bin/sh\ntouch "${started}/$$"\nsleep 1\nexec "${ffmpeg}" "$@"\n`, { mode: 0o755 });
  const program = spawn(process.execPath, ['--input-type=module', '--eval', unfinished, book, encoder]);
  onTestFinished(() => void program.kill('SIGKILL'));
  const patient = { timeout: 50_000 };
  await expect.poll(async () => (await readdir(started)).length, patient).toBeGreaterThanOrEqual(3);
  program.kill('SIGKILL');
  const encoders = (await readdir(started)).map(Number);
  await expect.poll(() => encoders.filter((pid) => isProcessRunning(pid)), patient).toEqual([]);
  expect(await readdir(path.dirname(book))).toEqual([expect.stringMatching(/^\.book\.m4b\..*\.part$/u)]);

  const sound = voice(5, 12_000);
  const whole = folder.file('whole.m4b');
  for (const file of [book, whole]) {
    await using writer = await openWriter({ path: file, format: 'm4b', encoders: new EncoderPool({ partSeconds: 1 }) });
    writer.startChapter('One');
    await writer.write(sound);
    await writer.finish();
  }
  expect(await readdir(path.dirname(book))).toEqual(['book.m4b']);
  expect((await readFile(book)).equals(await readFile(whole))).toBe(true);
});
