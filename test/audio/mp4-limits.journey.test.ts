import { open, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { AacFrameFile } from '../../src/audio/mp4/aac-frame-file.ts';
import { MpegSplitter } from '../../src/audio/encoding/parts/frame-splitter.ts';
import type { AacConfig } from '../../src/audio/mp4/aac-frame-file.ts';
import { sampleBytes } from '../../src/core/pcm.ts';
import { appendTo } from '../../src/audio/encoding/parts/parted-encoding.ts';
import { startFfmpeg } from '../../src/audio/ffmpeg/start-ffmpeg.ts';
import { aacFrameSamples } from '../../src/audio/mp4/aac-limits.ts';
import { mp4Head } from '../../src/audio/mp4/mp4-head.ts';
import { burstStarts, chapterSound, decode, output, probe, testRate, systemFfmpeg, testFolder } from './sound.ts';
import type { TestFolder } from './sound.ts';

const encoderDelay = 1024;

const quietSeconds = 1;

/** The largest that fits an ADTS frame: few frames make a large file. */
const largestFrame = 8184;

interface FarMovie {
  readonly path: string;
  readonly head: Buffer;
  /** Samples, counted from the beginning, at which the second chapter begins, and the tone and the last chapter begin. */
  readonly secondSample: number;
  readonly toneSample: number;
  readonly totalSamples: number;
  /** Where the first frame of real sound lies in the file. */
  readonly soundOffset: number;
}

interface FarMovieOptions {
  readonly frames: number;
  readonly frameBytes: number;
  /** Exact size of all media. */
  readonly dataBytes?: number;
  /** Where the second chapter begins; half way to the tone when left out. */
  readonly secondSample?: number;
}

const testTitles = ['One', 'Two', 'Three'];

interface End {
  readonly ms: number;
  readonly titles: readonly string[];
  readonly startsMs: readonly number[];
  /** The tone of the last chapter is within a millisecond of its start. */
  readonly hasTone: boolean;
  /** All frames of that sound lie behind the hole. */
  readonly isFar: boolean;
}

const maxU32 = 2 ** 32 - 1;

/** Below this the whole file, whatever its head, has offsets of 32 bits. */
const headRoom = 2 ** 28;

describe('mp4Head', () => {
  it.each([
    ['the last with 32-bit offsets', maxU32 - headRoom, 'stco', 8],
    ['the first with 64-bit offsets', maxU32 - headRoom + 1, 'co64', 8],
    ['the largest 32-bit size', maxU32 - 8, 'co64', 8],
    ['the first 64-bit size', maxU32 - 7, 'co64', 16],
    ['a much larger size', 2 ** 32 + 2 ** 30, 'co64', 16],
  ])('media of %s: the sound at its end is found', async (_case, dataBytes, table, dataHeadBytes) => {
    const folder = await testFolder();
    const movie = await farMovie(folder, {
      frames: Math.ceil(dataBytes / largestFrame),
      frameBytes: largestFrame,
      dataBytes,
    });
    expect(movie.head.includes(table)).toBe(true);
    expect(movie.head.includes(table === 'stco' ? 'co64' : 'stco')).toBe(false);
    expect(movie.head.readUInt32BE(movie.head.indexOf('mdat') - 4) === 1).toBe(dataHeadBytes === 16);
    expect(await readEnd(movie)).toEqual(endOf(movie));
  });

  it.each([
    ['just above 2^31', 2 ** 31],
    ['just above 2^32', 2 ** 32],
  ])('a length in samples of %s is told and reached', async (_case, samples) => {
    const folder = await testFolder();
    const movie = await farMovie(folder, { frames: Math.floor(samples / aacFrameSamples), frameBytes: 4 });
    expect(await readEnd(movie)).toEqual(endOf(movie));
  });

  it('places chapters correctly after one of more than 2^31 samples', async () => {
    const folder = await testFolder();
    const frames = Math.ceil((2 ** 31 + 2 ** 20) / aacFrameSamples);
    const movie = await farMovie(folder, { frames, frameBytes: 4, secondSample: testRate });
    expect(await readEnd(movie)).toEqual(endOf(movie));
  });
});

/**
 * An M4B whose sound, a tone after a second of quiet, lies behind many frames of nothing: a hole in a sparse file.
 */
async function farMovie(
  folder: TestFolder,
  { frames, frameBytes, dataBytes, secondSample }: FarMovieOptions,
): Promise<FarMovie> {
  const sound = await encodedTone(folder);
  const titles = testTitles;
  const titleBytes = titles.reduce((sum, title) => sum + 2 + title.length + 12, 0);
  const soundBytes = sound.sizes.reduce((sum, size) => sum + size, 0);
  const fillers = new Uint16Array(frames).fill(frameBytes);
  if (dataBytes !== undefined) shrink(fillers, frames * frameBytes - (dataBytes - titleBytes - soundBytes));
  const toneSample = frames * aacFrameSamples + quietSeconds * testRate;
  const totalSamples = toneSample + testRate;
  const second = secondSample ?? Math.round(toneSample / 2);
  const frameSizes = new Uint16Array(frames + sound.sizes.length);
  frameSizes.set(fillers);
  frameSizes.set(sound.sizes, frames);
  const marks = [0, second, toneSample, totalSamples];
  const head = mp4Head({
    metadata: { title: 'A Book', authors: [] },
    cover: undefined,
    track: undefined,
    frameSizes: frameSizes.subarray(0, Math.ceil((totalSamples + encoderDelay) / aacFrameSamples)),
    config: sound.config,
    sampleRate: testRate,
    leadSamples: encoderDelay,
    totalSamples,
    chapters: titles.map((title, index) => ({
      title,
      startSample: marks[index] ?? 0,
      endSample: marks[index + 1] ?? 0,
    })),
    language: 'eng',
  });
  const path = folder.file('far.m4b');
  const soundOffset = head.length + fillers.reduce((sum, size) => sum + size, 0);
  await using file = await open(path, 'w');
  await file.write(head, 0, head.length, 0);
  await file.write(sound.bytes, 0, sound.bytes.length, soundOffset);
  return { path, head, secondSample: second, toneSample, totalSamples, soundOffset };
}

/** Takes bytes off the frames, some off each from the first on. */
function shrink(frames: Uint16Array, bytes: number): void {
  let left = bytes;
  for (let index = 0; left > 0; index += 1) {
    const taken = Math.min(left, (frames[index] ?? 0) - 1);
    frames[index] = (frames[index] ?? 0) - taken;
    left -= taken;
  }
}

/** AAC frames of a second of quiet and a second that begins with a tone. */
async function encodedTone(folder: TestFolder): Promise<{ bytes: Buffer; sizes: Uint16Array; config: AacConfig }> {
  const path = folder.file('tone.aac');
  await using file = await open(path, 'w');
  const frames = new AacFrameFile(appendTo(file, path));
  const splitter = new MpegSplitter('AAC');
  const store = async (chunk: Buffer): Promise<void> => void (await frames.add(splitter.add(chunk)));
  const inputOptions = ['-f', 's16le', '-ar', String(testRate), '-ac', '1'];
  const outputOptions = ['-c:a', 'aac', '-b:a', '64k', '-f', 'adts'];
  const { signal } = new AbortController();
  await using encoder = startFfmpeg({ ffmpeg: await systemFfmpeg, signal, inputOptions, outputOptions, output: store });
  await encoder.write(sampleBytes(new Int16Array(quietSeconds * testRate)));
  await encoder.write(sampleBytes(chapterSound(1)));
  await encoder.end();
  if (frames.config === undefined) throw new Error('The encoder wrote nothing.');
  return { bytes: await readFile(path), sizes: frames.sizes, config: frames.config };
}

/** Milliseconds between a chapter's start and its tone, decoded after a seek to half a second before. */
async function toneErrorMs(path: string, startSeconds: number): Promise<number> {
  const [start = Infinity] = burstStarts(await decode(path, testRate, ['-ss', (startSeconds - 0.5).toFixed(6)]));
  return Math.abs(start / testRate - 0.5) * 1000;
}

/** Positions in the file of the packets of sound around a time. */
async function packetPositions(path: string, seconds: number): Promise<number[]> {
  const interval = `${(seconds - 0.2).toFixed(3)}%+0.1`;
  const show = ['-select_streams', 'a', '-show_packets', '-show_entries', 'packet=pos', '-of', 'csv=p=0'];
  const text = await output('ffprobe', ['-v', 'error', '-read_intervals', interval, ...show, path]);
  return text.trim().split(/,?\n/u).map(Number);
}

/** What ffprobe and ffmpeg find. */
async function readEnd({ path, soundOffset }: FarMovie): Promise<End> {
  const { format, chapters } = await probe(path);
  const starts = chapters.map(({ start_time }) => Number(start_time));
  const last = starts.at(-1) ?? Number.NaN;
  const positions = await packetPositions(path, last);
  return {
    ms: toMs(Number(format.duration)),
    titles: chapters.map(({ tags }) => tags?.['title'] ?? ''),
    startsMs: starts.map((start) => toMs(start)),
    hasTone: (await toneErrorMs(path, last)) < 1,
    isFar: positions.every((position) => position > soundOffset),
  };
}

/** What was written. */
function endOf({ secondSample, toneSample, totalSamples }: FarMovie): End {
  const startsMs = [0, toMs(secondSample / testRate), toMs(toneSample / testRate)];
  return { ms: toMs(totalSamples / testRate), titles: testTitles, startsMs, hasTone: true, isFar: true };
}

function toMs(seconds: number): number {
  return Math.round(seconds * 1000);
}
