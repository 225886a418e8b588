import { readFile, writeFile, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AudioMetadata } from '../../src/audio/audio-metadata.ts';
import { locateFfmpeg } from '../../src/audio/locate-ffmpeg.ts';
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
  description: `A long one: ${'日本語 '.repeat(60)}`,
  comment: 'A comment',
  copyright: '2020 Somebody',
  isbn: '9780000000000',
  asin: 'B000000000',
  series: 'A Series',
  seriesPosition: '2',
  sortTitle: 'Uberbuch',
  sortAuthor: 'Author, Ann',
  extra: { 'MY FIELD': 'mine' },
};

const TITLES = [
  'Quotes " and \' and = ; # \\',
  'Two\nlines\t and\u0000 more',
  '😀 emoji',
  'שלום עולם',
  'x'.repeat(500),
  '',
];
const SHOWN_TITLES = [TITLES[0], 'Two lines and more', TITLES[2], TITLES[3], TITLES[4], 'Chapter 6'];

test('ffprobe finds every tag as it was given', async () => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.m4b');
  await writeBook({ path, format: 'm4b', metadata: METADATA, cover: await testCover() }, [
    { title: 'One', samples: chapterSound(1) },
  ]);
  const { format, streams } = await probe(path);
  expect(format.tags).toMatchObject({
    major_brand: 'M4B ',
    title: METADATA.title,
    album: METADATA.title,
    artist: 'Ann Author, Bob = ; # \\ Brown',
    album_artist: 'Ann Author, Bob = ; # \\ Brown',
    composer: 'A Narrator',
    NARRATOR: 'A Narrator',
    genre: 'Audiobook',
    date: '1813-01-28',
    comment: 'A comment',
    synopsis: METADATA.description?.trim(),
    copyright: '2020 Somebody',
    media_type: '2',
    gapless_playback: '1',
    sort_name: 'Uberbuch',
    sort_album: 'Uberbuch',
    sort_artist: 'Author, Ann',
    grouping: 'A Series #2',
    SERIES: 'A Series',
    'SERIES-PART': '2',
    SUBTITLE: 'A Subtitle',
    PUBLISHER: 'A Publisher',
    LANGUAGE: 'de-DE',
    ISBN: '9780000000000',
    ASIN: 'B000000000',
    'MY FIELD': 'mine',
  });
  expect(Buffer.byteLength(format.tags?.['description'] ?? '')).toBeLessThanOrEqual(255);
  expect(METADATA.description).toContain(format.tags?.['description']?.trim());
  expect(streams[0]).toMatchObject({ codec_name: 'aac', sample_rate: '24000', channels: 1, tags: { language: 'deu' } });
  expect(streams.at(-1)).toMatchObject({ codec_name: 'mjpeg', width: 64, disposition: { attached_pic: 1 } });
});

test('mediainfo agrees, and sees an audiobook', async (context) => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.m4b');
  const chapters = ['First', 'Second'].map((title) => ({ title, samples: chapterSound(1) }));
  await writeBook({ path, format: 'm4b', metadata: METADATA, cover: await testCover() }, chapters);
  const report = await output('mediainfo', [path]);
  context.skip(report === undefined, 'mediainfo is not installed');
  for (const line of [
    /ContentType +: Audiobook/u,
    /Performer +: Ann Author, Bob = ; # \\ Brown/u,
    /Composer +: A Narrator/u,
    /Cover +: Yes/u,
    /Title\/Sort +: Uberbuch/u,
    /Language +: German/u,
    /SERIES-PART +: 2/u,
    /Format +: AAC LC/u,
    /Channel\(s\) +: 1 channel/u,
    /00:00:01.000 +: Second/u,
  ]) {
    expect(report).toMatch(line);
  }
});

test('AtomicParsley agrees, the fields included that ffmpeg cannot write', async (context) => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.m4b');
  await writeBook({ path, format: 'm4b', metadata: METADATA, cover: await testCover() }, [
    { title: 'One', samples: chapterSound(1) },
  ]);
  const report = await output('AtomicParsley', [path, '-t']);
  context.skip(report === undefined, 'AtomicParsley is not installed');
  for (const line of [
    'Atom "stik" contains: Audiobook',
    'Atom "pgap" contains: true',
    'Atom "©nrt" contains: A Narrator',
    'Atom "©st3" contains: A Subtitle',
    'Atom "©mvn" contains: A Series',
    'Atom "©mvi" contains: 2',
    'Atom "soar" contains: Author, Ann',
    'Atom "----" [com.apple.iTunes;SERIES-PART] contains: 2',
    'Atom "covr" contains: 1 piece of artwork',
  ]) {
    expect(report).toContain(line);
  }
});

test.each([1, 40, 255, 256, 1000])('%i chapters begin exactly where their sound does', async (count) => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.m4b');
  const chapters = Array.from({ length: count }, (_, index) => ({
    title: `Chapter title ${index}`,
    samples: chapterSound(0.1 + (index % 7) * 0.0137),
  }));
  const [file] = await writeBook({ path, format: 'm4b' }, chapters);
  const { chapters: marks, format } = await probe(path);
  const sounds = burstStarts(await decode(path));
  expect(marks.map(({ tags }) => tags?.['title'])).toEqual(chapters.map(({ title }) => title));
  expect(sounds).toHaveLength(count);
  expect(Number(format.duration)).toBeCloseTo(file?.seconds ?? 0, 5);
  for (const [index, mark] of marks.entries()) {
    expect(Math.abs(Number(mark.start_time) - Number(sounds[index]) / RATE)).toBeLessThan(0.001);
    expect(mark.end_time).toBe(marks[index + 1]?.start_time ?? format.duration);
  }
});

test.each([
  [255, true],
  [256, false],
])('of %i chapters the Nero table is written: %s', async (count, isWritten) => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.m4b');
  const samples = chapterSound(0.02);
  await writeBook(
    { path, format: 'm4b' },
    Array.from({ length: count }, () => ({ title: 'A', samples })),
  );
  expect((await readFile(path)).includes('chpl')).toBe(isWritten);
});

test('chapter titles come out whole on one line, and an empty one gets a number', async (context) => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.m4b');
  await writeBook(
    { path, format: 'm4b' },
    TITLES.map((title) => ({ title, samples: chapterSound(0.2) })),
  );
  const { chapters } = await probe(path);
  expect(chapters.map(({ tags }) => tags?.['title'])).toEqual(SHOWN_TITLES);
  const report = await output('mediainfo', [path]);
  context.skip(report === undefined, 'mediainfo is not installed');
  expect(report).toContain('שלום עולם');
});

test('the movie comes before the sound, so that the file can be streamed', async () => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.m4b');
  await writeBook({ path, format: 'm4b' }, [{ title: 'One', samples: chapterSound(5) }]);
  const bytes = await readFile(path);
  expect(bytes.toString('latin1', 4, 12)).toBe('ftypM4B ');
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
});

test('a long book becomes parts, cut between chapters and exact to the sample', async () => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.m4b');
  const chapters = [0.7, 0.7, 0.7, 2.5, 0.3].map((seconds, index) => ({
    title: `C${index + 1}`,
    samples: chapterSound(seconds),
  }));
  const files = await writeBook({ path, format: 'm4b', maxPartSeconds: 1.4 }, chapters);
  expect(files.map((file) => [file.path, file.seconds])).toEqual([
    [join(folder.path, 'book - Part 1.m4b'), 1.4],
    [join(folder.path, 'book - Part 2.m4b'), 0.7],
    [join(folder.path, 'book - Part 3.m4b'), 2.5],
    [join(folder.path, 'book - Part 4.m4b'), 0.3],
  ]);
  expect(await folder.list()).toHaveLength(4);
  const first = await probe(files[0]?.path ?? '');
  expect(first.format.tags).toMatchObject({ title: 'A Book, Part 1', album: 'A Book', disc: '1/4' });
  expect(first.chapters.map(({ start_time, tags }) => [Number(start_time), tags?.['title']])).toEqual([
    [0, 'C1'],
    [0.7, 'C2'],
  ]);
  for (const file of files) expect(burstStarts(await decode(file.path))[0]).toBe(0);
});

test('the same samples make the same bytes', async () => {
  await using folder = await testFolder();
  const [first, second] = [join(folder.path, 'a.m4b'), join(folder.path, 'b.m4b')];
  const chapters = ['One', 'Two'].map((title) => ({ title, samples: chapterSound(3) }));
  await writeBook({ path: first, format: 'm4b' }, chapters);
  await writeBook({ path: second, format: 'm4b' }, chapters);
  expect((await readFile(first)).equals(await readFile(second))).toBe(true);
});

test('a rate that AAC does not know is converted, and marks stay where the sound is', async () => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.m4b');
  const samples = chapterSound(1.25, 20_000);
  await writeBook({ path, format: 'm4b', sampleRate: 20_000 }, [
    { title: 'One', samples },
    { title: 'Two', samples },
  ]);
  const { chapters, streams } = await probe(path);
  expect(streams[0]).toMatchObject({ sample_rate: '44100' });
  expect(Number(chapters[1]?.start_time)).toBeCloseTo(1.25, 4);
  const second = burstStarts(await decode(path, 44_100), 44_100)[1] ?? 0;
  expect(Math.abs(second / 44_100 - 1.25)).toBeLessThan(0.001);
});

test('more than AAC can hold is a bad value', async () => {
  await using folder = await testFolder();
  const opening = openWriter({ path: join(folder.path, 'book.m4b'), format: 'm4b', bitrate: '320k' });
  await expect(opening).rejects.toMatchObject({ code: 'bad-value', message: expect.stringContaining('144k') });
});

test.each([
  ['writes something else', 'echo this is no AAC, and it goes on for a while; cat >/dev/null', /did not write an AAC/u],
  ['writes nothing', 'cat >/dev/null', /less sound/u],
  ['fails at the end', 'cat >/dev/null; echo "it broke" >&2; exit 1', /it broke/u],
])('when the encoder %s, the finish fails and nothing is left', async (_case, script, message) => {
  await using folder = await testFolder();
  const fake = join(folder.path, 'fake-ffmpeg');
  await writeFile(fake, `#!/bin/sh\n${script}\n`);
  await chmod(fake, 0o755);
  const ffmpeg = { ...(await locateFfmpeg()), path: fake };
  {
    await using writer = await openWriter({ path: join(folder.path, 'book.m4b'), format: 'm4b', ffmpeg });
    const working = writer.write(chapterSound(1)).then(async () => await writer.finish());
    await expect(working).rejects.toMatchObject({ code: 'media-failed', message: expect.stringMatching(message) });
  }
  expect(await folder.list()).toEqual(['fake-ffmpeg']);
});
