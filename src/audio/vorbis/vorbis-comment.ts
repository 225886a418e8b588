import { fileTitle, numbered } from '../audio-metadata.ts';
import type { AudioMetadata } from '../audio-metadata.ts';
import { sampleToMs } from '../chapter-marks.ts';
import type { ChapterMark } from '../chapter-marks.ts';
import type { Track } from '../encoding/audio-encoding.ts';
import type { FileTags } from '../encoding/tagged-file.ts';

const vendor = 'audiobook';

/**
 * Returns comments as Opus and FLAC hold them (Vorbis I, 5.2). Chapters are comments, too. Extra tags replace the fields of the book,
 * but not chapters, numbers and the cover. `more` are fields of the format.
 */
export function vorbisComment(tags: FileTags, more: Readonly<Record<string, string>> = {}): Buffer {
  const comments = Object.entries({ ...bookFields(tags), ...chapterFields(tags.chapters, tags.sampleRate), ...more });
  return Buffer.concat([
    counted(vendor),
    u32le(comments.length),
    ...comments.map(([name, value]) => counted(`${name}=${value}`)),
  ]);
}

/** Names, in any case, of comments that describe the structure of a file. */
const structuralName = /^(?:chapter\d+\w*|track(?:number|total)?|disc(?:number|total)?|metadata_block_picture)$/iu;

/** Names are the same in any case. Those of extra tags are written as they were given. */
function bookFields({ metadata, track }: FileTags): Record<string, string> {
  const extra = Object.entries(metadata.extra ?? {}).filter(([name]) => !structuralName.test(name));
  const replaced = new Set(extra.map(([name]) => name.toUpperCase()));
  const own = Object.entries(fields(metadata, track)).filter(([name]) => !replaced.has(name));
  const filled = [...own, ...extra].flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  );
  return Object.fromEntries(filled);
}

function fields(metadata: AudioMetadata, track: Track | undefined): Record<string, string | undefined> {
  const authors = metadata.authors.join(', ');
  return {
    TITLE: track?.title ?? fileTitle(metadata),
    ALBUM: metadata.title,
    ARTIST: authors,
    ALBUMARTIST: authors,
    COMPOSER: metadata.narrator,
    NARRATOR: metadata.narrator,
    GENRE: metadata.genre ?? 'Audiobook',
    DATE: metadata.date,
    LANGUAGE: metadata.language,
    SUBTITLE: metadata.subtitle,
    PUBLISHER: metadata.publisher,
    // One field for both: ffmpeg, which many players read with, shows one of two.
    DESCRIPTION: [metadata.description, metadata.comment].filter((text) => text !== undefined).join('\n\n'),
    COPYRIGHT: metadata.copyright,
    ISBN: metadata.isbn,
    ASIN: metadata.asin,
    SERIES: metadata.series,
    'SERIES-PART': metadata.seriesPosition,
    TITLESORT: metadata.sortTitle,
    ALBUMSORT: metadata.sortTitle,
    ARTISTSORT: metadata.sortAuthor,
    TRACKNUMBER: numbered(track),
    DISCNUMBER: numbered(metadata.part),
  };
}

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

function counted(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([u32le(bytes.length), bytes]);
}

function u32le(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
