import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AudioMetadata } from '../../src/audio/audio-metadata.ts';
import type { AudioFormat } from '../../src/audio/audio-writer.ts';
import { cutToBytes } from '../../src/core/cut-to-bytes.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { testCover } from './pictures.ts';
import { readWithAtomicParsley, readWithFfprobe, readWithMediainfo, readWithMusicMetadata } from './readers.ts';
import type { ReadChapter, Reading } from './readers.ts';
import { burstStarts, chapterSound, decode, testRate, testFolder, writeBook } from './sound.ts';

const hasMediainfo = !isProgramMissing('mediainfo');
const hasAtomicParsley = !isProgramMissing('AtomicParsley');

const METADATA = {
  title: `Überbuch “quoted” "' = ; # \\ 日本 ${'long '.repeat(100)}end`,
  subtitle: 'שלום עולם',
  authors: ['Ann Author', 'Bob = ; # \\ Brown'],
  narrator: 'A "Narrator"; #1',
  language: 'de-DE',
  publisher: 'A Publisher = it',
  date: '1813-01-28',
  description: `Two lines\nof "text" = ; # \\ and\n\n${'日本語 '.repeat(100)}end`,
  comment: 'A comment',
  copyright: '2020 Somebody',
  isbn: '9780000000000',
  asin: 'B000000000',
  series: 'A Series; #',
  seriesPosition: '2',
  sortTitle: 'Uberbuch',
  sortAuthor: 'Author, Ann',
  part: { number: 1, total: 2 },
  extra: { 'MY FIELD': 'mine = "yours"' },
} as const satisfies AudioMetadata;

const AUTHORS = METADATA.authors.join(', ');

/** A value and the name by which each of `READERS` gives it; `undefined` where a reader does not know the field. */
type Row = readonly [value: string, ...names: (string | undefined)[]];

const M4B_ROWS: readonly Row[] = [
  ['deu', 'language'],
  [`${METADATA.title}, Part 1`, 'title', 'Title', '©nam', '©nam'],
  [METADATA.title, 'album', 'Album', '©alb', '©alb'],
  [METADATA.subtitle, 'SUBTITLE', 'SUBTITLE', '----:com.apple.iTunes:SUBTITLE', 'SUBTITLE'],
  [METADATA.subtitle, undefined, 'st3', '©st3', '©st3'],
  [AUTHORS, 'artist', 'Performer', '©ART', '©ART'],
  [AUTHORS, 'album_artist', 'Album_Performer', 'aART', 'aART'],
  [METADATA.narrator, 'composer', 'Composer', '©wrt', '©wrt'],
  [METADATA.narrator, undefined, 'nrt', '©nrt', '©nrt'],
  [METADATA.narrator, 'NARRATOR', 'NARRATOR', '----:com.apple.iTunes:NARRATOR', 'NARRATOR'],
  [METADATA.language, 'LANGUAGE', 'LANGUAGE', '----:com.apple.iTunes:LANGUAGE', 'LANGUAGE'],
  [METADATA.publisher, 'PUBLISHER', 'Publisher', '©pub', '©pub'],
  [METADATA.publisher, undefined, undefined, '----:com.apple.iTunes:PUBLISHER', 'PUBLISHER'],
  [METADATA.date, 'date', 'Recorded_Date', '©day', '©day'],
  [METADATA.description, 'synopsis', undefined, 'ldes', 'ldes'],
  [cutToBytes(METADATA.description, 255), 'description', undefined, 'desc', 'desc'],
  [METADATA.comment, 'comment', 'Comment', '©cmt', '©cmt'],
  [METADATA.copyright, 'copyright', 'Copyright', 'cprt', 'cprt'],
  ['Audiobook', 'genre', 'Genre', '©gen', '©gen'],
  [METADATA.isbn, 'ISBN', 'ISBN', '----:com.apple.iTunes:ISBN', 'ISBN'],
  [METADATA.asin, 'ASIN', 'ASIN', '----:com.apple.iTunes:ASIN', 'ASIN'],
  [METADATA.series, 'SERIES', 'SERIES', '----:com.apple.iTunes:SERIES', 'SERIES'],
  [METADATA.series, undefined, 'mvn', '©mvn', '©mvn'],
  [METADATA.seriesPosition, 'SERIES-PART', 'SERIESPART', '----:com.apple.iTunes:SERIES-PART', 'SERIES-PART'],
  [METADATA.seriesPosition, undefined, 'mvi', '©mvi', '©mvi'],
  [`${METADATA.series} #2`, 'grouping', 'Grouping', '©grp', '©grp'],
  [METADATA.sortTitle, 'sort_name', 'Title_Sort', 'sonm', 'sonm'],
  [METADATA.sortTitle, 'sort_album', 'Album_Sort', 'soal', 'soal'],
  [METADATA.sortAuthor, 'sort_artist', 'Performer_Sort', 'soar', 'soar'],
  [METADATA.extra['MY FIELD'], 'MY FIELD', 'MY_FIELD', '----:com.apple.iTunes:MY FIELD', 'MY FIELD'],
  ['1/2', 'disc', undefined, 'disk'],
  ['1 of 2', undefined, undefined, undefined, 'disk'],
  ['2', 'media_type', undefined, 'stik'],
  ['Audiobook', undefined, 'ContentType', undefined, 'stik'],
  ['1', 'gapless_playback', undefined, 'pgap'],
  ['true', undefined, undefined, undefined, 'pgap'],
  ['M4B ', 'major_brand', 'CodecID'],
  ['Yes', undefined, 'Cover'],
  ['1 piece of artwork', undefined, undefined, undefined, 'covr'],
];

const MP3_ROWS: readonly Row[] = [
  [`${METADATA.title}, Part 1`, 'title', 'Title', 'TIT2'],
  [METADATA.title, 'album', 'Album', 'TALB'],
  [METADATA.subtitle, 'TIT3', 'Title_More', 'TIT3'],
  [AUTHORS, 'artist', 'Performer', 'TPE1'],
  [AUTHORS, 'album_artist', 'Album_Performer', 'TPE2'],
  [METADATA.narrator, 'composer', 'Composer', 'TCOM'],
  [METADATA.narrator, 'NARRATOR', 'NARRATOR', 'TXXX:NARRATOR'],
  ['deu', 'language', undefined, 'TLAN'],
  [METADATA.publisher, 'publisher', 'Publisher', 'TPUB'],
  [METADATA.date, 'date', 'Recorded_Date'],
  ['1813', undefined, undefined, 'TYER'],
  ['2801', undefined, undefined, 'TDAT'],
  [METADATA.description, 'DESCRIPTION', undefined, 'TXXX:DESCRIPTION'],
  [METADATA.comment, 'comment', 'Comment', 'COMM'],
  [METADATA.copyright, 'copyright', 'Copyright', 'TCOP'],
  ['Audiobook', 'genre', 'Genre', 'TCON'],
  [METADATA.isbn, 'ISBN', 'ISBN', 'TXXX:ISBN'],
  [METADATA.asin, 'ASIN', 'ASIN', 'TXXX:ASIN'],
  [METADATA.series, 'SERIES', 'SERIES', 'TXXX:SERIES'],
  [METADATA.seriesPosition, 'SERIES-PART', 'SERIESPART', 'TXXX:SERIES-PART'],
  [METADATA.sortTitle, 'album-sort', 'Album_Sort', 'TSOA'],
  [METADATA.sortAuthor, 'artist-sort', 'Performer_Sort', 'TSOP'],
  [METADATA.extra['MY FIELD'], 'MY FIELD', 'MY_FIELD', 'TXXX:MY FIELD'],
  ['Yes', undefined, 'Cover'],
  ['1/2', 'disc', undefined, 'TPOS'],
  ['Cover (front)', undefined, 'Cover_Type'],
];

const VORBIS_ROWS: readonly Row[] = [
  [`${METADATA.title}, Part 1`, 'title', 'Title', 'TITLE'],
  [METADATA.title, 'album', 'Album', 'ALBUM'],
  [METADATA.subtitle, 'SUBTITLE', 'SUBTITLE', 'SUBTITLE'],
  [AUTHORS, 'artist', 'Performer', 'ARTIST'],
  [AUTHORS, 'album_artist', 'Album_Performer', 'ALBUMARTIST'],
  [METADATA.narrator, 'composer', 'Composer', 'COMPOSER'],
  [METADATA.narrator, 'NARRATOR', 'NARRATOR', 'NARRATOR'],
  [METADATA.language, 'language', undefined, 'LANGUAGE'],
  [METADATA.publisher, 'PUBLISHER', 'Publisher', 'PUBLISHER'],
  [METADATA.date, 'date', 'Recorded_Date', 'DATE'],
  // ffmpeg has one field for the two.
  [`${METADATA.description}\n\n${METADATA.comment}`, 'comment', undefined, 'DESCRIPTION'],
  [METADATA.copyright, 'copyright', 'Copyright', 'COPYRIGHT'],
  ['Audiobook', 'genre', 'Genre', 'GENRE'],
  [METADATA.isbn, 'ISBN', 'ISBN', 'ISBN'],
  [METADATA.asin, 'ASIN', 'ASIN', 'ASIN'],
  [METADATA.series, 'SERIES', 'SERIES', 'SERIES'],
  [METADATA.seriesPosition, 'SERIES-PART', 'SERIESPART', 'SERIES-PART'],
  [METADATA.sortTitle, 'TITLESORT', 'TITLESORT', 'TITLESORT'],
  [METADATA.sortTitle, 'ALBUMSORT', 'ALBUMSORT', 'ALBUMSORT'],
  [METADATA.sortAuthor, 'ARTISTSORT', 'ARTISTSORT', 'ARTISTSORT'],
  [METADATA.extra['MY FIELD'], 'MY FIELD', 'MY_FIELD', 'MY FIELD'],
  ['1/2', 'disc', undefined, 'DISCNUMBER'],
  ['Yes', undefined, 'Cover'],
];
const READERS = ['ffprobe', 'mediainfo', 'music-metadata', 'AtomicParsley'];

/** As they are given, and as they are to be shown where that differs. */
const TITLES: readonly (readonly [given: string, shown?: string])[] = [
  ['Quotes " and \' and = ; # \\ end'],
  ['Two\nlines\r\n\t and\u0000 more', 'Two lines and more'],
  ['😀 emoji 👩‍👩‍👧'],
  ['שלום עולם'],
  ['x'.repeat(500)],
  ['<b>&amp;</b> %s ${a} [x] = \\'],
  ['\u0000 ', ''],
];

/** Nero's table counts the bytes of a title, and the chapters, in one byte. */
const NERO_LIMIT = 255;
/** mediainfo shows no more of any MP4's QuickTime chapters, those of ffmpeg included. */
const MEDIAINFO_LIMIT = 512;

interface Case {
  readonly format: AudioFormat;
  readonly count: number;
  readonly rows: readonly Row[];
  /** Tables of chapters that each reader finds. */
  readonly tables: Readonly<Record<string, number>>;
  /** How far a reader's duration may be from that of the sound, in seconds. */
  readonly tolerance: Readonly<Record<string, number>>;
}

const COUNTS = [1, 40, 255, 256, 1000];
/** A chapter in ID3 is told in milliseconds, and so is every chapter by mediainfo. */
const MS = 0.001;
/** What LAME adds at both ends. */
const LAME = (2 * 1152) / 44_100;
/** Opus' delay at 48 kHz: it is not taken off by all. */
const OPUS = 312 / 48_000;
const MP3 = {
  format: 'mp3',
  rows: MP3_ROWS,
  tables: { ffprobe: 1, mediainfo: 0, 'music-metadata': 1 },
  tolerance: { ffprobe: LAME, mediainfo: LAME, 'music-metadata': LAME },
} as const;
const M4B = {
  format: 'm4b',
  rows: M4B_ROWS,
  // music-metadata goes by the media's length: the encoder's delay is in it.
  tolerance: { 'music-metadata': (2 * 1024) / testRate },
} as const;
const VORBIS = { rows: VORBIS_ROWS, tables: { ffprobe: 1, mediainfo: 1, 'music-metadata': 0 } } as const;

const CASES: readonly Case[] = [
  ...COUNTS.map((count): Case => {
    // Nero's table beside QuickTime's, up to 255.
    const mediainfo = count <= NERO_LIMIT ? 2 : 1;
    return { ...M4B, count, tables: { ffprobe: 1, mediainfo, 'music-metadata': 1, AtomicParsley: 0 } };
  }),
  ...COUNTS.map((count): Case => ({ ...MP3, count })),
  { ...VORBIS, format: 'opus', count: 256, tolerance: { ffprobe: OPUS, mediainfo: OPUS } },
  { ...VORBIS, format: 'flac', count: 256, tolerance: {} },
];

test.each(CASES)('$format with $count chapters: independent readers agree on everything', async (wanted) => {
  await using folder = await testFolder();
  const path = join(folder.path, `book.${wanted.format}`);
  const cover = await testCover();
  const chapters = Array.from({ length: wanted.count }, (_, index) => {
    return { title: titleAt(index).given, samples: chapterSound(0.1 + (index % 7) * 0.0137) };
  });
  const [file] = await writeBook({ path, format: wanted.format, metadata: METADATA, cover }, chapters);
  const samples = chapters.reduce((sum, chapter) => sum + chapter.samples.length, 0);
  expect(file?.seconds).toBe(samples / testRate);
  const sounds = burstStarts(await decode(path)).map((start) => start / testRate);
  expect(sounds).toHaveLength(wanted.count);
  for (const reading of await readings(path, wanted.format)) {
    checkTags(reading, wanted.rows);
    expect(reading.chapterTables, `tables by ${reading.reader}`).toHaveLength(wanted.tables[reading.reader] ?? -1);
    for (const table of reading.chapterTables) checkChapters(reading.reader, table, sounds);
    const off = Math.abs(reading.seconds - samples / testRate);
    expect(off, `seconds by ${reading.reader}`).toBeLessThan(MS + (wanted.tolerance[reading.reader] ?? 0));
    if (reading.reader === 'mediainfo') continue;
    expect(reading.cover?.equals(cover.bytes), `cover by ${reading.reader}`).toBe(true);
  }
});

/** A title as it is given, and as it is to be shown: on one line, a number when there is none. */
function titleAt(index: number): { readonly given: string; readonly shown: string } {
  const [given = '', shown = given] = TITLES[index % TITLES.length] ?? [];
  return { given, shown: shown === '' ? `Chapter ${index + 1}` : shown };
}

async function readings(path: string, format: AudioFormat): Promise<Reading[]> {
  const readers = [readWithFfprobe, readWithMusicMetadata];
  if (hasMediainfo) readers.push(readWithMediainfo);
  if (hasAtomicParsley && format === 'm4b') readers.push(readWithAtomicParsley);
  return await Promise.all(readers.map(async (read) => await read(path)));
}

function checkTags({ reader, tags }: Reading, rows: readonly Row[]): void {
  const column = 1 + READERS.indexOf(reader);
  const wanted = rows.flatMap((row) => {
    const name = row[column];
    return name === undefined ? [] : [[name, row[0]]];
  });
  expect(tags, reader).toMatchObject(Object.fromEntries(wanted));
}

function checkChapters(reader: string, table: readonly ReadChapter[], sounds: readonly number[]): void {
  // Of mediainfo's two tables in an M4B one is Nero's, and its titles are shorter.
  const isNero = table.some(({ title }) => title === 'x'.repeat(NERO_LIMIT));
  const shown = sounds.slice(0, reader === 'mediainfo' ? MEDIAINFO_LIMIT : undefined);
  const titles = shown.map((_, index) => titleAt(index).shown);
  expect(
    // ffmpeg's own format for tags, on the way to Opus and FLAC, cannot end in a backslash: a space follows it there.
    table.map(({ title }) => title.trimEnd()),
    `titles by ${reader}`,
  ).toEqual(isNero ? titles.map((title) => cutToBytes(title, NERO_LIMIT)) : titles);
  const off = table.map(({ seconds }, index) => Math.abs(seconds - (sounds[index] ?? Infinity)));
  expect(Math.max(...off), `starts by ${reader}`).toBeLessThan(MS);
}
