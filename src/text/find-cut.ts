import { segmenter, unspacedScripts } from './segmenter.ts';
import { indexAfter, isSurrogatePair } from './text-length.ts';
import type { LengthUnit } from './text-length.ts';

/** Limits of a piece that is cut from a text: never more than `max`, `goal` where the text allows a choice. */
interface CutSize {
  readonly goal: number;
  readonly max: number;
  readonly unit: LengthUnit;
}

const clauseMarks = /[,;:،؛—–.!?…]["'”’»)\]}]*\s|[，、；：。！？」』）]/gu;
const spaces = /\s/gu;

/**
 * Where to cut a text that is too long from `start` on: behind a clause near the goal, else between words, else inside a word,
 * but never inside a number, behind an abbreviation or inside a grapheme that fits the limit.
 */
export function findCut(text: string, start: number, size: CutSize): number {
  const furthest = indexAfter(text, start, size.max, size.unit);
  if (furthest >= text.length) return text.length;
  const goal = indexAfter(text, start, size.goal, size.unit);
  const earliest = start + Math.floor((goal - start) / 2);
  // A space just behind the limit is dropped, so a word may end exactly at it.
  const window = text.slice(start, furthest + 1);
  const range = { earliest, goal, furthest };
  const anywhere = { earliest: start + 1, goal, furthest };
  return (
    nearest(window, start, clauseMarks, range, isGoodCut) ??
    nearest(window, start, spaces, anywhere, isGoodCut) ??
    nearest(window, start, spaces, anywhere) ??
    cutInsideWord(text, start, furthest)
  );
}

interface Range {
  readonly earliest: number;
  readonly goal: number;
  readonly furthest: number;
}

/** The cut nearest to the goal, of those that are good. */
function nearest(
  window: string,
  start: number,
  pattern: RegExp,
  range: Range,
  isGood: (window: string, end: number) => boolean = () => true,
): number | undefined {
  let best: number | undefined;
  for (const match of window.matchAll(pattern)) {
    const cut = start + match.index + match[0].length;
    const end = start + match.index + match[0].trimEnd().length;
    if (end < range.earliest || end > range.furthest) continue;
    if (best !== undefined && Math.abs(cut - range.goal) >= Math.abs(best - range.goal)) continue;
    if (isGood(window, end - start)) best = cut;
  }
  return best;
}

/** Not between the groups of `1 299`, and not behind a short word with a full stop (`Dr. Smith`). */
function isGoodCut(window: string, end: number): boolean {
  if (/\d\s\d/u.test(window.slice(end - 1, end + 2))) return false;
  return !/(?:^|[\s.(])\p{L}{1,4}\.$/u.test(window.slice(Math.max(0, end - 6), end));
}

const unspaced = new RegExp(`[${unspacedScripts}]`, 'u');
/** Two characters that never share a grapheme. */
const simple = /^[\p{ASCII}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}$/u;
/** Code units that a segmenter sees before and behind a cut: enough for any word or grapheme, and its time grows with their square. */
const context = 128;

function cutInsideWord(text: string, start: number, furthest: number): number {
  const from = Math.max(start, furthest - context);
  const around = text.slice(from, furthest + 16);
  if (unspaced.test(text.charAt(furthest - 1))) {
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
