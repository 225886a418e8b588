import { separatorBetween } from '../layout/readable-text.ts';

/** How often each word occurs in a book, which distinguishes `rabbit-hole` from `ex-ample`. */
export interface WordFrequencies {
  /** Returns the number of occurrences of a word, ignoring case. */
  count(word: string): number;
}

const maxWordLength = 100;
const hyphenAtEnd = /(?<=[\p{L}\p{M}])[-\u2010\u00AD]$/u;
const lastWord = /[\p{L}\p{M}'’-]+$/u;
const firstWord = /^[\p{L}\p{M}'’-]+/u;
/** In `pre- and post-war` the hyphen stands for the rest of the word. */
const conjunction = /^(?:and|or|to|und|oder|bis|bzw|et|ou|y|o|e|en|of|och|og|i|lub|и|или)\b/u;

/** Counts the words of lines, except the first and the last of each, which may be parts of hyphenated words. */
export function countLineWords(lines: Iterable<string>): WordFrequencies {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const inside = line.toLowerCase().replaceAll(/^\S+|\S+$/gu, '');
    for (const word of inside.match(/[\p{L}\p{M}]+(?:[-’'][\p{L}\p{M}]+)*/gu) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return { count: (word) => counts.get(word.toLowerCase()) ?? 0 };
}

/**
 * Joins two lines of one paragraph. A hyphen at the end of the first is removed unless the book writes the word with
 * the hyphen elsewhere, the next part begins with a capital, or the hyphen stands for an omitted part.
 */
export function joinLines(before: string, after: string, frequencies: WordFrequencies): string {
  // Only the end matters. Searching the whole paragraph for every line would take quadratic time.
  return before.slice(0, -maxWordLength) + joinEnds(before.slice(-maxWordLength), after, frequencies);
}

function joinEnds(before: string, after: string, frequencies: WordFrequencies): string {
  if (hyphenAtEnd.test(before)) return joinHyphenated(before, after, frequencies);
  if (/[\p{L}\p{N}][–—]$|[/@_]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)) return before + after;
  if (/\d-$/u.test(before) && /^\d/u.test(after)) return before + after;
  if (isCutAtSoftHyphen(before, after, frequencies)) return before + after;
  return before + separatorBetween(before, after) + after;
}

/** PDF.js drops soft hyphens. Where one was, neither part occurs in the book, but the joined word does. */
function isCutAtSoftHyphen(before: string, after: string, frequencies: WordFrequencies): boolean {
  const [left, right] = [/\p{L}+$/u.exec(before)?.[0], /^\p{Ll}+/u.exec(after)?.[0]];
  if (left === undefined || right === undefined) return false;
  return frequencies.count(left) === 0 && frequencies.count(right) === 0 && frequencies.count(left + right) > 0;
}

/** Joins a drop cap to its line: as part of the first word, unless the book contains both as separate words. */
export function joinDropCap(cap: string, line: string, frequencies: WordFrequencies): string {
  const word = firstWord.exec(line)?.[0] ?? '';
  const letter = cap.replaceAll(/[^\p{L}]/gu, '');
  const standsAlone = /^[AIOÀYEÉ]$/iu.test(letter) && frequencies.count(word) > frequencies.count(letter + word);
  return standsAlone ? `${cap} ${line}` : cap + line;
}

function joinHyphenated(before: string, after: string, frequencies: WordFrequencies): string {
  const stem = before.slice(0, -1);
  if (before.endsWith('\u00AD')) return stem + after;
  if (!/^[\p{L}\p{N}]/u.test(after) || conjunction.test(after)) return `${before} ${after}`;
  if (!/^[\p{Ll}\p{Lo}]/u.test(after)) return before + after;
  return keepsHyphen(lastWord.exec(stem)?.[0] ?? '', firstWord.exec(after)?.[0] ?? '', frequencies)
    ? before + after
    : stem + after;
}

function keepsHyphen(left: string, right: string, frequencies: WordFrequencies): boolean {
  const [asCompound, asWord] = [frequencies.count(`${left}-${right}`), frequencies.count(left + right)];
  if (asCompound > asWord) return true;
  // A part that already has a hyphen can belong to a chain: mother-in-law, but not self-ex-planatory.
  const end = left.split('-').at(-1) ?? '';
  return left !== end && asWord === 0 && frequencies.count(end) > 0 && frequencies.count(end + right) === 0;
}
