import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AudioFormat } from '../../src/audio/audio-format.ts';
import type { AudioWriterOptions } from '../../src/audio/open-audio-writer.ts';
import type { WrittenFile } from '../../src/audio/encoding/audio-encoding.ts';
import { ChapterCuts } from '../../src/audio/encoding/parts/chapter-cuts.ts';
import type { EarlierFiles } from '../../src/audio/encoding/parts/earlier-files.ts';
import type { PartSpan } from '../../src/audio/encoding/parts/encoded-part.ts';
import { EncoderPool } from '../../src/audio/encoding/parts/encoder-pool.ts';
import { openEarlierAudio } from '../../src/audio/earlier-audio.ts';
import { decode, openWriter, probe, testFolder, testRate, voice } from './sound.ts';

const frame = 1024;
const partSeconds = 4;
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

/** Returns speech that ends with a pause, as chapters do. */
function chapter({ seconds, level }: Sound): Int16Array {
  const samples = new Int16Array(Math.round(seconds * testRate));
  samples.set(voice(seconds - 1.5, level));
  return samples;
}

interface Book {
  readonly files: readonly WrittenFile[];
  readonly bytes: readonly Buffer[];
  readonly spans: readonly PartSpan[];
  readonly sound: Int16Array;
  /** Samples before each chapter. */
  readonly starts: readonly number[];
}

type Options = Partial<AudioWriterOptions> & Pick<AudioWriterOptions, 'format'>;

/** Writes a book whose chapters begin as those of conversions do. */
async function write(
  chapters: readonly Sound[],
  options: Options,
  encoders = new EncoderPool({ partSeconds }),
): Promise<Book> {
  const file = options.path ?? (await testFolder()).file(`book.${options.format}`);
  await using writer = await openWriter({ encoders, ...options, path: file });
  const sound: number[] = [];
  const starts: number[] = [];
  const add = async (samples: Int16Array): Promise<void> => {
    for (let at = 0; at < samples.length; at += 7001) await writer.write(samples.subarray(at, at + 7001));
    for (const sample of samples) sound.push(sample);
  };
  for (const one of chapters) {
    await add(new Int16Array(writer.chapterGap()));
    starts.push(sound.length);
    writer.startChapter(one.title);
    await add(chapter(one));
  }
  const files = await writer.finish();
  return { files, bytes: await contents(files), spans: writer.spans(), sound: Int16Array.from(sound), starts };
}

async function contents(files: readonly WrittenFile[]): Promise<readonly Buffer[]> {
  return await Promise.all(files.map(async (file) => await readFile(file.path)));
}

function earlier({ files }: Book, format: AudioFormat): EarlierFiles {
  const opened = openEarlierAudio(
    format,
    files.map((file) => ({ path: file.path, parts: file.parts ?? [] })),
  );
  if (opened === undefined) throw new Error(`${format} is not copied`);
  return opened;
}

function changed(at: number, change: Partial<Sound>): readonly Sound[] {
  return sounds.map((sound, index) => (index === at ? { ...sound, ...change } : sound));
}

/** Returns C for each part that was copied, in order, and E for each that was encoded. */
function copies({ spans }: Book): string {
  return spans.map(({ isCopied }) => (isCopied ? 'C' : 'E')).join('');
}

type Damage = readonly [what: string, damage: (bytes: Buffer) => Buffer | void, parts: string];

const damages: readonly Damage[] = [
  [
    'one byte of its audio',
    (bytes) => void bytes.writeUInt8(bytes.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9),
    'CCCE',
  ],
  ['its head', (bytes) => void bytes.fill(0, 0, 40), 'EEEE'],
  ['everything but its head', (bytes) => bytes.subarray(0, 200), 'EEEE'],
];

const tableDamage: Damage = [
  'its tables',
  (bytes) => void bytes.fill(3, bytes.indexOf('stsz') + 40, bytes.indexOf('stsz') + 44),
  'EEEE',
];

/** How a book changes, and which of its parts are copied then. */
interface Change {
  readonly what: string;
  readonly book: readonly Sound[];
  readonly parts: string;
  readonly more?: Partial<AudioWriterOptions>;
}

/** For each format. */
const changes: readonly Change[] = [
  { what: 'a longer chapter, which has two parts now', book: changed(1, { seconds: 5.1 }), parts: 'CEECC' },
  { what: 'a file for each chapter', book: changed(1, { seconds: 2.7 }), parts: 'CECC', more: { layout: 'chapters' } },
];

/** Which parts there are does not depend on the format. */
const otherChanges: readonly Change[] = [
  // The encoder looks at what follows.
  { what: 'another last chapter', book: changed(3, { level: 3000 }), parts: 'CCEE' },
  { what: 'a chapter less', book: sounds.slice(1), parts: 'ECC' },
  { what: 'other parts of the file', book: changed(2, { seconds: 2.8 }), parts: 'CCEC', more: { maxPartSeconds: 6 } },
  { what: 'nothing', book: sounds, parts: 'CCCC' },
];

interface Copied {
  readonly format: AudioFormat;
  readonly frameInput: number;
  readonly ways: readonly Damage[];
  readonly kinds: readonly Change[];
}

describe.each<Copied>([
  { format: 'm4b', frameInput: 1024, ways: [...damages, tableDamage], kinds: [...changes, ...otherChanges] },
  // Resampled to 44.1 kHz.
  { format: 'mp3', frameInput: (1152 * testRate) / 44_100, ways: damages.slice(0, 1), kinds: changes },
  { format: 'opus', frameInput: 480, ways: damages.slice(0, 1), kinds: changes },
])('a book in $format of which a part of the chapters changed', ({ format, frameInput, ways, kinds }) => {
  let folder: string;
  /** The book before the change. */
  let original: Book;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'audiobook-test-'));
    original = await write(sounds, { format, path: path.join(folder, `book.${format}`) });
  });

  afterAll(async () => await rm(folder, { recursive: true }));

  it.each(kinds)('has the bytes of a new one: $what', async ({ book, parts, more = {} }) => {
    const options = { format, ...more };
    await using from = earlier(more.layout ? await write(sounds, options) : original, format);
    const made = await write(book, { ...options, earlier: from });
    const anew = await write(book, options);
    expect([copies(made), copies(anew)]).toEqual([parts, 'E'.repeat(parts.length)]);
    expect(made.bytes.map((bytes, index) => anew.bytes[index]?.equals(bytes))).toEqual(anew.bytes.map(() => true));
    expect(made.files.map((file) => file.parts)).toEqual(anew.files.map((file) => file.parts));
  });

  it('is encoded for another bitrate, and copied from files that were copied', async () => {
    await using from = earlier(original, format);
    expect(copies(await write(sounds, { format, bitrate: '48k', earlier: from }))).toBe('EEEE');
    const made = await write(sounds.slice(1), { format, maxPartSeconds: 6, earlier: from });
    await using next = earlier(made, format);
    expect(copies(await write(sounds.slice(1), { format, earlier: next }))).toBe('CCC');
  });

  it('has them with any number of encoders', async () => {
    // Parts of Opus end in a pause of up to five seconds later.
    const book = changed(2, { seconds: 14 });
    await using from = earlier(original, format);
    const options = { format, earlier: from };
    const one = await write(book, options, new EncoderPool({ encoders: 1, partSeconds }));
    const three = await write(book, options, new EncoderPool({ encoders: 3, partSeconds }));
    expect([copies(one), copies(three)]).toEqual(Array(2).fill(expect.stringMatching(/^CCEE+C$/u)));
    expect(one.bytes[0]?.equals(three.bytes[0] ?? Buffer.alloc(0))).toBe(true);
  });

  it.each(ways)('is not copied from a file in which %s is damaged', async (_what, damage, parts) => {
    const old = original;
    const damaged = (await testFolder()).file(`damaged.${format}`);
    const bytes = Buffer.from(old.bytes[0] ?? []);
    await writeFile(damaged, damage(bytes) ?? bytes);
    await using from = earlier({ ...old, files: old.files.map((file) => ({ ...file, path: damaged })) }, format);
    const made = await write(sounds, { format, earlier: from });
    expect(copies(made)).toBe(parts);
    expect(made.bytes[0]?.equals(old.bytes[0] ?? Buffer.alloc(0))).toBe(true);
  });

  it('sounds like a single encode where chapters meet, with marks that are exact', async () => {
    const made = original;
    const { starts, sound } = made;
    const single = await write(sounds, { format }, new EncoderPool({ partSeconds: 3600 }));
    expect([copies(single), made.spans.map(({ startSample }) => startSample)]).toEqual(['E', starts]);
    for (const start of starts) expect(Math.abs(start - Math.round(start / frameInput) * frameInput)).toBeLessThan(2);
    const [parts, whole] = await Promise.all(
      [made, single].map(async ({ files }) => await decode(files[0]?.path ?? '')),
    );
    expect(parts).toHaveLength(whole?.length ?? 0);
    const isNear = (at: number): boolean => starts.some((start) => Math.abs(at - start) < testRate / 10);
    // Where a frame is not a whole number of samples, a chapter may stand a part of one sample earlier or later.
    const shift = Number.isInteger(frameInput) ? 0 : 1;
    const atJoints = largestError(parts, { sound, shift, isMeasured: isNear });
    expect(atJoints).toBeLessThanOrEqual(largestError(whole, { sound, shift, isMeasured: () => true }));
    const { chapters } = await probe(made.files[0]?.path ?? '');
    // MP3 counts in milliseconds.
    const marks = chapters.map(({ start_time }) => Number(start_time).toFixed(3));
    expect(marks).toEqual(starts.map((start) => (start / testRate).toFixed(3)));
  });
});

interface Measured {
  readonly sound: Int16Array;
  /** Samples by which the decoded sound may be earlier or later. */
  readonly shift: number;
  readonly isMeasured: (at: number) => boolean;
}

/** Returns the largest difference of decoded samples from those that were encoded. */
function largestError(decoded: Int16Array | undefined, { sound, shift, isMeasured }: Measured): number {
  let largest = 0;
  for (let at = shift; at < sound.length - shift; at += 1) {
    if (!isMeasured(at)) continue;
    const around = sound.subarray(at - shift, at + shift + 1);
    const sample = decoded?.[at] ?? 0;
    largest = Math.max(largest, sample - Math.max(...around), Math.min(...around) - sample);
  }
  return largest;
}

describe('parts of chapters', () => {
  const rules = { partSamples: 300 * testRate, frameInput: frame };

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
