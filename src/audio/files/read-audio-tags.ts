import type { IAudioMetadata, ITag } from 'music-metadata';
import { readChapters } from './read-chapters.ts';
import type { FileChapter } from './read-chapters.ts';
import { cleanMetadata } from '../audio-metadata.ts';
import type { AudioMetadata } from '../audio-metadata.ts';
import { parseLanguage } from '../../core/language.ts';

/** What an audio file says of itself. */
export interface AudioTags {
  /** Of the book: its title is empty where the file has none. */
  readonly metadata: AudioMetadata;
  /** Title of this file: of a chapter, where the book has several. */
  readonly title: string | undefined;
  readonly seconds: number;
  readonly chapters: readonly FileChapter[];
  readonly cover: Uint8Array | undefined;
}

/** Returns the tags, length and, where ffmpeg is installed, chapters of an audio file of any origin. Undefined when it is no audio. */
export async function readAudioTags(file: string, signal: AbortSignal): Promise<AudioTags | undefined> {
  const read = await parse(file).catch(() => undefined);
  const seconds = read?.format.duration;
  if (!read || seconds === undefined || !Number.isFinite(seconds)) return undefined;
  const { common } = read;
  return {
    metadata: cleanMetadata(metadataOf(read)),
    title: common.title,
    seconds,
    chapters: await readChapters(file, signal).catch(() => []),
    cover: common.picture?.[0]?.data,
  };
}

async function parse(file: string): Promise<IAudioMetadata> {
  // Its many files would be loaded by every conversion.
  const { parseFile } = await import('music-metadata');
  return await parseFile(file, { duration: true });
}

function metadataOf({ common, native }: IAudioMetadata): AudioMetadata {
  const tags = Object.values(native).flat();
  return {
    title: common.album ?? common.title ?? '',
    authors: common.artists ?? [common.albumartist ?? ''],
    narrator: textOf(tags, 'narrator') ?? textOf(tags, '©nrt') ?? common.composer?.[0],
    language: languageOf(common),
    description: common.longDescription ?? common.description?.[0],
    ...seriesOf(common, tags),
  };
}

/** ID3 has codes of three letters. */
function languageOf({ language }: IAudioMetadata['common']): string | undefined {
  return language === undefined ? undefined : parseLanguage(language);
}

function seriesOf(
  { movement, movementIndex }: IAudioMetadata['common'],
  tags: readonly ITag[],
): Pick<AudioMetadata, 'series' | 'seriesPosition'> {
  const position = textOf(tags, 'series-index') ?? textOf(tags, 'series-part');
  return { series: textOf(tags, 'series') ?? movement, seriesPosition: position ?? movementIndex.no?.toString() };
}

/** Returns the text of a tag that is not one of the usual ones: of any format, by the end of its name. */
function textOf(tags: readonly ITag[], name: string): string | undefined {
  const value = tags.find(({ id }) => id.split(':').at(-1)?.toLowerCase() === name)?.value;
  return typeof value === 'string' ? value : undefined;
}
