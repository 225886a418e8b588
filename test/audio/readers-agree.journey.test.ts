import { describe, expect, it } from 'vitest';
import type { AudioMetadata } from '../../src/audio/audio-metadata.ts';
import type { AudioFormat } from '../../src/audio/audio-format.ts';
import { cutToBytes } from '../../src/core/strings/cut-to-bytes.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { testCover } from './pictures.ts';
import { readWithAtomicParsley, readWithFfprobe, readWithMediainfo, readWithMusicMetadata } from './readers.ts';
import type { ReadChapter, Reading } from './readers.ts';
import { burstStarts, chapterSound, decode, testRate, testFolder, writeBook } from './sound.ts';

const hasMediainfo = !isProgramMissing('mediainfo');

const hasAtomicParsley = !isProgramMissing('AtomicParsley');

const testMetadata = {
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

const allAuthors = testMetadata.authors.join(', ');

/** A value and the name by which each of `readerNames` gives it; `undefined` where a reader does not know the field. */
type Row = readonly [value: string, ...names: (string | undefined)[]];

const m4bRows: readonly Row[] = [
  ['deu', 'language'],
  [`${testMetadata.title}, Part 1`, 'title', 'Title', '©nam', '©nam'],
  [testMetadata.title, 'album', 'Album', '©alb', '©alb'],
  [testMetadata.subtitle, 'SUBTITLE', 'SUBTITLE', '----:com.apple.iTunes:SUBTITLE', 'SUBTITLE'],
  [testMetadata.subtitle, undefined, 'st3', '©st3', '©st3'],
  [allAuthors, 'artist', 'Performer', '©ART', '©ART'],
  [allAuthors, 'album_artist', 'Album_Performer', 'aART', 'aART'],
  [testMetadata.narrator, 'composer', 'Composer', '©wrt', '©wrt'],
  [testMetadata.narrator, undefined, 'nrt', '©nrt', '©nrt'],
  [testMetadata.narrator, 'NARRATOR', 'NARRATOR', '----:com.apple.iTunes:NARRATOR', 'NARRATOR'],
  [testMetadata.language, 'LANGUAGE', 'LANGUAGE', '----:com.apple.iTunes:LANGUAGE', 'LANGUAGE'],
  [testMetadata.publisher, 'PUBLISHER', 'Publisher', '©pub', '©pub'],
  [testMetadata.publisher, undefined, undefined, '----:com.apple.iTunes:PUBLISHER', 'PUBLISHER'],
  [testMetadata.date, 'date', 'Recorded_Date', '©day', '©day'],
  [testMetadata.description, 'synopsis', undefined, 'ldes', 'ldes'],
  [cutToBytes(testMetadata.description, 255), 'description', undefined, 'desc', 'desc'],
  [testMetadata.comment, 'comment', 'Comment', '©cmt', '©cmt'],
  [testMetadata.copyright, 'copyright', 'Copyright', 'cprt', 'cprt'],
  ['Audiobook', 'genre', 'Genre', '©gen', '©gen'],
  [testMetadata.isbn, 'ISBN', 'ISBN', '----:com.apple.iTunes:ISBN', 'ISBN'],
  [testMetadata.asin, 'ASIN', 'ASIN', '----:com.apple.iTunes:ASIN', 'ASIN'],
  [testMetadata.series, 'SERIES', 'SERIES', '----:com.apple.iTunes:SERIES', 'SERIES'],
  [testMetadata.series, undefined, 'mvn', '©mvn', '©mvn'],
  [testMetadata.seriesPosition, 'SERIES-PART', 'SERIESPART', '----:com.apple.iTunes:SERIES-PART', 'SERIES-PART'],
  [testMetadata.seriesPosition, undefined, 'mvi', '©mvi', '©mvi'],
  [`${testMetadata.series} #2`, 'grouping', 'Grouping', '©grp', '©grp'],
  [testMetadata.sortTitle, 'sort_name', 'Title_Sort', 'sonm', 'sonm'],
  [testMetadata.sortTitle, 'sort_album', 'Album_Sort', 'soal', 'soal'],
  [testMetadata.sortAuthor, 'sort_artist', 'Performer_Sort', 'soar', 'soar'],
  [testMetadata.extra['MY FIELD'], 'MY FIELD', 'MY_FIELD', '----:com.apple.iTunes:MY FIELD', 'MY FIELD'],
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

const mp3Rows: readonly Row[] = [
  [`${testMetadata.title}, Part 1`, 'title', 'Title', 'TIT2'],
  [testMetadata.title, 'album', 'Album', 'TALB'],
  [testMetadata.subtitle, 'TIT3', 'Title_More', 'TIT3'],
  [allAuthors, 'artist', 'Performer', 'TPE1'],
  [allAuthors, 'album_artist', 'Album_Performer', 'TPE2'],
  [testMetadata.narrator, 'composer', 'Composer', 'TCOM'],
  [testMetadata.narrator, 'NARRATOR', 'NARRATOR', 'TXXX:NARRATOR'],
  ['deu', 'language', undefined, 'TLAN'],
  [testMetadata.publisher, 'publisher', 'Publisher', 'TPUB'],
  [testMetadata.date, 'date', 'Recorded_Date'],
  ['1813', undefined, undefined, 'TYER'],
  ['2801', undefined, undefined, 'TDAT'],
  [testMetadata.description, 'DESCRIPTION', undefined, 'TXXX:DESCRIPTION'],
  [testMetadata.comment, 'comment', 'Comment', 'COMM'],
  [testMetadata.copyright, 'copyright', 'Copyright', 'TCOP'],
  ['Audiobook', 'genre', 'Genre', 'TCON'],
  [testMetadata.isbn, 'ISBN', 'ISBN', 'TXXX:ISBN'],
  [testMetadata.asin, 'ASIN', 'ASIN', 'TXXX:ASIN'],
  [testMetadata.series, 'SERIES', 'SERIES', 'TXXX:SERIES'],
  [testMetadata.seriesPosition, 'SERIES-PART', 'SERIESPART', 'TXXX:SERIES-PART'],
  [testMetadata.sortTitle, 'album-sort', 'Album_Sort', 'TSOA'],
  [testMetadata.sortAuthor, 'artist-sort', 'Performer_Sort', 'TSOP'],
  [testMetadata.extra['MY FIELD'], 'MY FIELD', 'MY_FIELD', 'TXXX:MY FIELD'],
  ['Yes', undefined, 'Cover'],
  ['1/2', 'disc', undefined, 'TPOS'],
  ['Cover (front)', undefined, 'Cover_Type'],
];

const vorbisRows: readonly Row[] = [
  [`${testMetadata.title}, Part 1`, 'TITLE', 'Title', 'TITLE'],
  [testMetadata.title, 'ALBUM', 'Album', 'ALBUM'],
  [testMetadata.subtitle, 'SUBTITLE', 'SUBTITLE', 'SUBTITLE'],
  [allAuthors, 'ARTIST', 'Performer', 'ARTIST'],
  [allAuthors, 'album_artist', 'Album_Performer', 'ALBUMARTIST'],
  [testMetadata.narrator, 'COMPOSER', 'Composer', 'COMPOSER'],
  [testMetadata.narrator, 'NARRATOR', 'NARRATOR', 'NARRATOR'],
  [testMetadata.language, 'LANGUAGE', undefined, 'LANGUAGE'],
  [testMetadata.publisher, 'PUBLISHER', 'Publisher', 'PUBLISHER'],
  [testMetadata.date, 'DATE', 'Recorded_Date', 'DATE'],
  // ffmpeg has one field for the two.
  [`${testMetadata.description}\n\n${testMetadata.comment}`, 'comment', undefined, 'DESCRIPTION'],
  [testMetadata.copyright, 'COPYRIGHT', 'Copyright', 'COPYRIGHT'],
  ['Audiobook', 'GENRE', 'Genre', 'GENRE'],
  [testMetadata.isbn, 'ISBN', 'ISBN', 'ISBN'],
  [testMetadata.asin, 'ASIN', 'ASIN', 'ASIN'],
  [testMetadata.series, 'SERIES', 'SERIES', 'SERIES'],
  [testMetadata.seriesPosition, 'SERIES-PART', 'SERIESPART', 'SERIES-PART'],
  [testMetadata.sortTitle, 'TITLESORT', 'TITLESORT', 'TITLESORT'],
  [testMetadata.sortTitle, 'ALBUMSORT', 'ALBUMSORT', 'ALBUMSORT'],
  [testMetadata.sortAuthor, 'ARTISTSORT', 'ARTISTSORT', 'ARTISTSORT'],
  [testMetadata.extra['MY FIELD'], 'MY FIELD', 'MY_FIELD', 'MY FIELD'],
  ['1/2', 'disc', undefined, 'DISCNUMBER'],
  ['Yes', undefined, 'Cover'],
];

const readerNames = ['ffprobe', 'mediainfo', 'music-metadata', 'AtomicParsley'];

/** Titles as given and, where different, as shown. */
const testTitles: readonly (readonly [given: string, shown?: string])[] = [
  ['Quotes " and \' and = ; # \\ end'],
  ['Two\nlines\r\n\t and\u0000 more', 'Two lines and more'],
  ['😀 emoji 👩‍👩‍👧'],
  ['שלום עולם'],
  ['x'.repeat(500)],
  ['<b>&amp;</b> %s ${a} [x] = \\'],
  ['\u0000 ', ''],
];

/** Nero's table counts the bytes of a title and the chapters in one byte. */
const neroLimit = 255;

/** mediainfo shows at most this many QuickTime chapters, also of files by ffmpeg. */
const mediainfoLimit = 512;

interface Case {
  readonly format: AudioFormat;
  readonly count: number;
  readonly rows: readonly Row[];
  /** Number of chapter tables that each reader finds. */
  readonly tables: Readonly<Record<string, number>>;
  /** Tolerance of each reader's duration in seconds. */
  readonly tolerance: Readonly<Record<string, number>>;
}

/** Precision of chapters in ID3 and of all chapters in mediainfo, in seconds. */
const millisecond = 0.001;

/** Seconds that LAME adds at both ends. */
const lameDelay = (2 * 1152) / 44_100;

/** Delay of Opus at 48 kHz, which not every reader subtracts. */
const opusDelay = 312 / 48_000;

const mp3Case = {
  format: 'mp3',
  rows: mp3Rows,
  tables: { ffprobe: 1, mediainfo: 0, 'music-metadata': 1 },
  tolerance: { ffprobe: lameDelay, mediainfo: lameDelay, 'music-metadata': lameDelay },
} as const;

const m4bCase = {
  format: 'm4b',
  rows: m4bRows,
  // music-metadata uses the length of the media, which includes the delay of the encoder.
  tolerance: { 'music-metadata': (2 * 1024) / testRate },
} as const;

const vorbisCase = { rows: vorbisRows, tables: { ffprobe: 1, mediainfo: 1, 'music-metadata': 0 } } as const;

const cases: readonly Case[] = [
  ...[1, 255, 256].map((count): Case => {
    // Nero's table beside QuickTime's, up to 255.
    const mediainfo = count <= neroLimit ? 2 : 1;
    return { ...m4bCase, count, tables: { ffprobe: 1, mediainfo, 'music-metadata': 1, AtomicParsley: 0 } };
  }),
  { ...mp3Case, count: 256 },
  { ...vorbisCase, format: 'opus', count: 40, tolerance: { ffprobe: opusDelay, mediainfo: opusDelay } },
  { ...vorbisCase, format: 'flac', count: 40, tolerance: {} },
];

describe('independent readers', () => {
  it.each(cases)('agree on everything in $format with $count chapters', async (expected) => {
    const folder = await testFolder();
    const path = folder.file(`book.${expected.format}`);
    const cover = await testCover();
    const chapters = Array.from({ length: expected.count }, (_, index) => {
      return { title: titleAt(index).given, samples: chapterSound(0.1 + (index % 7) * 0.0137) };
    });
    const [file] = await writeBook({ path, format: expected.format, metadata: testMetadata, cover }, chapters);
    const samples = chapters.reduce((sum, chapter) => sum + chapter.samples.length, 0);
    expect(file?.seconds).toBe(samples / testRate);
    const sounds = burstStarts(await decode(path)).map((start) => start / testRate);
    expect(sounds).toHaveLength(expected.count);
    for (const reading of await readings(path, expected.format)) {
      checkTags(reading, expected.rows);
      expect(reading.chapterTables, `tables by ${reading.reader}`).toHaveLength(expected.tables[reading.reader] ?? -1);
      for (const table of reading.chapterTables) checkChapters(reading.reader, table, sounds);
      const off = Math.abs(reading.seconds - samples / testRate);
      expect(off, `seconds by ${reading.reader}`).toBeLessThan(millisecond + (expected.tolerance[reading.reader] ?? 0));
      if (reading.reader === 'mediainfo') continue;
      expect(reading.cover?.equals(cover.bytes), `cover by ${reading.reader}`).toBe(true);
    }
  });
});

/** Returns a title as given and as shown: on one line, numbered when empty. */
function titleAt(index: number): { readonly given: string; readonly shown: string } {
  const [given = '', shown = given] = testTitles[index % testTitles.length] ?? [];
  return { given, shown: shown === '' ? `Chapter ${index + 1}` : shown };
}

async function readings(path: string, format: AudioFormat): Promise<Reading[]> {
  const readers = [readWithFfprobe, readWithMusicMetadata];
  if (hasMediainfo) readers.push(readWithMediainfo);
  if (hasAtomicParsley && format === 'm4b') readers.push(readWithAtomicParsley);
  return await Promise.all(readers.map(async (read) => await read(path)));
}

function checkTags({ reader, tags }: Reading, rows: readonly Row[]): void {
  const column = 1 + readerNames.indexOf(reader);
  const expected = rows.flatMap((row) => {
    const name = row[column];
    return name === undefined ? [] : [[name, row[0]]];
  });
  expect(tags, reader).toMatchObject(Object.fromEntries(expected));
}

function checkChapters(reader: string, table: readonly ReadChapter[], sounds: readonly number[]): void {
  // Of mediainfo's two tables in an M4B one is Nero's, and its titles are shorter.
  const isNero = table.some(({ title }) => title === 'x'.repeat(neroLimit));
  const shown = sounds.slice(0, reader === 'mediainfo' ? mediainfoLimit : undefined);
  const titles = shown.map((_, index) => titleAt(index).shown);
  expect(
    table.map(({ title }) => title),
    `titles by ${reader}`,
  ).toEqual(isNero ? titles.map((title) => cutToBytes(title, neroLimit)) : titles);
  const off = table.map(({ seconds }, index) => Math.abs(seconds - (sounds[index] ?? Infinity)));
  expect(Math.max(...off), `starts by ${reader}`).toBeLessThan(millisecond);
}
