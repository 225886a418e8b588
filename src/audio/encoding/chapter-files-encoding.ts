import { rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commitFile } from './audio-encoding.ts';
import type { AudioEncoding, EncodingOptions, Track, WrittenFile } from './audio-encoding.ts';
import { cleanLine } from '../audio-metadata.ts';
import type { CoverImage, Numbered } from '../audio-metadata.ts';
import { fileName } from '../../core/file-name.ts';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { makeFolder } from '../../core/files/make-folder.ts';

interface ChapterFile {
  readonly encoding: AudioEncoding;
  title: string | undefined;
  samples: number;
}

/** Opens the encoder of one file. */
export type OpenEncoding = (options: EncodingOptions) => Promise<AudioEncoding>;

/**
 * Opens a folder with one file per chapter (`001 - Title.mp3`) and the cover beside them. The files get their names and
 * their numbers `n/N` at the end. The folder is created when its parent exists.
 */
export async function openChapterFiles(
  options: EncodingOptions,
  extension: string,
  open: OpenEncoding,
): Promise<AudioEncoding> {
  const folder = options.path;
  const isNew = await makeFolder(folder);
  const files: ChapterFile[] = [];
  let nextTitle: string | undefined;
  let isFinished = false;
  const beginFile = async (title: string | undefined): Promise<ChapterFile> => {
    await files.at(-1)?.encoding.end();
    const number = files.length + 1;
    const name = chapterFileName(number, title ?? '', extension);
    const file = { encoding: await open({ ...options, path: path.join(folder, name) }), title, samples: 0 };
    files.push(file);
    return file;
  };
  return {
    async write(samples) {
      let file = files.at(-1);
      if (file === undefined || nextTitle !== undefined) file = await beginFile(nextTitle);
      nextTitle = undefined;
      await file.encoding.write(samples);
      file.samples += samples.length;
    },
    startChapter(title) {
      nextTitle = title;
    },
    end: async () => await files.at(-1)?.encoding.end(),
    async finish() {
      const written: WrittenFile[] = [];
      for (const [index, { encoding, title, samples }] of files.entries()) {
        const track = trackOf(title, { number: index + 1, total: files.length });
        written.push(...(await encoding.finish({ totalSamples: samples, chapters: [], track })));
      }
      isFinished = true;
      await writeCover(options);
      return written;
    },
    async [Symbol.asyncDispose]() {
      for (const { encoding } of files) await encoding[Symbol.asyncDispose]();
      if (isNew && !isFinished) await rmdir(folder).catch(() => undefined);
    },
  };
}

/** Returns the name of a chapter's file: `001 - Title.mp3`. `extension` begins with a dot. */
export function chapterFileName(number: number, title: string, extension: string): string {
  return `${String(number).padStart(3, '0')} - ${fileName(title) || `Chapter ${number}`}${extension}`;
}

/** Returns the number and the title in the tags of a chapter's file. */
export function trackOf(title: string | undefined, { number, total }: Numbered): Track {
  return { number, total, title: cleanLine(title ?? '') || `Chapter ${number}` };
}

/** Returns the name of the cover beside the files of the chapters. */
export function coverFileName({ mediaType }: CoverImage): string {
  return mediaType === 'image/png' ? 'cover.png' : 'cover.jpg';
}

/** Writes the cover into the folder of the chapters, when there is one. */
export async function writeCover({
  path: folder,
  cover,
  commit = commitFile,
}: Pick<EncodingOptions, 'path' | 'cover' | 'commit'>): Promise<void> {
  if (cover === undefined) return;
  await using file = await openAtomicFile(path.join(folder, coverFileName(cover)));
  await writeFile(file.path, cover.bytes);
  await commit(file);
}
