import { containsCjk } from '../../text/contains-cjk.ts';
import { findCut } from '../../text/find-cut.ts';
import { indexAfter, textLength } from '../../text/text-length.ts';

/** Characters in a line of subtitles, as broadcasters set them; Chinese, Japanese and Korean ones are twice as wide. */
const lineLength = 42;
const linesACue = 2;

/**
 * A sentence as it is shown: one cue where it fits, else several of about the same length, cut at clauses or between words; each is one or two lines.
 * White space at the cuts is dropped, nothing else.
 */
export function subtitleLines(sentence: string): string[][] {
  const width = containsCjk(sentence) ? lineLength / 2 : lineLength;
  const cues: string[][] = [];
  for (let rest = sentence.trim(); rest !== '';) {
    const whole = behindLines(rest, width, linesACue);
    const end = whole === rest.length ? whole : cutWithin(rest, whole);
    cues.push(evenLines(rest.slice(0, end).trim(), width));
    rest = rest.slice(end).trimStart();
  }
  return cues;
}

/** Where to cut a text of which only `most` code units fit. */
function cutWithin(text: string, most: number): number {
  const max = textLength(text.slice(0, most), 'chars');
  const all = textLength(text, 'chars');
  return findCut(text, 0, { goal: Math.ceil(all / Math.ceil(all / max)), max, unit: 'chars' });
}

/** Two lines of about the same length, when one is too short for it. */
function evenLines(text: string, width: number): string[] {
  const length = textLength(text, 'chars');
  if (length <= width) return [text];
  const even = findCut(text, 0, { goal: Math.ceil(length / 2), max: width, unit: 'chars' });
  const end = textLength(text.slice(even).trim(), 'chars') <= width ? even : behindLines(text, width, 1);
  return [text.slice(0, end).trim(), text.slice(end).trim()];
}

/** Behind the words that fit so many lines. */
function behindLines(text: string, width: number, lines: number): number {
  let at = 0;
  for (let line = 0; line < lines && at < text.length; line += 1) at = behindLine(text, at, width);
  return at;
}

function behindLine(text: string, start: number, width: number): number {
  const furthest = indexAfter(text, start, width, 'chars');
  if (furthest >= text.length) return text.length;
  // A space just behind the line is dropped.
  const space = text.lastIndexOf(' ', furthest);
  return space > start ? space + 1 : findCut(text, start, { goal: width, max: width, unit: 'chars' });
}
