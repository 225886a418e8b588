import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ClipFormat } from '../../audio/audio-format.ts';
import { cutChapterClips } from '../../audio/encoding/chapter-clips.ts';
import { readBook } from '../../book/read-book.ts';
import type { Book } from '../../core/book.ts';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { openAtomicFile, openTemporaryFolder } from '../../core/files/atomic-file.ts';
import { fileSha256 } from '../../core/files/file-sha256.ts';
import { requireFreeTarget } from '../../core/files/require-free-target.ts';
import { outputError } from '../../core/files/output-error.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import type { Settings } from '../../core/settings.ts';
import type { ReadAlongUnit } from '../../timed-text/read-along/by-unit.ts';
import { subtitles } from '../../timed-text/subtitles/subtitles.ts';
import type { SubtitleFormat } from '../../timed-text/subtitles/subtitles.ts';
import { audioMetadata } from '../read/audio-metadata.ts';
import { chooseCover } from '../read/choose-cover.ts';
import { fileTimes } from './file-times.ts';
import type { FileTime } from './file-times.ts';
import { reportPath, subtitlesPath } from '../output/output-paths.ts';
import { restoreTimes, sentenceTimesSchema } from './sentence-times.ts';
import type { NumberedTimedChapter } from './sentence-times.ts';
import { writeReadAlongBook } from './write-book.ts';
import { findFfmpeg } from '../../audio/ffmpeg/find-ffmpeg.ts';

/** A read-along that is made of a finished audiobook. */
export interface MakeReadAlongRequest {
  readonly bookFile: string;
  /** The output of the conversion: an audio file, or the folder with one file per chapter. */
  readonly audio: string;
  readonly output: string;
  readonly unit: ReadAlongUnit;
  /** Format of the audio inside. */
  readonly audioFormat: ClipFormat;
  /** Formats of subtitles to write beside each audio file. */
  readonly subtitles?: readonly SubtitleFormat[] | undefined;
  /** Replaces subtitles that are there. Default: `false`. */
  readonly force?: boolean | undefined;
  /** Of an encrypted PDF. */
  readonly password?: string | undefined;
}

/** Surroundings of `makeReadAlong`. */
export interface MakeReadAlongTools {
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

const reportSchema = z.object({
  version: z.literal(1),
  output: z.string(),
  book: z.object({ sha256: z.string() }),
  voice: z.string(),
  language: z.string(),
  seconds: z.number(),
  files: z.array(z.object({ path: z.string(), kind: z.string(), seconds: z.number(), sha256: z.string().optional() })),
  times: sentenceTimesSchema.optional(),
});

type TimedReport = z.infer<typeof reportSchema> & { readonly times: z.infer<typeof sentenceTimesSchema> };

/**
 * Makes a read-along of a book and its finished audio, and subtitles beside the audio files, from the times in the report beside
 * the audio. Nothing is spoken again. Returns the files that were written. Throws `file-not-found` without a report, `bad-value`
 * when it has no times, when the book or the audio is not the one of the report, or when subtitles are there that may not be
 * replaced, and what reading the book, ffmpeg and writing throw.
 */
export async function makeReadAlong(request: MakeReadAlongRequest, tools: MakeReadAlongTools): Promise<string[]> {
  const { bookFile, audio, output, password } = request;
  const { signal } = tools;
  const report = await readReport(audio);
  const bookSha256 = await fileSha256(bookFile, signal).catch((cause: unknown) => {
    throw new AudiobookError('file-not-found', `The book ${bookFile} cannot be read.`, { cause });
  });
  if (bookSha256 !== report.book.sha256)
    throw new AudiobookError(
      'bad-value',
      `${bookFile} is not the book that was spoken in ${audio}: its content differs.`,
    );
  const files = await intactAudio(report, audio, signal);
  const subtitleFiles = await freeSubtitles(request, files);
  const book = await readBook(bookFile, { ...report.times.reading, password, keepsSource: true, signal });
  const { ebookConvert } = report.times.reading;
  const spoken = { ...report, book, bookSha256, files, ebookConvert, chapters: restoreTimes(book, report.times) };
  await writeEpub(spoken, request, tools);
  for (const { file, format, time } of subtitleFiles) {
    await using target = await openAtomicFile(file);
    await writeFile(target.path, subtitles(format, time, spoken));
    await target.commit();
  }
  return [output, ...subtitleFiles.map(({ file }) => file)];
}

interface FinishedBook extends Pick<TimedReport, 'language' | 'voice'> {
  readonly book: Book;
  readonly bookSha256: string;
  readonly ebookConvert?: boolean | undefined;
  readonly files: readonly FinishedAudio[];
  readonly chapters: readonly NumberedTimedChapter[];
}

async function writeEpub(
  finished: FinishedBook,
  { bookFile, output, unit, audioFormat, password }: MakeReadAlongRequest,
  { settings, signal, warn }: MakeReadAlongTools,
): Promise<void> {
  const { book, chapters, files, language, voice } = finished;
  const ffmpeg = await findFfmpeg(settings);
  const cover = await chooseCover(book, undefined, { signal }, warn);
  await using folder = await openTemporaryFolder(output);
  const starts = chapters.map(({ startSeconds }) => startSeconds);
  const cut = { files: files.map((file) => file.path), starts, folder: folder.path, format: audioFormat };
  const audioFiles = await cutChapterClips(cut, { ffmpeg, signal });
  const metadata = audioMetadata(book.metadata, voice, language);
  const made = { bookFile, isBookText: true, unit, audioFiles, audioFormat, metadata, cover, password };
  const source = { ...finished, ...made };
  await using target = await openAtomicFile(output);
  try {
    await writeReadAlongBook(source, target.path, { signal, warn });
  } catch (thrown) {
    throwIfCanceled(signal);
    throw outputError(thrown, output);
  }
  await target.commit();
}

interface NewSubtitles {
  readonly file: string;
  readonly format: SubtitleFormat;
  /** Of the audio file. */
  readonly time: FileTime;
}

/** Returns the subtitles to write beside each audio file. Throws `bad-value` when one is there. */
async function freeSubtitles(
  { bookFile, audio, subtitles: formats = [], force }: MakeReadAlongRequest,
  files: readonly FinishedAudio[],
): Promise<NewSubtitles[]> {
  const found = fileTimes(files, audio).flatMap((time) =>
    formats.map((format) => ({ file: subtitlesPath(time.path, format), format, time })),
  );
  for (const { file } of found)
    await requireFreeTarget(file, { inputs: [{ name: 'the book', path: bookFile }], force });
  return found;
}

async function readReport(audio: string): Promise<TimedReport> {
  const file = reportPath(audio);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const advice = 'It is written beside the audio by a conversion.';
    throw new AudiobookError('file-not-found', `There is no report ${file}. ${advice}`, { cause });
  });
  const parsed = reportSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new AudiobookError('bad-value', `${file} is not a report of this program.`);
  const { times, ...report } = parsed.data;
  if (times === undefined) {
    throw new AudiobookError(
      'bad-value',
      `The report ${file} has no times of sentences. They are kept by a conversion with --subtitles or --read-along of the text of a book.`,
    );
  }
  return { ...report, times };
}

interface FinishedAudio {
  readonly path: string;
  readonly seconds: number;
}

/** Silence that ACX wants around a chapter is not in the times. In seconds. */
const maxAddedSilence = 0.1;

/** Returns the audio files of a report where they are now. Throws `bad-value` when one is missing or was changed. */
async function intactAudio(
  { output, files, seconds }: TimedReport,
  audio: string,
  signal: AbortSignal,
): Promise<FinishedAudio[]> {
  // A folder may have been moved with its report.
  const [place, before] = [path.dirname(path.resolve(audio)), path.dirname(output)];
  const sounds = files.filter(({ kind, path: file }) => kind === 'audio' && !isKeptWav(file, files.length, output));
  const total = sounds.reduce((sum, file) => sum + file.seconds, 0);
  if (Math.abs(total - seconds) > maxAddedSilence * Math.max(1, sounds.length)) {
    throw new AudiobookError('bad-value', `${audio} has silence that its times do not count, as --acx adds it.`);
  }
  const found: FinishedAudio[] = [];
  for (const { path: was, seconds: length, sha256 } of sounds) {
    const file = path.resolve(place, path.relative(before, was));
    const isFile = await stat(file).then(
      (facts) => facts.isFile(),
      () => false,
    );
    if (!isFile) throw new AudiobookError('file-not-found', `The audio file ${file} of the report is not there.`);
    if (sha256 !== undefined && (await fileSha256(file, signal)) !== sha256)
      throw new AudiobookError('bad-value', `${file} was changed after its report was written.`);
    found.push({ path: file, seconds: length });
  }
  return found;
}

/** A WAV that was kept beside the output holds the whole book once more. */
function isKeptWav(file: string, count: number, output: string): boolean {
  return count > 1 && file !== output && path.extname(file) === '.wav' && path.dirname(file) === path.dirname(output);
}
