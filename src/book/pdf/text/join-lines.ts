import { separatorBetween } from '../layout/readable-text.ts';
import type { BookWords } from './book-words.ts';

const maxWordLength = 100;
const hyphenAtEnd = /(?<=[\p{L}\p{M}])[-\u2010\u00AD]$/u;
const lastWord = /[\p{L}\p{M}'’-]+$/u;
const firstWord = /^[\p{L}\p{M}'’-]+/u;

/**
 * Joins two lines of one paragraph. A hyphen at the end of the first is removed unless the book writes the word with
 * the hyphen elsewhere, the next part begins with a capital, or the hyphen stands for an omitted part.
 */
export function joinLines(before: string, after: string, words: BookWords): string {
  // Only the end matters. Searching the whole paragraph for every line would take quadratic time.
  return before.slice(0, -maxWordLength) + joinEnds(before.slice(-maxWordLength), after, words);
}

function joinEnds(before: string, after: string, words: BookWords): string {
  if (hyphenAtEnd.test(before)) return joinHyphenated(before, after, words);
  if (/[\p{L}\p{N}][–—]$|[/@_]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)) return before + after;
  if (/\d-$/u.test(before) && /^\d/u.test(after)) return before + after;
  if (isCutAtSoftHyphen(before, after, words)) return before + after;
  return before + separatorBetween(before, after) + after;
}

/** PDF.js drops soft hyphens. Where one was, neither part occurs in the book, but the joined word does. */
function isCutAtSoftHyphen(before: string, after: string, words: BookWords): boolean {
  const [left, right] = [/\p{L}+$/u.exec(before)?.[0], /^\p{Ll}+/u.exec(after)?.[0]];
  if (left === undefined || right === undefined) return false;
  return words.count(left) === 0 && words.count(right) === 0 && words.count(left + right) > 0;
}

/** Joins a drop cap to its line: as part of the first word, unless the book contains both as separate words. */
export function joinDropCap(cap: string, line: string, words: BookWords): string {
  const word = firstWord.exec(line)?.[0] ?? '';
  const letter = cap.replaceAll(/[^\p{L}]/gu, '');
  const standsAlone = /^[AIOÀYEÉ]$/iu.test(letter) && words.count(word) > words.count(letter + word);
  return standsAlone ? `${cap} ${line}` : cap + line;
}

function joinHyphenated(before: string, after: string, words: BookWords): string {
  const stem = before.slice(0, -1);
  if (before.endsWith('\u00AD')) return stem + after;
  if (!/^[\p{L}\p{N}]/u.test(after)) return `${before} ${after}`;
  return words.marksDivisions && before.endsWith('\u2010') ? stem + after : joinAtHyphen(before, after, words);
}

/** The hyphen may be that of the word or of the printer. */
function joinAtHyphen(before: string, after: string, words: BookWords): string {
  const stem = before.slice(0, -1);
  const [left, right] = [lastWord.exec(stem)?.[0] ?? '', firstWord.exec(after)?.[0] ?? ''];
  if (words.count(left + right) === 0 && words.opensWithConjunction(after)) return `${before} ${after}`;
  if (!/^[\p{Ll}\p{Lo}]/u.test(after)) return before + after;
  return keepsHyphen(left, right, words) ? before + after : stem + after;
}

function keepsHyphen(left: string, right: string, words: BookWords): boolean {
  const [asCompound, asWord] = [words.count(`${left}-${right}`), words.count(left + right)];
  if (asCompound > asWord) return true;
  if (asWord > 0) return false;
  return words.marksDivisions || words.joinsNumbers(left, right) || continuesChain(left, right, words);
}

/** A part that already has a hyphen can belong to a chain: mother-in-law, but not self-ex-planatory. */
function continuesChain(left: string, right: string, words: BookWords): boolean {
  const [end, start] = [left.split('-').at(-1) ?? '', right.split('-')[0] ?? ''];
  if (left !== end && words.count(end) > 0 && words.count(end + right) === 0) return true;
  return right !== start && words.count(left) > 0 && words.count(start) > 0 && words.count(left + start) === 0;
}
