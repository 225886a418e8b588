import { z } from 'zod';
import { audioFormats, audioLayouts, clipFormats } from '../../audio/audio-format.ts';
import { parseBitrate } from '../../audio/encoding/parse-bitrate.ts';
import { invalidValue } from '../../core/errors.ts';
import { subtitleFormats } from '../../timed-text/subtitles/subtitles.ts';
import type { ReadAlongUnit } from '../../timed-text/read-along/by-unit.ts';
import type { SubtitleFormat } from '../../timed-text/subtitles/subtitles.ts';
import { switchSchema, underHeading } from './option.ts';
import { checkedText, durationSchema, expectedDuration, expectedPatience, patienceSchema } from './text-schemas.ts';

const first = [
  'output',
  'format',
  'layout',
  'bitrate',
  'tags',
  'coverFile',
  'subtitles',
  'readAlong',
  'force',
] as const;

/** Options about the files that a conversion writes. */
export const outputOptions = underHeading('Output', first, {
  output: {
    flag: '-o, --output <file>',
    cliOnly: 'path',
    schema: z.string(),
    description: 'file to write, or the folder with --layout chapters',
    defaultNote: 'named after the book, in the current folder',
    isPath: true,
  },
  force: {
    flag: '--force',
    cliOnly: 'path',
    schema: switchSchema,
    description: 'replace files that were not made from this book',
  },
  waitMs: {
    flag: '--wait [duration]',
    cliOnly: 'path',
    label: 'waiting time',
    schema: patienceSchema,
    expected: expectedPatience,
    bareValue: '0',
    description:
      'wait this long at the start: for a speech provider that is still starting, and for another run that writes the same ' +
      'output; without a duration until they are ready',
    defaultNote: 'not at all',
  },
  waitLockMs: {
    flag: '--wait-lock [duration]',
    cliOnly: 'path',
    label: 'waiting time',
    schema: patienceSchema,
    expected: expectedPatience,
    bareValue: '0',
    description: 'wait while another run writes the same output',
    old: '--wait',
  },
  format: {
    flag: '--format <format>',
    field: 'format',
    schema: z.enum(audioFormats),
    description: 'audio format',
    defaultNote: 'by the output name, otherwise mp3 (convert) or m4b (audiobook)',
  },
  layout: {
    flag: '--layout <layout>',
    field: 'layout',
    schema: z.enum(audioLayouts),
    description: 'one file with chapter marks, or a folder with one file per chapter',
    default: 'one-file',
  },
  bitrate: {
    flag: '--bitrate <rate>',
    field: 'bitrate',
    schema: checkedText(20, parseBitrate),
    description: 'bitrate of the audio, for example 96k',
    defaultNote: '192k for MP3, 64k for M4B, 32k for Opus',
  },
  loudness: {
    flag: '--loudness <mode>',
    field: 'loudness',
    schema: z.enum(['on', 'off']),
    description: 'level the book to -18 LUFS',
    default: 'on',
  },
  maxPartSeconds: {
    flag: '--max-part <duration>',
    field: 'max_part',
    label: 'part length',
    schema: durationSchema.refine((seconds) => seconds > 0),
    expected: expectedDuration,
    description: 'longest M4B file; a longer book is split between chapters',
    defaultNote: '14h for M4B',
  },
  acx: {
    flag: '--acx',
    field: 'acx',
    schema: switchSchema,
    description: 'follow the requirements of ACX: one MP3 per chapter at 192k, 44.1 kHz and the loudness of ACX',
  },
  tags: {
    flag: '--meta <key=value...>',
    field: 'meta',
    label: 'tag',
    schema: z.array(z.string()).transform((texts) => Object.fromEntries(texts.map(parseTag))),
    expected: 'key=value, for example year=1813',
    description: 'set tags, such as title, author, narrator, year or series',
  },
  coverFile: {
    flag: '--cover <image>',
    cliOnly: 'path',
    schema: z.string(),
    description: 'image to use instead of the cover of the book',
    isPath: true,
  },
  also: {
    flag: '--also <format>',
    cliOnly: 'packing',
    schema: z.enum(['wav']),
    description: 'write the audio of the whole book in this format, too',
  },
  keepWav: {
    flag: '--keep-wav',
    cliOnly: 'packing',
    schema: switchSchema,
    description: 'also write the audio as a WAV file',
    old: '--also wav',
  },
  subtitles: {
    flag: '--subtitles <formats>',
    field: 'subtitles',
    schema: z.string().max(50).transform(parseSubtitleFormats),
    description: 'write subtitles beside every audio file: srt, vtt or srt,vtt',
  },
  readAlong: {
    flag: '--read-along [unit]',
    field: 'read_along',
    schema: z.enum(['sentence', 'word', 'paragraph', 'true', 'false']).transform(readAlongUnit),
    bareValue: 'sentence',
    description: 'write an EPUB that highlights each sentence, word or paragraph while its audio plays',
    defaultNote: 'none; sentence without a unit',
  },
  readAlongAudio: {
    flag: '--read-along-audio <format>',
    field: 'read_along_audio',
    schema: z.enum(clipFormats),
    description: 'format of the audio inside the read-along',
    default: 'aac',
  },
});

/** `true` and `false` are the values of a switch, which it was. */
function readAlongUnit(value: ReadAlongUnit | 'true' | 'false'): ReadAlongUnit | boolean {
  if (value === 'true') return 'sentence';
  return value === 'false' ? false : value;
}

function parseTag(text: string): readonly [key: string, value: string] {
  const at = text.indexOf('=');
  const key = text.slice(0, at).trim();
  if (at < 1 || key === '') throw invalidValue('tag', text, 'key=value, for example year=1813');
  const value = text.slice(at + 1).trim();
  if (['year', 'date'].includes(key.toLowerCase()) && !isDate(value)) {
    throw invalidValue('tag', text, 'a date with a year of four digits, for example year=1813 or date=1813-01-28');
  }
  return [key, value];
}

/** Reports whether all formats can have it: some have no other dates. An empty one takes the date of the book away. */
function isDate(value: string): boolean {
  return value === '' || /(?<!\d)\d{4}/u.test(value);
}

function parseSubtitleFormats(text: string): readonly SubtitleFormat[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  return [...new Set(names.map(parseSubtitleFormat))];
}

function parseSubtitleFormat(name: string): SubtitleFormat {
  const format = subtitleFormats.find((known) => known === name);
  if (format) return format;
  throw invalidValue('subtitle format', name, `${subtitleFormats.join(' or ')}, or both as srt,vtt`, {
    code: 'usage',
  });
}
