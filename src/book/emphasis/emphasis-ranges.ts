import type { Emphasis, EmphasisRange } from '../../core/book.ts';

/** A text of a block and how it is set off. */
export interface SetOffText {
  /** As in the source, white space included. */
  readonly text: string;
  readonly emphasis: Emphasis | undefined;
}

/** The texts of a paragraph, and where in them a block begins: in characters that are compared. */
export interface SetOffPlace {
  readonly parts: readonly SetOffText[];
  readonly start: number;
}

/** Characters that are not compared: white space, soft hyphens, and marks that are not seen. */
const unseen = /[\s\u00AD\u200B\u2060\uFEFF]/u;
/** Characters by which a place is found again where the text was changed since it was read. */
const sought = 12;
/** Longest text that was taken out at one place, such as a note mark. */
const maxGap = 40;

/** Returns where a block begins in the texts of its paragraph, and where it ends. `after` is the end of the block before it. */
export function placeInParts(text: string, parts: readonly SetOffText[], after: number) {
  const shown = seen(text);
  const found = parts
    .map((part) => seen(part.text))
    .join('')
    .indexOf(shown.slice(0, sought), after);
  const start = found < 0 ? after : found;
  return { start, end: start + shown.length };
}

/**
 * Returns which parts of the final text of a block are set off, in order; undefined when none is. What cannot be found in the
 * texts of its paragraph is not set off.
 */
export function emphasisRanges(text: string, { parts, start }: SetOffPlace): readonly EmphasisRange[] | undefined {
  const read = parts.map((part) => seen(part.text)).join('');
  const marks = parts.flatMap((part) => Array.from({ length: seen(part.text).length }, () => part.emphasis));
  const shown = seen(text);
  const ranges: EmphasisRange[] = [];
  let place = start;
  let number = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (unseen.test(character)) continue;
    if (read.charAt(place) !== character) place = placeAfterGap(read, place, shown.slice(number, number + sought));
    number += 1;
    if (read.charAt(place) !== character) continue;
    const emphasis = marks[place];
    place += 1;
    if (emphasis !== undefined) extend(ranges, text, at, emphasis);
  }
  return ranges.length === 0 ? undefined : ranges;
}

function placeAfterGap(read: string, place: number, next: string): number {
  const found = read.slice(place, place + maxGap + next.length).indexOf(next);
  return found < 0 ? place : place + found;
}

/** Adds a character, to the last range when only white space is between them. */
function extend(ranges: EmphasisRange[], text: string, at: number, emphasis: Emphasis): void {
  const last = ranges.at(-1);
  const goesOn = last?.emphasis === emphasis && text.slice(last.to, at).trim() === '';
  if (last && goesOn) ranges.splice(-1, 1, { ...last, to: at + 1 });
  else ranges.push({ from: at, to: at + 1, emphasis });
}

function seen(text: string): string {
  return text.replaceAll(allUnseen, '');
}

const allUnseen = new RegExp(unseen, 'gu');
