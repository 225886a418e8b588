import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AudioWriterOptions } from '../../src/audio/audio-writer.ts';
import type { WrittenFile } from '../../src/audio/encoding/audio-encoding.ts';
import { ChapterCuts } from '../../src/audio/encoding/parts/chapter-cuts.ts';
import type { PartSpan } from '../../src/audio/encoding/parts/encoded-part.ts';
import { EncoderPool } from '../../src/audio/encoding/parts/encoder-pool.ts';
import { EarlierM4bs } from '../../src/audio/mp4/earlier-m4bs.ts';
import { decode, openWriter, probe, testFolder, testRate, voice } from './sound.ts';

const frame = 1024;
const partSeconds = 3;
/** Chapters of this length are never encoded together. */
const longSeconds = 2.3;

interface Sound {
  readonly title: string;
  readonly seconds: number;
  readonly level: number;
}

const sounds = ['One', 'Two', 'Three', 'Four'].map((title, index): Sound => ({
  title,
  seconds: longSeconds + index / 7,
  level: 6000 + index * 1000,
}));

/** Returns speech that ends with a pause, as chapters do, and with whole frames. */
function chapter({ seconds, level }: Sound): Int16Array {
  const speech = voice(seconds - 1.5, level);
  const whole = new Int16Array(Math.ceil((seconds * testRate) / frame) * frame);
  whole.set(speech);
  return whole;
}

interface Book {
  readonly files: readonly WrittenFile[];
  readonly bytes: readonly Buffer[];
  readonly spans: readonly PartSpan[];
}

/** Writes a book, in the middle of which a chapter may begin anywhere. */
async function write(
  chapters: readonly Sound[],
  options: Partial<AudioWriterOptions> = {},
  encoders = new EncoderPool({ partSeconds }),
): Promise<Book> {
  const file = options.path ?? (await testFolder()).file('book.m4b');
  await using writer = await openWriter({ format: 'm4b', encoders, ...options, path: file });
  for (const sound of chapters) {
    writer.startChapter(sound.title);
    const samples = chapter(sound);
    for (let at = 0; at < samples.length; at += 7001) await writer.write(samples.subarray(at, at + 7001));
  }
  const files = await writer.finish();
  return { files, bytes: await contents(files), spans: writer.spans() };
}

async function contents(files: readonly WrittenFile[]): Promise<readonly Buffer[]> {
  return await Promise.all(files.map(async (file) => await readFile(file.path)));
}

function earlier({ files }: Book): EarlierM4bs {
  return new EarlierM4bs(files.map((file) => ({ path: file.path, parts: file.parts ?? [] })));
}

function changed(at: number, change: Partial<Sound>): readonly Sound[] {
  return sounds.map((sound, index) => (index === at ? { ...sound, ...change } : sound));
}

let folder: string;
/** The book before the change. */
let original: Book;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'audiobook-test-'));
  original = await write(sounds, { path: path.join(folder, 'book.m4b') });
});

afterAll(async () => await rm(folder, { recursive: true }));

/** Returns C for each part that was copied, in order, and E for each that was encoded. */
function copies({ spans }: Book): string {
  return spans.map(({ isCopied }) => (isCopied ? 'C' : 'E')).join('');
}

describe('an M4B of which a part of the chapters changed', () => {
  it.each<[what: string, book: readonly Sound[], parts: string, options?: Partial<AudioWriterOptions>]>([
    ['a longer chapter, which has two parts now', changed(1, { seconds: 5.1 }), 'CEECC'],
    // The encoder looks at what follows.
    ['another last chapter', changed(3, { level: 3000 }), 'CCEE'],
    ['a chapter less', sounds.slice(1), 'ECC'],
    ['other parts of the file', changed(2, { seconds: 2.8 }), 'CCEC', { maxPartSeconds: 6 }],
    ['a file for each chapter', changed(1, { seconds: 2.7 }), 'CECC', { layout: 'chapters' }],
  ])('has the bytes of a new one: %s', async (_what, book, parts, options = {}) => {
    await using from = earlier(options.layout ? await write(sounds, options) : original);
    const made = await write(book, { ...options, earlier: from });
    const anew = await write(book, options);
    expect([copies(made), copies(anew)]).toEqual([parts, 'E'.repeat(parts.length)]);
    expect(made.bytes.map((bytes, index) => anew.bytes[index]?.equals(bytes))).toEqual(anew.bytes.map(() => true));
    expect(made.files.map((file) => file.parts)).toEqual(anew.files.map((file) => file.parts));
  });

  it('is encoded for another bitrate, and copied from files that were copied', async () => {
    await using from = earlier(original);
    const other = { bitrate: '48k', earlier: from };
    expect(copies(await write(sounds, other))).toBe('EEEE');
    const made = await write(sounds.slice(1), { maxPartSeconds: 6, earlier: from });
    await using next = earlier(made);
    expect(copies(await write(sounds.slice(1), { earlier: next }))).toBe('CCC');
  });

  it('has them with any number of encoders', async () => {
    const book = changed(2, { seconds: 8 });
    await using from = earlier(original);
    const one = await write(book, { earlier: from }, new EncoderPool({ encoders: 1, partSeconds }));
    const three = await write(book, { earlier: from }, new EncoderPool({ encoders: 3, partSeconds }));
    expect([copies(one), copies(three)]).toEqual(['CCEEEC', 'CCEEEC']);
    expect(one.bytes[0]?.equals(three.bytes[0] ?? Buffer.alloc(0))).toBe(true);
  });

  it.each([
    [
      'one byte of its audio',
      (bytes: Buffer) => void bytes.writeUInt8(bytes.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9),
      'CCCE',
    ],
    [
      'its tables',
      (bytes: Buffer) => void bytes.fill(3, bytes.indexOf('stsz') + 40, bytes.indexOf('stsz') + 44),
      'EEEE',
    ],
    ['its head', (bytes: Buffer) => void bytes.fill(0, 0, 40), 'EEEE'],
    ['everything but its head', (bytes: Buffer) => bytes.subarray(0, 200), 'EEEE'],
  ])('is not copied from a file in which %s is damaged', async (_what, damage, parts) => {
    const old = original;
    const damaged = (await testFolder()).file('damaged.m4b');
    const bytes = Buffer.from(old.bytes[0] ?? []);
    await writeFile(damaged, damage(bytes) ?? bytes);
    await using from = earlier({ ...old, files: old.files.map((file) => ({ ...file, path: damaged })) });
    const made = await write(sounds, { earlier: from });
    expect(copies(made)).toBe(parts);
    expect(made.bytes[0]?.equals(old.bytes[0] ?? Buffer.alloc(0))).toBe(true);
  });

  it('sounds like a single encode where chapters meet, with marks that are exact', async () => {
    const made = original;
    const single = await write(sounds, {}, new EncoderPool({ partSeconds: 3600 }));
    expect(copies(single)).toBe('E');
    const [parts, whole] = await Promise.all(
      [made, single].map(async ({ files }) => await decode(files[0]?.path ?? '')),
    );
    expect(parts).toHaveLength(whole?.length ?? 0);
    const sound = Int16Array.from(sounds.flatMap((one) => [...chapter(one)]));
    const starts = made.spans.map(({ startSample }) => startSample);
    const isNear = (at: number): boolean => starts.some((start) => Math.abs(at - start) < testRate / 10);
    expect(largestError(parts, sound, isNear)).toBeLessThanOrEqual(largestError(whole, sound, () => true));
    const { chapters } = await probe(made.files[0]?.path ?? '');
    expect(chapters.map(({ start_time }) => Math.round(Number(start_time) * testRate))).toEqual(starts);
  });
});

/** Returns the largest difference of decoded samples from those that were encoded. */
function largestError(decoded: Int16Array | undefined, sound: Int16Array, isMeasured: (at: number) => boolean): number {
  let largest = 0;
  for (const [at, sample] of sound.entries()) {
    if (isMeasured(at)) largest = Math.max(largest, Math.abs((decoded?.[at] ?? 0) - sample));
  }
  return largest;
}

describe('parts of chapters', () => {
  const rules = { partSamples: 300 * testRate, stepSamples: frame };

  /** Returns the parts of chapters, each named by those in it. */
  function parts(lengths: readonly number[]): readonly string[] {
    const cuts = new ChapterCuts(rules);
    const named: number[][] = [];
    let at = 0;
    for (const length of lengths) {
      const last = named.at(-1);
      if (at === 0 || cuts.isCut(at)) named.push([length]);
      else last?.push(length);
      at += length * frame;
    }
    return named.map(String);
  }

  /** Chapters of about 20 seconds whose lengths are all different. */
  const tiny = Array.from({ length: 1000 }, (_, index) => 300 + ((index * 7919) % 1009) / 3).map(Math.round);

  it('are not so small that encoders cost more than the audio, and not longer than usual ones', () => {
    const seconds = parts(tiny).map(
      (part) => part.split(',').reduce((sum, length) => sum + Number(length), 0) * (frame / testRate),
    );
    expect(Math.min(...seconds.slice(0, -1))).toBeGreaterThanOrEqual(30);
    expect(Math.max(...seconds)).toBeLessThan(150);
  });

  it('are soon the same again behind a chapter of another length, however small the chapters are', () => {
    const before = new Set(parts(tiny));
    for (const at of [0, 1, 333, 500, 998]) {
      const others = parts(tiny.map((length, index) => (index === at ? length + 101 : length)));
      expect(others.filter((part) => !before.has(part)).length).toBeLessThanOrEqual(6);
    }
  });

  it('begin with each chapter behind a long one', () => {
    expect(parts([5000, 100, 6000, 7001])).toEqual(['5000', '100,6000', '7001']);
  });
});
