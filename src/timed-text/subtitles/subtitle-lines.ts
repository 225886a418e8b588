import { containsCjk } from '../../text/contains-cjk.ts';
import { findCut } from '../../text/cut/find-cut.ts';
import { indexAfter, textLength } from '../../text/text-length.ts';

/** Characters per line, as broadcasters use them. Chinese, Japanese and Korean characters are twice as wide. */
const lineLength = 42;
const linesPerCue = 2;

/**
 * Divides a sentence into cues of one or two lines: one cue where it fits, otherwise several of about the same length, cut at
 * clauses or between words. Only white space at the cuts is dropped.
 */
export function subtitleLines(sentence: string): string[][] {
  const width = containsCjk(sentence) ? lineLength / 2 : lineLength;
  const cues: string[][] = [];
  for (let rest = sentence.trim(); rest !== '';) {
    const whole = endOfLines(rest, width, linesPerCue);
    const end = whole === rest.length ? whole : cutWithin(rest, whole);
    cues.push(evenLines(rest.slice(0, end).trim(), width));
    rest = rest.slice(end).trimStart();
  }
  return cues;
}

/** Returns where to cut a text of which only `maxUnits` code units fit. */
function cutWithin(text: string, maxUnits: number): number {
  const max = textLength(text.slice(0, maxUnits), 'chars');
  const all = textLength(text, 'chars');
  return findCut(text, 0, { goal: Math.ceil(all / Math.ceil(all / max)), max, unit: 'chars' });
}

/** Returns one line, or two of about the same length. */
function evenLines(text: string, width: number): string[] {
  const length = textLength(text, 'chars');
  if (length <= width) return [text];
  const even = findCut(text, 0, { goal: Math.ceil(length / 2), max: width, unit: 'chars' });
  const end = textLength(text.slice(even).trim(), 'chars') <= width ? even : endOfLines(text, width, 1);
  return [text.slice(0, end).trim(), text.slice(end).trim()];
}

/** Returns the index after the words that fit the given number of lines. */
function endOfLines(text: string, width: number, lines: number): number {
  let at = 0;
  for (let line = 0; line < lines && at < text.length; line += 1) at = endOfLine(text, at, width);
  return at;
}

function endOfLine(text: string, start: number, width: number): number {
  const furthest = indexAfter(text, start, width, 'chars');
  if (furthest >= text.length) return text.length;
  // A space right after the line is dropped.
  const space = text.lastIndexOf(' ', furthest);
  return space > start ? space + 1 : findCut(text, start, { goal: width, max: width, unit: 'chars' });
}
