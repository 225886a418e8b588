import { isUnspaced, segmenter } from '../segmenter.ts';
import { indexAfter, isSurrogatePair } from '../text-length.ts';
import type { LengthUnit } from '../text-length.ts';

/** Size of a piece that is cut from a text: at most `max`, near `goal` where the text allows a choice. */
export interface CutSize {
  readonly goal: number;
  readonly max: number;
  readonly unit: LengthUnit;
}

const clauseMarks = /[,;:،؛—–.!?…]["'”’»)\]}]*\s|[，、；：。！？」』）]/gu;
const spaces = /\s/gu;

/**
 * Returns the index at which to cut a text that is too long from `start` on: after a clause near the goal, otherwise
 * between words, otherwise inside a word. Never cuts inside a grapheme that fits the limit, and inside a number or
 * after an abbreviation only as a last resort.
 */
export function findCut(text: string, start: number, size: CutSize): number {
  const range = rangeOf(text, start, size);
  if (range.furthest >= text.length) return text.length;
  return (
    betweenWords(text, range) ??
    nearestCut(text, { ...range, pattern: spaces, earliest: start + 1, isAllowed: () => true }) ??
    cutInsideWord(text, start, range.furthest)
  );
}

/** Returns the index after a clause or between two words at which to cut, or undefined when there is none outside a number. */
export function findCutBetweenWords(text: string, size: CutSize): number | undefined {
  return betweenWords(text, rangeOf(text, 0, size));
}

/** Returns the index after the clause whose end is nearest to the goal, or undefined when none ends between half of it and `max`. */
export function findClauseEnd(text: string, size: CutSize): number | undefined {
  return clauseEnd(text, rangeOf(text, 0, size));
}

interface Range {
  readonly start: number;
  /** Index nearest to which to cut. */
  readonly goal: number;
  readonly furthest: number;
}

function rangeOf(text: string, start: number, { goal, max, unit }: CutSize): Range {
  return { start, goal: indexAfter(text, start, goal, unit), furthest: indexAfter(text, start, max, unit) };
}

function betweenWords(text: string, range: Range): number | undefined {
  const { start } = range;
  return (
    clauseEnd(text, range) ??
    nearestCut(text, { ...range, pattern: spaces, earliest: start + 1, isAllowed: isGoodCut }) ??
    nearestCut(text, { ...range, pattern: spaces, earliest: start + 1, isAllowed: isOutsideNumber })
  );
}

function clauseEnd(text: string, range: Range): number | undefined {
  const { start, goal } = range;
  const nearGoal = start + Math.floor((goal - start) / 2);
  return nearestCut(text, { ...range, pattern: clauseMarks, earliest: nearGoal, isAllowed: isGoodCut });
}

interface Search extends Range {
  readonly pattern: RegExp;
  readonly earliest: number;
  readonly isAllowed: (window: string, end: number) => boolean;
}

function nearestCut(text: string, search: Search): number | undefined {
  const { start, goal, earliest, furthest, pattern, isAllowed } = search;
  // A space just after the limit is dropped, so a word may end exactly at it.
  const window = text.slice(start, furthest + 1);
  let best: number | undefined;
  for (const match of window.matchAll(pattern)) {
    const cut = start + match.index + match[0].length;
    const end = start + match.index + match[0].trimEnd().length;
    if (end < earliest || end > furthest) continue;
    if (best !== undefined && Math.abs(cut - goal) >= Math.abs(best - goal)) continue;
    if (isAllowed(window, end - start)) best = cut;
  }
  return best;
}

/** Not after a short word with a full stop (`Dr. Smith`) either. */
function isGoodCut(window: string, end: number): boolean {
  return isOutsideNumber(window, end) && !/(?:^|[\s.(])\p{L}{1,4}\.$/u.test(window.slice(Math.max(0, end - 6), end));
}

/** Not between the groups of `1 299`. */
function isOutsideNumber(window: string, end: number): boolean {
  return !/\d\s\d/u.test(window.slice(end - 1, end + 2));
}

/** Two characters that never share a grapheme. */
const simple = /^[\p{ASCII}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}$/u;
/** Code units that a segmenter sees around a cut: enough for any word or grapheme, and its time grows with their square. */
const context = 128;

/** Returns the last index up to `furthest` between two words of an unspaced script, otherwise between two graphemes. */
export function cutInsideWord(text: string, start: number, furthest: number): number {
  const from = Math.max(start, furthest - context);
  const around = text.slice(from, furthest + 16);
  if (isUnspaced(text.charAt(furthest - 1))) {
    const cut = from + boundaryBefore(around, furthest - from, 'word');
    if (cut > start && cut > from) return cut;
  }
  if (simple.test(text.slice(furthest - 1, furthest + 1))) return furthest;
  const cut = from + boundaryBefore(around, furthest - from, 'grapheme');
  return cut > start && cut > from ? cut : atLeastOne(text, start, furthest);
}

function boundaryBefore(around: string, at: number, granularity: 'grapheme' | 'word'): number {
  return segmenter(granularity).segment(around).containing(at)?.index ?? at;
}

/** A grapheme longer than the limit is cut between code points; a code point longer than the limit is sent whole. */
function atLeastOne(text: string, start: number, furthest: number): number {
  if (furthest > start) return furthest;
  return start + (isSurrogatePair(text, start + 1) ? 2 : 1);
}
