import { clock } from './clock.ts';
import type { Cue } from './cues.ts';
import { printableText } from '../printable-text.ts';

/** Subtitles as SubRip: numbered, a comma before the milliseconds, lines ended as on Windows, where the format comes from. It cannot name a language. */
export function subRip(cues: readonly Cue[]): string {
  return cues.map((cue, index) => `${index + 1}\r\n${block(cue)}\r\n\r\n`).join('');
}

function block({ startMs, endMs, lines }: Cue): string {
  return [`${clock(startMs, ',')} --> ${clock(endMs, ',')}`, ...lines.map(shown)].join('\r\n');
}

/** SubRip has no escapes: a word joiner keeps an arrow from being taken for a time. */
function shown(line: string): string {
  return printableText(line).replaceAll('-->', '--\u2060>');
}
