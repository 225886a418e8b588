import { languageTag } from '../../core/language.ts';
import { printableText } from '../../core/strings/escape-xml.ts';
import type { TimeRange, TimedChapter } from '../timed-chapter.ts';
import { cuesIn } from './cues.ts';
import type { Cue } from './cues.ts';

/** Subtitle formats. Each is the extension of its files, too. */
export const subtitleFormats = ['srt', 'vtt'] as const;

/** A subtitle format. */
export type SubtitleFormat = (typeof subtitleFormats)[number];

const writers: Record<SubtitleFormat, (cues: readonly Cue[], language: string) => string> = {
  srt: subRip,
  vtt: webVtt,
};

/** Returns the subtitles of an audio file that holds the given time range of the book. `language` is the book's BCP-47 code. */
export function subtitles(
  format: SubtitleFormat,
  file: TimeRange,
  { chapters, language }: { readonly chapters: readonly TimedChapter[]; readonly language: string },
): string {
  return writers[format](cuesIn(file, chapters), language);
}

/** SubRip has Windows line endings, as on the system it comes from. It cannot name a language. */
function subRip(cues: readonly Cue[]): string {
  const blocks = cues.map(({ startMs, endMs, lines }, index) =>
    [index + 1, `${clock(startMs, ',')} --> ${clock(endMs, ',')}`, ...lines.map(subRipText), '', ''].join('\r\n'),
  );
  return blocks.join('');
}

/** SubRip has no escapes: a word joiner keeps an arrow from being taken for a time. */
function subRipText(line: string): string {
  return printableText(line).replaceAll('-->', '--\u2060>');
}

/** WebVTT marks text in another language than the book's. */
function webVtt(cues: readonly Cue[], language: string): string {
  const blocks = cues.map((cue) => {
    const text = cue.lines.map(webVttText).join('\n');
    const spoken = cue.language === undefined ? text : `<lang ${languageTag(cue.language)}>${text}</lang>`;
    return `\n${clock(cue.startMs, '.')} --> ${clock(cue.endMs, '.')}\n${spoken}\n`;
  });
  return [`WEBVTT\n\nNOTE Language: ${languageTag(language)}\n`, ...blocks].join('');
}

/** Some players know no other escapes of HTML. */
function webVttText(line: string): string {
  return printableText(line).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Formats a time as `01:02:03.456`, with the given character before the milliseconds. */
function clock(milliseconds: number, point: '.' | ','): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}${point}${String(milliseconds % 1000).padStart(3, '0')}`;
}
