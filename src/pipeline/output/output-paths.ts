import path from 'node:path';
import { audioFormats } from '../../audio/audio-format.ts';
import type { AudioFormat } from '../../audio/audio-format.ts';
import { invalidValue } from '../../core/errors.ts';
import type { SubtitleFormat } from '../../timed-text/subtitles/subtitles.ts';
import type { ConversionRequest } from '../conversion.ts';
import type { OptionValues } from '../options/option.ts';
import type { outputOptions } from '../options/output-options.ts';

/** Where the audio of a conversion is written, and in which format and layout. */
export type OutputTarget = Pick<ConversionRequest, 'output' | 'format' | 'layout'>;

/** What an output is chosen from. */
export interface OutputChoices extends Pick<
  OptionValues<typeof outputOptions>,
  'output' | 'format' | 'layout' | 'acx'
> {
  readonly bookFile: string;
  /** Format when neither an option nor the name of the output decides. */
  readonly defaultFormat: AudioFormat;
  /** Folder of an output without a path. */
  readonly workingFolder: string;
}

/**
 * Returns the output of a conversion. The format is the chosen one, otherwise that of the file name, otherwise the default;
 * the file is named after the book when no name is given. Throws `bad-value` for an unknown extension.
 */
export function outputTarget(choices: OutputChoices): OutputTarget {
  const { bookFile, output, defaultFormat, workingFolder } = choices;
  const { format, layout } = choices.acx ? acxTarget(choices) : choices;
  const bookName = path.join(workingFolder, path.parse(bookFile).name);
  if (layout === 'chapters') return { output: output ?? bookName, format: format ?? defaultFormat, layout };
  const chosen = format ?? (output === undefined ? defaultFormat : requireFormat(output));
  return { output: output ?? `${bookName}.${chosen}`, format: chosen, layout };
}

/** Returns what `--acx` implies. `checkPacking` refuses other choices. */
function acxTarget({ format = 'mp3', layout = 'chapters' }: OutputChoices): Omit<OutputTarget, 'output'> {
  return { format, layout };
}

/** Returns the format that the extension of a file name stands for, when there is one. */
export function formatByName(output: string): AudioFormat | undefined {
  const extension = path.extname(output).slice(1).toLowerCase();
  return audioFormats.find((format) => format === extension);
}

/** Returns where `--keep-wav` writes the WAV: beside the output, `book.mp3` → `book.wav`. */
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

/** Returns the path of the report: beside the output, `book.mp3` → `book.report.json`. */
export function reportPath(output: string): string {
  const { dir, name } = path.parse(output);
  return path.join(dir, `${name}.report.json`);
}

function requireFormat(output: string): AudioFormat {
  const format = formatByName(output);
  if (format) return format;
  const known = audioFormats.map((name) => `.${name}`).join(', ');
  throw invalidValue('output', path.basename(output), `a file name that ends in ${known}`);
}
