import type { Tags } from 'node-id3';
import { fileTitle, numbered } from '../audio-metadata.ts';
import type { AudioMetadata, CoverImage } from '../audio-metadata.ts';
import { sampleToMs } from '../chapter-marks.ts';
import type { FileTags } from '../encoding/tagged-file.ts';
import { iso639Code } from '../../core/language.ts';

/** A table of contents counts its entries in one byte. */
const maxTocEntries = 255;
const rootToc = 'toc';

/** Returns an ID3v2.3 tag, which Windows and old players read, with chapters by the ID3v2 Chapter Frame Addendum. */
export async function id3Tag(content: FileTags): Promise<Buffer> {
  // Loaded with the first MP3: it brings the tables of many character sets.
  const { default: nodeId3 } = await import('node-id3');
  return nodeId3.create({ ...textFrames(content), ...pictureFrame(content.cover), ...chapterFrames(content) });
}

function textFrames({ metadata, track }: FileTags): Tags {
  const authors = metadata.authors.join(', ');
  const language = iso639Code(metadata.language ?? '');
  return {
    title: track?.title ?? fileTitle(metadata),
    album: metadata.title,
    artist: authors,
    performerInfo: authors,
    genre: metadata.genre ?? 'Audiobook',
    language,
    ...dateFrames(metadata.date),
    ...field('subtitle', metadata.subtitle),
    ...field('composer', metadata.narrator),
    ...field('publisher', metadata.publisher),
    ...field('copyright', metadata.copyright),
    ...field('albumSortOrder', metadata.sortTitle),
    ...field('performerSortOrder', metadata.sortAuthor),
    ...field('partOfSet', numbered(metadata.part)),
    ...field('trackNumber', numbered(track)),
    ...commentFrame(metadata.comment ?? metadata.description, language),
    userDefinedText: userTexts(metadata),
  };
}

/** Returns fields that have no frame, under the names that Audiobookshelf, Mp3tag and beets read. */
function userTexts(metadata: AudioMetadata): { description: string; value: string }[] {
  const fields = {
    DESCRIPTION: metadata.description,
    NARRATOR: metadata.narrator,
    SERIES: metadata.series,
    'SERIES-PART': metadata.seriesPosition,
    ISBN: metadata.isbn,
    ASIN: metadata.asin,
    ...metadata.extra,
  };
  return Object.entries(fields).flatMap(([description, value]) =>
    value === undefined ? [] : [{ description, value }],
  );
}

function commentFrame(text: string | undefined, language: string): Tags {
  return text === undefined ? {} : { comment: { language, text } };
}

/** Version 2.3 has the year (`TYER`) and the day (`TDAT`, `DDMM`) in two frames. Of a date in words, only the year is known. */
function dateFrames(date: string | undefined): Tags {
  const [, year, month, day] = /(?<!\d)(\d{4})(?:-(\d\d)(?:-(\d\d))?)?/u.exec(date ?? '') ?? [];
  return { ...field('year', year), ...field('date', day === undefined ? undefined : `${day}${month}`) };
}

function pictureFrame(cover: CoverImage | undefined): Tags {
  if (cover === undefined) return {};
  const imageBuffer = Buffer.from(cover.bytes);
  return { image: { mime: cover.mediaType, type: { id: 3 }, description: '', imageBuffer } };
}

function chapterFrames({ chapters, sampleRate }: FileTags): Tags {
  if (chapters.length === 0) return {};
  const chapter = chapters.map((mark, index) => ({
    elementID: `ch${index}`,
    startTimeMs: sampleToMs(mark.startSample, sampleRate),
    endTimeMs: sampleToMs(mark.endSample, sampleRate),
    tags: { title: mark.title },
  }));
  return { chapter, tableOfContents: contents(chapter.map(({ elementID }) => elementID)) };
}

/** Returns one ordered table, or a table of tables when one cannot hold all chapters. The root comes first. */
function contents(ids: readonly string[]): { elementID: string; isOrdered: boolean; elements: string[] }[] {
  if (ids.length <= maxTocEntries) return [{ elementID: rootToc, isOrdered: true, elements: [...ids] }];
  const tables = [];
  for (let at = 0; at < ids.length; at += maxTocEntries) {
    const elements = ids.slice(at, at + maxTocEntries);
    tables.push({ elementID: `${rootToc}${tables.length}`, isOrdered: true, elements });
  }
  return [{ elementID: rootToc, isOrdered: true, elements: tables.map(({ elementID }) => elementID) }, ...tables];
}

/** Returns one tag, or none for an undefined value, which the types of node-id3 do not allow. */
function field(key: keyof Tags, value: string | undefined): Tags {
  return value === undefined ? {} : { [key]: value };
}
