import type { Track } from '../encoding/audio-encoding.ts';
import { fileTitle, numbered } from '../audio-metadata.ts';
import type { AudioMetadata } from '../audio-metadata.ts';
import { sampleToMs } from '../chapter-marks.ts';
import type { ChapterMark } from '../chapter-marks.ts';

/** Content of `ffmetadata`. */
export interface FfmetadataContent {
  readonly metadata: AudioMetadata;
  readonly track: Track | undefined;
  readonly chapters: readonly ChapterMark[];
  readonly sampleRate: number;
  /** Further fields. */
  readonly more: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns tags in ffmpeg's metadata file format, under the names of Vorbis comments. Chapters are such comments, too: those
 * that ffmpeg writes itself are up to a second late, since it rounds the seconds, and missing in FLAC. Extra tags replace the
 * fields of the book, but not chapters, numbers and the cover.
 */
export function ffmetadata({ metadata, track, chapters, sampleRate, more }: FfmetadataContent): string {
  const extra = Object.entries(metadata.extra ?? {}).filter(([key]) => !structuralName.test(key));
  const all = {
    ...fields(metadata, track),
    ...Object.fromEntries(extra),
    ...chapterFields(chapters, sampleRate),
    ...more,
  };
  const lines = Object.entries(all).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [`${escaped(key)}=${escaped(value)}`],
  );
  return [';FFMETADATA1', ...lines, ''].join('\n');
}

/** Names, in any case, of comments that describe the structure of a file. */
const structuralName = /^(?:chapter\d+\w*|track(?:number|total)?|disc(?:number|total)?|metadata_block_picture)$/iu;

/** `CHAPTER001=00:01:02.345` and `CHAPTER001NAME=Title` (Chapter Extension of Vorbis comments). */
function chapterFields(chapters: readonly ChapterMark[], sampleRate: number): Record<string, string> {
  const pairs = chapters.flatMap(({ title, startSample }, index) => {
    const name = `CHAPTER${String(index).padStart(3, '0')}`;
    return [
      [name, clock(sampleToMs(startSample, sampleRate))],
      [`${name}NAME`, title],
    ];
  });
  return Object.fromEntries(pairs);
}

function clock(ms: number): string {
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}.${pad(ms % 1000, 3)}`;
}

function pad(value: number, digits = 2): string {
  return String(Math.floor(value)).padStart(digits, '0');
}

function fields(metadata: AudioMetadata, track: Track | undefined): Record<string, string | undefined> {
  const authors = metadata.authors.join(', ');
  return {
    title: track?.title ?? fileTitle(metadata),
    album: metadata.title,
    artist: authors,
    album_artist: authors,
    composer: metadata.narrator,
    NARRATOR: metadata.narrator,
    genre: metadata.genre ?? 'Audiobook',
    date: metadata.date,
    language: metadata.language,
    SUBTITLE: metadata.subtitle,
    PUBLISHER: metadata.publisher,
    // One field for both: ffmpeg writes a comment as the description, in place of the other.
    comment: [metadata.description, metadata.comment].filter((text) => text !== undefined).join('\n\n'),
    copyright: metadata.copyright,
    ISBN: metadata.isbn,
    ASIN: metadata.asin,
    SERIES: metadata.series,
    'SERIES-PART': metadata.seriesPosition,
    TITLESORT: metadata.sortTitle,
    ALBUMSORT: metadata.sortTitle,
    ARTISTSORT: metadata.sortAuthor,
    track: numbered(track),
    disc: numbered(metadata.part),
  };
}

/** A backslash at the end of a line continues it, even an escaped one. A value that ends in one gets a space. */
function escaped(value: string): string {
  return value.replace(/\\$/u, String.raw`\ `).replaceAll(/[=;#\\\n]/gu, String.raw`\$&`);
}
