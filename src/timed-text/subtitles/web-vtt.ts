import { languageTag } from '../../core/language.ts';
import { clock } from './clock.ts';
import type { Cue } from './cues.ts';
import { printableText } from '../printable-text.ts';

/** Subtitles as WebVTT; what is in another language than the rest says so. */
export function webVtt(cues: readonly Cue[], language: string): string {
  return [`WEBVTT\n\nNOTE Language: ${languageTag(language)}\n`, ...cues.map((cue) => `\n${block(cue)}\n`)].join('');
}

function block({ startMs, endMs, lines, language }: Cue): string {
  const text = lines.map(shown).join('\n');
  const spoken = language === undefined ? text : `<lang ${languageTag(language)}>${text}</lang>`;
  return `${clock(startMs, '.')} --> ${clock(endMs, '.')}\n${spoken}`;
}

/** The other signs that HTML knows are not known to every player. */
function shown(line: string): string {
  return printableText(line).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
