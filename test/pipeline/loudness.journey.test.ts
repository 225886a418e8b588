import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { audioFormats } from '../../src/audio/audio-format.ts';
import type { AudioFormat } from '../../src/audio/audio-format.ts';
import { commitFile } from '../../src/audio/encoding/audio-encoding.ts';
import { locateFfmpeg } from '../../src/audio/ffmpeg/locate-ffmpeg.ts';
import { hopEnergies } from '../../src/audio/loudness/loudness-meter.ts';
import { segmentLoudness } from '../../src/audio/loudness/segment-loudness.ts';
import type { ProgressEvent } from '../../src/core/progress.ts';
import { assemble } from '../../src/pipeline/encode/assemble.ts';
import type { Assembly, AssemblyOptions } from '../../src/pipeline/encode/assemble.ts';
import type { PlannedChapter } from '../../src/pipeline/plan/plan.ts';
import { openSegmentStore } from '../../src/pipeline/store/segment-store.ts';
import type { SegmentStore } from '../../src/pipeline/store/segment-store.ts';
import { burstStarts, decode, ebur128, probe } from '../audio/sound.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { speakWords } from '../helpers/servers/word-tones.ts';
import { toneProvider } from '../helpers/tone-provider.ts';

const sampleRate = 8000;
const bound = { lu: 0.5, truePeakDb: -1.5 };
/** Old releases of ffmpeg convert a file to 48 kHz before they measure it, which is 0.3 LU less for a file of 8 kHz. */
const meterLu = 0.35;

/** Returns the samples of a segment by its number. */
type Shape = (index: number) => Int16Array;

const manyWords = `of the book ${'goes on and on '.repeat(11)}`;
/** Begins louder, as a voice does: in level speech, true peaks would be looked for near every sample. */
const loud = speakWords(textOf(0), sampleRate).map((sample, at) => (at < sampleRate / 2 ? 1.7 * sample : sample));
const voices = new Map<number, Int16Array>();

/** Returns a voice of a level in decibels. 0 is about −20 LUFS. */
function voiceAt(db: number): Int16Array {
  let voice = voices.get(db);
  if (!voice) {
    const factor = 10 ** (db / 20);
    voice = loud.map((sample) => Math.round(sample * factor));
    voices.set(db, voice);
  }
  return voice.slice();
}

interface BookOptions {
  readonly shape: Shape;
  readonly segments: number;
  /** What each text says after its number. */
  readonly words?: string | undefined;
  /** Whether all segments have the same text. */
  readonly isOneText?: boolean | undefined;
  readonly format: AudioFormat;
  readonly request?: Partial<AssemblyOptions['request']> | undefined;
  readonly store?: SegmentStore | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: ProgressEvent) => void) | undefined;
}

interface MadeBook extends Assembly {
  readonly file: string;
  readonly events: readonly ProgressEvent[];
}

/** Makes a book of two chapters. */
async function makeBook(options: BookOptions): Promise<MadeBook> {
  const { shape, format, request, signal = new AbortController().signal } = options;
  const folder = await temporaryFolder();
  const file = path.join(folder, `book.${format}`);
  const events: ProgressEvent[] = [];
  const provider = {
    ...toneProvider(),
    synthesize: async ({ text }: { text: string }) => ({ samples: shape(Number(/\d+/u.exec(text)?.[0])), sampleRate }),
  };
  const assembly = await assemble(
    chaptersOf(options),
    { request: { output: file, format, ...request }, commit: commitFile, metadata: { title: 'A Book', authors: [] } },
    {
      provider,
      speakerOf: ({ language = 'en' }) => ({ voice: 'sine', language }),
      store: options.store ?? (await openSegmentStore(path.join(folder, 'store'))),
      ffmpeg: await locateFfmpeg(),
      signal,
      allowGaps: false,
      onProgress: (event) => {
        events.push(event);
        options.onProgress?.(event);
      },
    },
  );
  return { ...assembly, file, events };
}

function chaptersOf({ segments, words, isOneText = false }: BookOptions): PlannedChapter[] {
  const half = Math.ceil(segments / 2);
  return [0, 1].map((chapter) => ({
    number: chapter + 1,
    title: `Chapter ${chapter + 1}`,
    blocks: [],
    segments: Array.from({ length: chapter === 0 ? half : segments - half }, (_unused, at) => {
      const index = chapter * half + at;
      return { index, chapter, text: textOf(isOneText ? 0 : index, words), language: 'en', pauseMs: 400, spoken: true };
    }),
  }));
}

function textOf(index: number, words = manyWords): string {
  return `Segment ${index} ${words}`.trim();
}

/** Longer than the five minutes that set the first gain. */
const long = 26;
const firstPart = 19;

const short: Shape = (index) => speakWords(textOf(index, ''), sampleRate).map((sample) => sample / 4);
const withOffset: Shape = () => voiceAt(-4).map((sample) => sample + 300);
/** The second chapter of a book that begins too quiet starts with a tone. */
const withBurst: Shape = (index) => {
  const samples = voiceAt(index < firstPart ? -16 : -4);
  if (index !== long / 2) return samples;
  return samples.map((sample, at) => (at < 800 ? Math.round(20_000 * Math.cos(at / 3)) : sample));
};

describe('loudness of the finished file', () => {
  it.each(audioFormats)('brings two words to -18 LUFS as %s', async (format) => {
    const book = await makeBook({ shape: short, segments: 2, words: '', format });
    const { lufs, peakDb } = await ebur128(book.file);
    expect(Math.abs(lufs + 18)).toBeLessThanOrEqual(bound.lu);
    expect(peakDb).toBeLessThanOrEqual(bound.truePeakDb);
  });

  it('brings segments that differ from call to call toward each other by at most 6 dB', async () => {
    // Calls of a service that drifts: 15 dB between the quietest and the loudest.
    const levels = [-15, 0, -9, -9];
    const shape: Shape = (index) => voiceAt(levels[index % 4] ?? 0);
    const book = { shape, segments: 8, format: 'wav' } as const;
    const plain = await makeBook({ ...book, request: { loudness: 'off' } });
    const leveled = await makeBook(book);
    expect((await loudnessPerSegment(plain)).range).toBeGreaterThan(14.5);
    const { range, lufs } = await loudnessPerSegment(leveled);
    // The loudest is 9 dB above the median: 3 dB are left. The quietest is 6 dB below: nothing is left.
    expect(range).toBeGreaterThan(2.7);
    expect(range).toBeLessThan(3.3);
    expect(Math.abs((lufs[0] ?? 0) - (lufs[2] ?? 0))).toBeLessThan(0.2);
  });

  it('gives a text that is spoken once for many segments the same sound in each of them', async () => {
    const store = await openSegmentStore(await temporaryFolder());
    const book = { shape: withOffset, segments: 3, isOneText: true, format: 'wav', store } as const;
    const spoken = await makeBook(book);
    const requests = spoken.events.filter((event) => event.type === 'request-start');
    expect(new Set(requests.map(({ segment }) => segment))).toEqual(new Set([0]));
    const stored = await makeBook(book);
    expect((await readFile(spoken.file)).equals(await readFile(stored.file))).toBe(true);
  });

  it('changes no sample of the speech with --loudness off', async () => {
    const { file } = await makeBook({ shape: withOffset, segments: 2, format: 'wav', request: { loudness: 'off' } });
    const samples = await decode(file, sampleRate);
    const spoken = withOffset(0);
    const start = spoken.findIndex((sample) => sample > 2000);
    const at = samples.findIndex((sample) => sample > 2000);
    expect(samples.subarray(at, at + sampleRate)).toEqual(spoken.subarray(start, start + sampleRate));
  });

  it('is reached by encoding again where a book begins too quiet, with exact marks, and the same bytes after a stop', async () => {
    const book = { shape: withBurst, segments: long, format: 'm4b' } as const;
    const made = await makeBook(book);
    const { file, events, leveling } = made;
    const { lufs, peakDb } = await ebur128(file);
    expect(Math.abs(lufs + 18)).toBeLessThanOrEqual(bound.lu);
    expect(peakDb).toBeLessThanOrEqual(bound.truePeakDb);
    expect(Math.abs((leveling?.lufs ?? 0) - lufs)).toBeLessThan(meterLu);
    expect(Math.abs((leveling?.truePeakDb ?? 0) - peakDb)).toBeLessThan(0.2);
    expect(Math.abs(leveling?.missingLu ?? 9)).toBeLessThan(0.3);
    const again = events.filter((event) => event.type === 'encode-again');
    expect(again[0]).toMatchObject({ percent: 0, reason: expect.stringMatching(/^it is [\d.]+ LU above its target/u) });
    expect(again.at(-1)).toMatchObject({ percent: 100 });
    expect(again.filter(({ percent }) => percent === 0)).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'chapter-start')).toHaveLength(2);
    expect(events.filter(({ type }) => type === 'segment-spoken')).toHaveLength(long);
    await expectExactMark(made);

    const store = await openSegmentStore(await temporaryFolder());
    const stop = new AbortController();
    const onProgress = ({ type }: ProgressEvent): void => void (type === 'encode-again' && stop.abort());
    await expect(makeBook({ ...book, store, signal: stop.signal, onProgress })).rejects.toThrow(/abort|cancel/iu);
    const resumed = await makeBook({ ...book, store });
    expect(resumed.stored).toBe(long);
    expect((await readFile(resumed.file)).equals(await readFile(file))).toBe(true);
  });
});

/** Expects that the second chapter is marked where its tone begins. */
async function expectExactMark({ file, chapters }: MadeBook): Promise<void> {
  const mark = Number((await probe(file)).chapters[1]?.start_time);
  expect(mark).toBeCloseTo((chapters[1]?.startSample ?? 0) / sampleRate, 3);
  const sound = await decode(file, sampleRate);
  const pause = 0.3 * sampleRate;
  const fromPause = sound.subarray(Math.round(mark * sampleRate) - pause, Math.round((mark + 1) * sampleRate));
  const [first = 0] = burstStarts(fromPause, sampleRate, 4000);
  expect(Math.abs(first - pause)).toBeLessThan(16);
}

/** Returns the loudness of each segment of a WAV, and the range between the quietest and the loudest. */
async function loudnessPerSegment({ file }: MadeBook): Promise<{ lufs: number[]; range: number }> {
  const samples = await decode(file, sampleRate);
  const seconds = samples.length / sampleRate / 8;
  const lufs = Array.from({ length: 8 }, (_unused, index) => {
    const from = Math.round((index * seconds + 1) * sampleRate);
    return segmentLoudness(hopEnergies({ samples: samples.subarray(from, from + 7 * sampleRate), sampleRate })).lufs;
  });
  return { lufs, range: Math.max(...lufs) - Math.min(...lufs) };
}
