import { stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AudioMetadata, CoverImage } from '../../audio/audio-metadata.ts';
import type { WrittenFile } from '../../audio/audio-encoding.ts';
import { openPartialFile, outputError } from '../../audio/partial-file.ts';
import type { Book } from '../../core/book.ts';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { writeReadAlong } from '../../timed-text/read-along/read-along.ts';
import { subtitles } from '../../timed-text/subtitles/subtitles.ts';
import type { Stretch, TimedChapter } from '../../timed-text/timed-chapter.ts';
import type { Assembly } from './assemble.ts';
import type { ConversionRequest } from '../conversion.ts';
import { keptWavPath, readAlongPath, subtitlesPath } from './output-paths.ts';
import { readAlongMetadata } from './read-along-metadata.ts';
import type { ReportFile } from './report.ts';
import { timedChapters } from './timed-chapters.ts';

/** What was spoken and where it is heard. */
interface SpokenBook {
  readonly request: ConversionRequest;
  readonly book: Book;
  readonly assembly: Assembly;
  readonly metadata: AudioMetadata;
  readonly cover: CoverImage | undefined;
  /** BCP-47 code of what was spoken. */
  readonly language: string;
}

/** Whether a conversion must know when each sentence is heard. */
export function isTimed({ subtitles: formats = [], readAlong = false }: ConversionRequest): boolean {
  return readAlong || formats.length > 0;
}

/** Whether the subtitles of a book in one file can be written; throws as `openPartialFile` does, before hours of speech. */
export async function checkSubtitlePlaces({
  output,
  layout,
  subtitles: formats = [],
}: ConversionRequest): Promise<void> {
  if (layout === 'chapters') return;
  for (const format of formats) await (await openPartialFile(subtitlesPath(output, format)))[Symbol.asyncDispose]();
}

/** Writes the subtitles and the read-along that were asked for, each whole or not at all. Throws `output-failed`, `bad-value` or `canceled`. */
export async function writeTimedText(spoken: SpokenBook, signal: AbortSignal): Promise<readonly ReportFile[]> {
  if (!isTimed(spoken.request)) return [];
  const chapters = timedChapters(spoken.assembly);
  const files = await writeSubtitles(spoken, chapters, signal);
  return spoken.request.readAlong ? [...files, await writeBook(spoken, chapters, signal)] : files;
}

async function writeSubtitles(
  { request, assembly, language }: SpokenBook,
  chapters: readonly TimedChapter[],
  signal: AbortSignal,
): Promise<ReportFile[]> {
  const written = new Map<string, ReportFile>();
  for (const audioFile of placed(assembly.files, keptWavPath(request.output))) {
    for (const format of request.subtitles ?? []) {
      throwIfCanceled(signal);
      const path = subtitlesPath(audioFile.path, format);
      const content = subtitles(format, audioFile, { chapters, language });
      const bytes = await writeFileWhole(path, async (place) => await writeFile(place, content), signal);
      const seconds = audioFile.endSeconds - audioFile.startSeconds;
      written.set(path, { path, bytes, seconds, kind: 'subtitles' });
    }
  }
  return [...written.values()];
}

/** Which stretch of the book each audio file holds: they follow one another, but for the WAV of the whole. */
function placed(files: readonly WrittenFile[], keptWav: string): (Stretch & { readonly path: string })[] {
  let startSeconds = 0;
  return files.map((file) => {
    const isWhole = files.length > 1 && file.path === resolve(keptWav);
    const start = isWhole ? 0 : startSeconds;
    if (!isWhole) startSeconds += file.seconds;
    return { path: file.path, startSeconds: start, endSeconds: start + file.seconds };
  });
}

async function writeBook(
  { request, book, assembly, metadata, cover, language }: SpokenBook,
  chapters: readonly TimedChapter[],
  signal: AbortSignal,
): Promise<ReportFile> {
  const audioFiles = assembly.clips.map((clip) => clip.path);
  if (audioFiles.length !== chapters.length) {
    throw new AudiobookError('internal', `There are ${audioFiles.length} clips for ${chapters.length} chapters.`);
  }
  const about = readAlongMetadata(book.metadata, metadata, language);
  const path = readAlongPath(request.output);
  const bytes = await writeFileWhole(
    path,
    async (place) => await writeReadAlong({ metadata: about, chapters, audioFiles, cover }, place, signal),
    signal,
  );
  return { path, bytes, seconds: assembly.samples / assembly.sampleRate, kind: 'read-along' };
}

/** Answers the bytes of the file that `write` made. */
async function writeFileWhole(
  target: string,
  write: (place: string) => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  await using file = await openPartialFile(target);
  try {
    await write(file.path);
  } catch (thrown) {
    throwIfCanceled(signal);
    throw outputError(thrown, target);
  }
  const { size } = await stat(file.path);
  await file.commit();
  return size;
}
