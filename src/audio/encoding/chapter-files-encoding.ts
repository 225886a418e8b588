import { rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commitFile } from './audio-encoding.ts';
import type { AudioEncoding, EncodingOptions, Track, WrittenFile } from './audio-encoding.ts';
import type { PartSpan } from './parts/encoded-part.ts';
import { cleanLine } from '../audio-metadata.ts';
import type { CoverImage, Numbered } from '../audio-metadata.ts';
import { FinishedMeter } from '../loudness/finished-meter.ts';
import { fileName } from '../../core/file-name.ts';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { makeFolder } from '../../core/files/make-folder.ts';

interface ChapterFile {
  readonly encoding: AudioEncoding;
  /** Hears only this file, because several are encoded at the same time. */
  readonly meter: FinishedMeter | undefined;
  title: string | undefined;
  samples: number;
}

/** Chapters that may be complete and not encoded yet, for each encoder. */
const waitingChaptersPerEncoder = 2;

/** Opens the encoder of one file. */
export type OpenEncoding = (options: EncodingOptions) => Promise<AudioEncoding>;

/**
 * Opens a folder with one file per chapter (`001 - Title.mp3`) and the cover beside them. The files get their names and
 * their numbers `n/N` at the end. The folder is created when its parent exists. Chapters that are complete are encoded side by side.
 */
export async function openChapterFiles(
  options: EncodingOptions,
  extension: string,
  open: OpenEncoding,
): Promise<AudioEncoding> {
  const folder = options.path;
  const isNew = await makeFolder(folder);
  const files: ChapterFile[] = [];
  const ending = new EndingChapters(options.meter);
  let nextTitle: string | undefined;
  let isFinished = false;
  const beginFile = async (title: string | undefined): Promise<ChapterFile> => {
    ending.add(files.at(-1));
    await ending.settle(options.encoders.encoders * waitingChaptersPerEncoder);
    const number = files.length + 1;
    const name = chapterFileName(number, title ?? '', extension);
    const meter = options.meter && new FinishedMeter();
    const encoding = await open({ ...options, meter, path: path.join(folder, name) });
    const file = { encoding, meter, title, samples: 0 };
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
    spans: () => spansOf(files),
    async end() {
      ending.add(files.at(-1));
      await ending.settle(0);
    },
    async finish() {
      const written = await finishFiles(files);
      isFinished = true;
      await writeCover(options);
      return written;
    },
    async [Symbol.asyncDispose]() {
      // All at once: one may wait for the encoder of another.
      await Promise.all(files.map(async ({ encoding }) => await encoding[Symbol.asyncDispose]()));
      if (isNew && !isFinished) await rmdir(folder).catch(() => undefined);
    },
  };
}

async function finishFiles(files: readonly ChapterFile[]): Promise<readonly WrittenFile[]> {
  const written: WrittenFile[] = [];
  for (const [index, { encoding, title, samples }] of files.entries()) {
    const track = trackOf(title, { number: index + 1, total: files.length });
    written.push(...(await encoding.finish({ totalSamples: samples, chapters: [], track })));
  }
  return written;
}

function spansOf(files: readonly ChapterFile[]): readonly PartSpan[] {
  const spans: PartSpan[] = [];
  let start = 0;
  for (const { encoding, samples } of files) {
    for (const { startSample, endSample, isCopied } of encoding.spans?.() ?? [])
      spans.push({ startSample: start + startSample, endSample: start + endSample, isCopied });
    start += samples;
  }
  return spans;
}

/** Chapters whose audio is complete. */
class EndingChapters {
  readonly #meter: FinishedMeter | undefined;
  readonly #chapters: { readonly ended: Promise<void>; readonly meter: FinishedMeter | undefined }[] = [];

  constructor(meter: FinishedMeter | undefined) {
    this.#meter = meter;
  }

  add(chapter: ChapterFile | undefined): void {
    if (chapter === undefined) return;
    const ended = chapter.encoding.end();
    // Thrown by `settle`.
    ended.catch(() => undefined);
    this.#chapters.push({ ended, meter: chapter.meter });
  }

  /** Resolves when at most this many are left, and adds the loudness of the others in their order. Throws what ended a chapter. */
  async settle(most: number): Promise<void> {
    for (let first = this.#chapters[0]; first && this.#chapters.length > most; first = this.#chapters[0]) {
      await first.ended;
      if (first.meter) this.#meter?.addAll(first.meter);
      this.#chapters.shift();
    }
  }
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
