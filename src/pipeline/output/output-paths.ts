import path from 'node:path';
import { audioFormats, otherEndings } from '../../audio/audio-format.ts';
import type { AudioFormat } from '../../audio/audio-format.ts';
import { chapterFileName } from '../../audio/encoding/chapter-files-encoding.ts';
import { invalidValue } from '../../core/errors.ts';
import { isStandardOutput } from '../../core/files/resolve-target.ts';
import { subtitleFormats } from '../../timed-text/subtitles/subtitles.ts';
import type { SubtitleFormat } from '../../timed-text/subtitles/subtitles.ts';
import type { ConversionRequest } from '../conversion.ts';
import type { OptionValues } from '../options/option.ts';
import { sourceName } from '../read/book-source.ts';
import type { BookSource } from '../read/book-source.ts';
import type { outputOptions } from '../options/output-options.ts';

/** The path, format and layout in which the audio of a conversion is written. */
export type OutputTarget = Pick<ConversionRequest, 'output' | 'format' | 'layout'>;

/** The options that an output path is chosen from. */
export interface OutputChoices
  extends BookSource, Pick<OptionValues<typeof outputOptions>, 'output' | 'format' | 'layout' | 'acx'> {
  /** Format when neither an option nor the name of the output decides. */
  readonly defaultFormat: AudioFormat;
  /** Folder of an output without a path. */
  readonly workingFolder: string;
}

/**
 * Returns the output of a conversion. The format is the chosen one, otherwise that of the file name, otherwise the default;
 * the file is named after the book (several after their title) when no name is given. Throws `bad-value` for an unknown extension.
 */
export function outputTarget(choices: OutputChoices): OutputTarget {
  const { output, defaultFormat, workingFolder } = choices;
  const { format, layout } = choices.acx ? acxTarget(choices) : choices;
  const bookName = path.join(workingFolder, sourceName(choices));
  if (layout === 'chapters') return { output: output ?? bookName, format: format ?? defaultFormat, layout };
  const isUnnamed = output === undefined || isStandardOutput(output);
  const chosen = format ?? (isUnnamed ? defaultFormat : requireFormat(output));
  return { output: output ?? `${bookName}.${chosen}`, format: chosen, layout };
}

/** Returns what `--acx` implies. `checkPacking` refuses other choices. */
function acxTarget({ format = 'mp3', layout = 'chapters' }: OutputChoices): Omit<OutputTarget, 'output'> {
  return { format, layout };
}

/** Returns the format that the extension of a file name stands for, when there is one. */
export function formatByName(output: string): AudioFormat | undefined {
  const extension = path.extname(output).slice(1).toLowerCase();
  return audioFormats.find((format) => format === extension) ?? otherEndings.get(extension);
}

/** Returns where `--also wav` writes the WAV: beside the output, `book.mp3` → `book.wav`. */
export function keptWavPath(output: string): string {
  const { dir, name } = path.parse(output);
  return path.join(dir, `${name}.wav`);
}

/** Returns where `--read-along` writes the EPUB: beside the output under a name that no source has, `book.mp3` → `book.read-along.epub`. */
export function readAlongPath(output: string): string {
  const { dir, name } = path.parse(output);
  return path.join(dir, `${name}.read-along.epub`);
}

/** Returns the path of an audio file's subtitles: its own name with another extension, where players look for it. */
export function subtitlesPath(audioFile: string, format: SubtitleFormat): string {
  const { dir, name } = path.parse(audioFile);
  return path.join(dir, `${name}.${format}`);
}

/**
 * Returns the path of the report: beside the output, `book.mp3` → `book.mp3.report.json`. The whole name is kept, so that
 * `book.mp3`, `book.m4b` and the folder `book` each have a report.
 */
export function reportPath(output: string): string {
  return `${output}.report.json`;
}

/** Returns the folder of the scripts of an output: `book.m4b` → `book.m4b.audiobook`. */
export function scriptsFolder(output: string): string {
  return `${output}.audiobook`;
}

/** Returns the paths of reports of all results that may share files with an output, such as subtitles. */
export function relatedReportPaths(output: string): readonly string[] {
  const { dir, name } = path.parse(output);
  const stem = path.join(dir, name);
  // Earlier versions wrote `book.report.json` for `book.mp3`. The folder `book` still has that name.
  const endings = [...audioFormats, ...otherEndings.keys()];
  const related = [output, stem, ...endings.map((ending) => `${stem}.${ending}`)].map(reportPath);
  return [...new Set(related)];
}

/**
 * Reports whether a file of an earlier run is removed when the next run does not write it: audio and subtitles, which would be
 * played or shown beside the new ones. A WAV that was kept, a read-along and a cover stay.
 */
export function isRemovedWhenStale(output: string, file: string): boolean {
  if (file === keptWavPath(output)) return false;
  const extension = path.extname(file).slice(1).toLowerCase();
  return formatByName(file) !== undefined || subtitleFormats.some((format) => format === extension);
}

/** Returns the files of a chapter in a folder with one file per chapter. `track` is its position, counted from 1. */
export function chapterPaths(
  { output, format, subtitles = [] }: Pick<ConversionRequest, 'output' | 'format' | 'subtitles'>,
  track: number,
  title: string,
): readonly string[] {
  const audio = path.join(output, chapterFileName(track, title, `.${format}`));
  return [audio, ...subtitles.map((subtitle) => subtitlesPath(audio, subtitle))];
}

function requireFormat(output: string): AudioFormat {
  const format = formatByName(output);
  if (format) return format;
  const known = audioFormats.map((name) => `.${name}`).join(', ');
  const expected = `a file name that ends in ${known}. A folder is named by --out-dir, or by --layout chapters for one file per chapter`;
  throw invalidValue('output', path.basename(output), expected);
}
