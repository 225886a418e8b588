import path from 'node:path';
import { audioFormats } from '../../audio/audio-writer.ts';
import type { AudioFormat } from '../../audio/audio-writer.ts';
import { parseBitrate } from '../../audio/encoding/parse-bitrate.ts';
import { AudiobookError } from '../../core/errors.ts';
import { subtitleFormats } from '../../timed-text/subtitles/subtitles.ts';
import type { SubtitleFormat } from '../../timed-text/subtitles/subtitles.ts';
import type { ConversionRequest } from '../conversion.ts';

/** Where the audio goes and as what; a part of every conversion's request. */
export type OutputTarget = Pick<ConversionRequest, 'output' | 'format'> & Pick<Partial<ConversionRequest>, 'layout'>;

/** Throws `bad-value` for what no encoder takes as `bitrate`. */
export function checkBitrate(bitrate: string): void {
  parseBitrate(bitrate);
}

/** The formats that there are, as `--format` names them. */
export const outputFormats: readonly AudioFormat[] = audioFormats;

interface OutputWish {
  readonly bookFile: string;
  /** What was asked for with `-o`, absolute. */
  readonly output: string | undefined;
  readonly format: AudioFormat | undefined;
  readonly layout: OutputTarget['layout'] | undefined;
  /** The format when neither `--format` nor a file name says one. */
  readonly usual: AudioFormat;
  /** Where the output goes when nobody says. */
  readonly workingFolder: string;
}

/**
 * The output that was asked for: the format by `--format`, else by the file name, else the usual one; the book's name in the
 * working folder when there is no name. Throws `bad-value` for an ending that no format has.
 */
export function outputTarget({ bookFile, output, format, layout, usual, workingFolder }: OutputWish): OutputTarget {
  const name = path.join(workingFolder, path.parse(bookFile).name);
  if (layout === 'chapters') return { output: output ?? name, format: format ?? usual, layout };
  const chosen = format ?? (output === undefined ? usual : formatOf(output));
  return { output: output ?? `${name}.${chosen}`, format: chosen };
}

/** Where `--keep-wav` leaves the WAV: beside the output, `book.mp3` → `book.wav`. */
export function keptWavPath(output: string): string {
  const { dir, name } = path.parse(output);
  return path.join(dir, `${name}.wav`);
}

/** Where `--read-along` leaves the EPUB: beside the output under a name that no source has, `book.mp3` → `book.read-along.epub`. */
export function readAlongPath(output: string): string {
  const { dir, name } = path.parse(output);
  return path.join(dir, `${name}.read-along.epub`);
}

/** The subtitles of an audio file: its own name but for the ending, so that players find them. */
export function subtitlesPath(audioFile: string, format: SubtitleFormat): string {
  const { dir, name } = path.parse(audioFile);
  return path.join(dir, `${name}.${format}`);
}

/** Reads `srt,vtt` as a person writes it. Throws `usage`. */
export function parseSubtitleFormats(text: string): readonly SubtitleFormat[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  return [...new Set(names.map(subtitleFormat))];
}

function subtitleFormat(name: string): SubtitleFormat {
  const format = subtitleFormats.find((known) => known === name);
  if (format) return format;
  throw new AudiobookError(
    'usage',
    `'${name}' is no format of subtitles; wanted ${subtitleFormats.join(' or ')}, or both as srt,vtt.`,
  );
}

function formatOf(output: string): AudioFormat {
  const ending = path.extname(output).slice(1).toLowerCase();
  const format = audioFormats.find((known) => known === ending);
  if (format) return format;
  const known = audioFormats.map((name) => `.${name}`).join(', ');
  throw new AudiobookError('bad-value', `'${path.basename(output)}' does not end like an audio file; wanted ${known}.`);
}
