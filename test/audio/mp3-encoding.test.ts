import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AudioMetadata } from '../../src/audio/audio-metadata.ts';
import { burstStarts, chapterSound, decode, openWriter, output, probe, RATE, testFolder, writeBook } from './sound.ts';
import { testCover } from './pictures.ts';

const METADATA: AudioMetadata = {
  title: 'Überbuch 日本 😀',
  subtitle: 'A Subtitle',
  authors: ['Ann Author', 'Bob = ; # \\ Brown'],
  narrator: 'A Narrator',
  language: 'de-DE',
  publisher: 'A Publisher',
  date: '1813-01-28',
  description: 'One line\nand "another"\u0000\u0007',
  copyright: '2020 Somebody',
  isbn: '9780000000000',
  asin: 'B000000000',
  series: 'A Series',
  seriesPosition: '2',
  sortTitle: 'Uberbuch',
  sortAuthor: 'Author, Ann',
  part: { number: 1, total: 2 },
  extra: { 'MY FIELD': 'mine' },
};

const TITLES = [
  'Quotes " and \' and = ; # \\',
  'Two\nlines\t and\u0000 more',
  '😀 emoji',
  'שלום עולם',
  'x'.repeat(500),
  '  ',
];

test('an independent reader finds every tag as it was given', async () => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.mp3');
  await writeBook({ path, metadata: METADATA, cover: await testCover() }, [{ title: 'One', samples: chapterSound(1) }]);
  const { format, streams } = await probe(path);
  expect(format.tags).toMatchObject({
    title: 'Überbuch 日本 😀, Part 1',
    album: 'Überbuch 日本 😀',
    artist: 'Ann Author, Bob = ; # \\ Brown',
    album_artist: 'Ann Author, Bob = ; # \\ Brown',
    composer: 'A Narrator',
    genre: 'Audiobook',
    language: 'deu',
    publisher: 'A Publisher',
    date: '1813-01-28',
    comment: 'One line\nand "another"',
    DESCRIPTION: 'One line\nand "another"',
    copyright: '2020 Somebody',
    TIT3: 'A Subtitle',
    disc: '1/2',
    ISBN: '9780000000000',
    ASIN: 'B000000000',
    SERIES: 'A Series',
    'SERIES-PART': '2',
    'album-sort': 'Uberbuch',
    'artist-sort': 'Author, Ann',
    'MY FIELD': 'mine',
  });
  expect(streams[1]).toMatchObject({ codec_name: 'mjpeg', width: 64 });
});

test('mediainfo agrees on title, author, narrator, cover and chapters', async (context) => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.mp3');
  const chapters = ['First', 'Second'].map((title) => ({ title, samples: chapterSound(1) }));
  await writeBook({ path, metadata: METADATA, cover: await testCover() }, chapters);
  const report = await output('mediainfo', [path]);
  context.skip(report === undefined, 'mediainfo is not installed');
  expect(report).toMatch(/Track name +: Überbuch 日本 .*, Part 1/u);
  expect(report).toMatch(/Performer +: Ann Author, Bob = ; # \\ Brown/u);
  expect(report).toMatch(/Composer +: A Narrator/u);
  expect(report).toMatch(/Cover +: Yes/u);
  expect(report).toMatch(/Bit rate +: 192 kb\/s/u);
});

test('192k is a true 192k at 44.1 kHz and the header tells the true duration', async () => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.mp3');
  const [file] = await writeBook({ path }, [{ title: 'One', samples: chapterSound(20) }]);
  const { format, streams } = await probe(path);
  expect(streams[0]).toMatchObject({ sample_rate: '44100', bit_rate: '192000', channels: 1 });
  expect(Math.abs(Number(format.duration) - 20)).toBeLessThan(0.06);
  expect(await decode(path)).toHaveLength(20 * RATE);
  expect(file).toEqual({ path, bytes: (await readFile(path)).length, seconds: 20 });
});

test('a bitrate that the source rate allows keeps the source rate', async () => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.mp3');
  await writeBook({ path, bitrate: '96k' }, [{ title: 'One', samples: chapterSound(2) }]);
  expect((await probe(path)).streams[0]).toMatchObject({ sample_rate: '24000', bit_rate: '96000' });
});

test.each([1, 40, 255, 256, 1000])('%i chapters begin within a millisecond of their sound', async (count) => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.mp3');
  const chapters = Array.from({ length: count }, (_, index) => ({
    title: `Chapter title ${index}`,
    samples: chapterSound(0.1 + (index % 7) * 0.0137),
  }));
  await writeBook({ path, bitrate: '64k' }, chapters);
  const { chapters: marks } = await probe(path);
  const sounds = burstStarts(await decode(path));
  expect(marks.map(({ tags }) => tags?.['title'])).toEqual(chapters.map(({ title }) => title));
  expect(sounds).toHaveLength(count);
  expect(marks[0]?.start_time).toBe('0.000000');
  for (const [index, mark] of marks.entries()) {
    expect(Math.abs(Number(mark.start_time) - Number(sounds[index]) / RATE)).toBeLessThan(0.0011);
    expect(mark.end_time).toBe(marks[index + 1]?.start_time ?? mark.end_time);
  }
});

test('chapter titles come out whole on one line, and an empty one gets a number', async () => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.mp3');
  await writeBook(
    { path },
    TITLES.map((title) => ({ title, samples: chapterSound(0.2) })),
  );
  const { chapters } = await probe(path);
  const titles = chapters.map(({ tags }) => tags?.['title']);
  expect(titles).toEqual([TITLES[0], 'Two lines and more', TITLES[2], TITLES[3], TITLES[4], 'Chapter 6']);
});

test('a chapter without sound gets no mark, and the first mark is at 0', async () => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.mp3');
  await using writer = await openWriter({ path });
  await writer.write(chapterSound(0.5));
  writer.startChapter('Empty');
  writer.startChapter('Full');
  await writer.write(chapterSound(0.5));
  await writer.finish();
  const { chapters } = await probe(path);
  expect(chapters.map(({ start_time, tags }) => [start_time, tags?.['title']])).toEqual([['0.000000', 'Full']]);
});

test('the same samples make the same bytes', async () => {
  await using folder = await testFolder();
  const [first, second] = [join(folder.path, 'a.mp3'), join(folder.path, 'b.mp3')];
  const chapters = ['One', 'Two'].map((title) => ({ title, samples: chapterSound(3) }));
  await writeBook({ path: first, cover: await testCover() }, chapters);
  await writeBook({ path: second, cover: await testCover() }, chapters);
  expect((await readFile(first)).equals(await readFile(second))).toBe(true);
});

test('the uncompressed sound is kept beside the MP3 when wanted', async () => {
  await using folder = await testFolder();
  const [path, keepWav] = [join(folder.path, 'book.mp3'), join(folder.path, 'book.wav')];
  const samples = chapterSound(1.5);
  const files = await writeBook({ path, keepWav }, [{ title: 'One', samples }]);
  expect(files.map((file) => file.path)).toEqual([path, keepWav]);
  expect(await decode(keepWav)).toEqual(samples);
  expect(await folder.list()).toEqual(['book.mp3', 'book.wav']);
});

test.each(['18k', '145k', 'loud', '0', '192kb'])('bitrate %s is a bad value', async (bitrate) => {
  await using folder = await testFolder();
  await expect(openWriter({ path: join(folder.path, 'book.mp3'), bitrate })).rejects.toMatchObject({
    code: 'bad-value',
  });
  expect(await folder.list()).toEqual([]);
});
