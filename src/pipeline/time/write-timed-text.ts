import { stat, writeFile } from 'node:fs/promises';
import type { AudioMetadata, CoverImage } from '../../audio/audio-metadata.ts';
import type { CommitFile } from '../../audio/encoding/audio-encoding.ts';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { outputError } from '../../core/files/output-error.ts';
import type { Book } from '../../core/book.ts';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { subtitles } from '../../timed-text/subtitles/subtitles.ts';
import type { TimedChapter } from '../../timed-text/timed-chapter.ts';
import type { Assembly } from '../encode/assemble.ts';
import { fileTimes } from './file-times.ts';
import type { ConversionRequest } from '../conversion.ts';
import { readAlongPath, subtitlesPath } from '../output/output-paths.ts';
import type { NumberedTimedChapter } from './sentence-times.ts';
import { writeReadAlongBook } from './write-book.ts';
import type { ReportFile } from '../report/report-parts.ts';
import { timedChapters } from './timed-chapters.ts';

/** A spoken book and its assembly. */
export interface TimedBook {
  readonly request: ConversionRequest;
  /** Gives the files their names. */
  readonly commit: CommitFile;
  readonly book: Book;
  readonly bookSha256: string;
  /** The text of the book was spoken, not what a language model made of it. */
  readonly isBookText: boolean;
  readonly assembly: Assembly;
  readonly metadata: AudioMetadata;
  readonly cover: CoverImage | undefined;
  /** BCP-47 code of what was spoken. */
  readonly language: string;
  readonly warn: (message: string) => void;
}

/** Writes the requested subtitles and read-along, each atomically. Throws `output-failed`, `bad-value` or `canceled`. */
export async function writeTimedText(spoken: TimedBook, signal: AbortSignal): Promise<readonly ReportFile[]> {
  const chapters = timedChapters(spoken.assembly);
  const files = await writeSubtitles(spoken, chapters, signal);
  return spoken.request.readAlong ? [...files, await writeBook(spoken, chapters, signal)] : files;
}

async function writeSubtitles(
  { request, commit, assembly, language }: TimedBook,
  chapters: readonly TimedChapter[],
  signal: AbortSignal,
): Promise<ReportFile[]> {
  const written = new Map<string, ReportFile>();
  for (const audioFile of fileTimes(assembly.files, request.output)) {
    for (const format of request.subtitles ?? []) {
      throwIfCanceled(signal);
      const target = subtitlesPath(audioFile.path, format);
      const content = subtitles(format, audioFile, { chapters, language });
      const bytes = await writeAtomically(target, async (file) => await writeFile(file, content), { commit, signal });
      const seconds = audioFile.endSeconds - audioFile.startSeconds;
      written.set(target, { path: target, bytes, seconds, kind: 'subtitles' });
    }
  }
  return [...written.values()];
}

async function writeBook(
  spoken: TimedBook,
  chapters: readonly NumberedTimedChapter[],
  signal: AbortSignal,
): Promise<ReportFile> {
  const { request, commit, assembly, warn } = spoken;
  const { bookFile, limits, password, ebookConvert, readAlong, readAlongAudio = 'aac' } = request;
  // The library also takes what the flag was at first.
  const unit = typeof readAlong === 'string' ? readAlong : 'sentence';
  const audioFiles = assembly.clips.map((clip) => clip.path);
  if (audioFiles.length !== chapters.length) {
    throw new AudiobookError('internal', `There are ${audioFiles.length} clips for ${chapters.length} chapters.`);
  }
  const target = readAlongPath(request.output);
  // Several files are not an EPUB that could be kept.
  const isBookText = spoken.isBookText && request.oneBook === undefined;
  const tools = { warn, signal };
  const asked = { bookFile, limits, password, ebookConvert, unit, audioFormat: readAlongAudio };
  const source = { ...spoken, ...asked, isBookText, chapters, audioFiles };
  const write = async (file: string): Promise<void> => await writeReadAlongBook(source, file, tools);
  const bytes = await writeAtomically(target, write, { commit, signal });
  return { path: target, bytes, seconds: assembly.samples / assembly.sampleRate, kind: 'read-along' };
}

/** Writes a file atomically and returns its size in bytes. */
async function writeAtomically(
  target: string,
  write: (file: string) => Promise<void>,
  { commit, signal }: Pick<TimedBook, 'commit'> & { readonly signal: AbortSignal },
): Promise<number> {
  await using file = await openAtomicFile(target);
  try {
    await write(file.path);
  } catch (thrown) {
    throwIfCanceled(signal);
    throw outputError(thrown, target);
  }
  const { size } = await stat(file.path);
  await commit(file);
  return size;
}
