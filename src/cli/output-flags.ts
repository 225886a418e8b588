import path from 'node:path';
import { Option } from 'commander';
import type { Command } from 'commander';
import { parseTag } from '../pipeline/output/audio-metadata.ts';
import type { ConversionRequest, Loudness } from '../pipeline/conversion.ts';
import { outputFormats, outputTarget, parseSubtitleFormats } from '../pipeline/output/output-paths.ts';
import type { OutputTarget } from '../pipeline/output/output-paths.ts';
import type { Host } from './host.ts';
import { parseDuration } from './parse-duration.ts';

type OutputChoices = OutputTarget &
  Pick<
    ConversionRequest,
    'bitrate' | 'loudness' | 'maxPartSeconds' | 'tags' | 'coverFile' | 'keepWav' | 'subtitles' | 'readAlong'
  >;

/** The flags of `addOutputFlags`, as commander hands them over. */
export interface OutputFlags {
  readonly output?: string;
  readonly format?: ConversionRequest['format'];
  readonly layout?: 'one-file' | 'chapters';
  readonly bitrate?: string;
  readonly loudness?: 'on' | 'off';
  readonly maxPart?: number;
  readonly acx?: boolean;
  readonly meta?: readonly string[];
  readonly cover?: string;
  readonly keepWav?: boolean;
  readonly subtitles?: NonNullable<ConversionRequest['subtitles']>;
  readonly readAlong?: boolean;
}

/** Adds the flags that say what is written. */
export function addOutputFlags(command: Command): Command {
  return command
    .option('-o, --output <file>', 'file to write; a folder with --layout chapters (default: the book’s name, here)')
    .addOption(new Option('--format <format>', 'audio format (default: by the file’s name)').choices(outputFormats))
    .addOption(
      new Option('--layout <layout>', 'one file with chapter marks, or a folder with a file a chapter')
        .choices(['one-file', 'chapters'])
        .default('one-file'),
    )
    .option('--bitrate <rate>', 'bitrate (default: 192k for MP3, 64k for M4B, 32k for Opus)')
    .addOption(new Option('--loudness <how>', 'bring the book to -18 LUFS').choices(['on', 'off']).default('on'))
    .option('--max-part <time>', 'M4B: longest file; longer books become parts (default: 14h)', parseDuration)
    .option('--acx', 'files for ACX: MP3 192k at 44.1 kHz, a file a chapter, at ACX’s loudness')
    .option('--meta <key=value...>', 'set tags: title, author, narrator, year, series, …')
    .option('--cover <image>', 'picture to use instead of the book’s cover')
    .option('--keep-wav', 'keep the sound as a WAV file, too')
    .option('--subtitles <formats>', 'subtitles beside every audio file: srt, vtt or srt,vtt', parseSubtitleFormats)
    .option('--read-along', 'an EPUB beside the output whose text is marked while its sound plays');
}

/** What the output flags ask for; `usual` is the format when nothing names one. Throws `bad-value`. */
export function outputChoices(
  flags: OutputFlags,
  {
    host,
    bookFile,
    usual,
  }: { readonly host: Host; readonly bookFile: string; readonly usual: ConversionRequest['format'] },
): OutputChoices {
  const resolve = (file: string): string => path.resolve(host.workingFolder, file);
  const { bitrate, maxPart, meta, cover, acx } = flags;
  const target = outputTarget({
    bookFile,
    output: flags.output === undefined ? undefined : resolve(flags.output),
    format: acx ? 'mp3' : flags.format,
    layout: acx ? 'chapters' : flags.layout,
    usual,
    workingFolder: host.workingFolder,
  });
  return {
    ...target,
    loudness: loudnessOf(flags),
    ...(bitrate !== undefined && { bitrate }),
    ...(maxPart !== undefined && { maxPartSeconds: maxPart / 1000 }),
    ...(meta && { tags: Object.fromEntries(meta.map(parseTag)) }),
    ...(cover !== undefined && { coverFile: resolve(cover) }),
    ...besidesChoices(flags),
  };
}

/** What is written besides the audio. */
function besidesChoices({ keepWav, subtitles, readAlong }: OutputFlags): Partial<OutputChoices> {
  return { ...(keepWav && { keepWav }), ...(subtitles && { subtitles }), ...(readAlong && { readAlong }) };
}

function loudnessOf({ acx, loudness }: OutputFlags): Loudness {
  if (acx) return 'acx';
  return loudness === 'off' ? 'off' : 'audiobook';
}
