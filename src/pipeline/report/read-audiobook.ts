import path from 'node:path';
import { readAudioTags } from '../../audio/files/read-audio-tags.ts';
import type { AudioTags } from '../../audio/files/read-audio-tags.ts';
import { coverToJpeg } from '../../audio/pictures/cover-to-jpeg.ts';
import type { KeptAbout } from '../read/keep-book.ts';

/** An audiobook of any origin, as its files say. */
export interface ReadAudiobook {
  readonly about: KeptAbout;
  readonly seconds: number;
  /** Length of each file. */
  readonly fileSeconds: readonly number[];
  readonly chapters: readonly { readonly title: string; readonly startSeconds: number }[];
  /** A JPEG. */
  readonly cover: Uint8Array | undefined;
}

/** Reads an audiobook in files, one after the other. Returns undefined when one of them is missing or is no audio. Throws `canceled`. */
export async function readAudiobook(files: readonly string[], signal: AbortSignal): Promise<ReadAudiobook | undefined> {
  const parts = await tagsOf(files, signal);
  const [first] = parts;
  if (!first || parts.length < files.length) return undefined;
  const { title, authors, narrator, language, description, series, seriesPosition } = first.metadata;
  const [file = ''] = files;
  const named = title || path.parse(files.length === 1 ? file : path.dirname(file)).name;
  const picture = parts.find(({ cover }) => cover)?.cover;
  return {
    about: { title: named, authors: [...authors], narrator, language, description, series, seriesPosition },
    seconds: parts.reduce((sum, { seconds }) => sum + seconds, 0),
    fileSeconds: parts.map(({ seconds }) => seconds),
    chapters: chaptersOf(parts, { files, title: named }),
    cover: picture && (await coverToJpeg(picture, signal)).cover?.bytes,
  };
}

/** Returns the tags of files, up to the first that cannot be read. */
async function tagsOf(files: readonly string[], signal: AbortSignal): Promise<readonly AudioTags[]> {
  const parts: AudioTags[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    const tags = await readAudioTags(file, signal);
    if (!tags) break;
    parts.push(tags);
  }
  return parts;
}

/** Returns the chapters in the files. A file without any is one. */
function chaptersOf(
  parts: readonly AudioTags[],
  { files, title: bookTitle }: { readonly files: readonly string[]; readonly title: string },
): ReadAudiobook['chapters'] {
  let start = 0;
  return parts.flatMap(({ chapters, title, seconds }, index) => {
    const begins = start;
    start += seconds;
    if (chapters.length > 0)
      return chapters.map((one) => ({ title: one.title, startSeconds: begins + one.startSeconds }));
    const own = parts.length === 1 ? bookTitle : (title ?? path.parse(files[index] ?? '').name);
    return [{ title: own, startSeconds: begins }];
  });
}
