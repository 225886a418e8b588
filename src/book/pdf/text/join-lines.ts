import { separatorBetween } from '../layout/readable-text.ts';

/** How often a book writes its words, to know `rabbit-hole` from `ex-ample`. */
export interface WordFrequencies {
  count(word: string): number;
}

const maxWordLength = 100;
const hyphenAtEnd = /(?<=[\p{L}\p{M}])[-\u2010\u00AD]$/u;
const lastWord = /[\p{L}\p{M}'’-]+$/u;
const firstWord = /^[\p{L}\p{M}'’-]+/u;
/** `pre- and post-war`: the hyphen stands for the rest of the word. */
const conjunction = /^(?:and|or|to|und|oder|bis|bzw|et|ou|y|o|e|en|of|och|og|i|lub|и|или)\b/u;

/** Counts the words inside lines; the first and the last of a line may be parts of cut ones. */
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
 * Puts two lines of one paragraph together. A hyphen at the line's end goes, unless the book writes the word with it
 * elsewhere, the next part begins with a capital, or it stands for a part left out.
 */
export function joinLines(before: string, after: string, vocabulary: WordFrequencies): string {
  // Only the end matters; searching all of a long paragraph at each of its lines would take quadratic time.
  return before.slice(0, -maxWordLength) + joinEnds(before.slice(-maxWordLength), after, vocabulary);
}

function joinEnds(before: string, after: string, vocabulary: WordFrequencies): string {
  if (hyphenAtEnd.test(before)) return joinCutWord(before, after, vocabulary);
  if (/[\p{L}\p{N}][–—]$|[/@_]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)) return before + after;
  if (/\d-$/u.test(before) && /^\d/u.test(after)) return before + after;
  if (isCutUnseen(before, after, vocabulary)) return before + after;
  return before + separatorBetween(before, after) + after;
}

/** PDF.js drops soft hyphens. Where one stood, the first part is no word of the book, but both parts together are one. */
function isCutUnseen(before: string, after: string, vocabulary: WordFrequencies): boolean {
  const [left, right] = [/\p{L}+$/u.exec(before)?.[0], /^\p{Ll}+/u.exec(after)?.[0]];
  if (left === undefined || right === undefined) return false;
  return vocabulary.count(left) === 0 && vocabulary.count(right) === 0 && vocabulary.count(left + right) > 0;
}

/** Puts a large initial before its line: part of the first word, unless the book knows the two as words of their own. */
export function joinDropCap(cap: string, line: string, vocabulary: WordFrequencies): string {
  const word = firstWord.exec(line)?.[0] ?? '';
  const letter = cap.replaceAll(/[^\p{L}]/gu, '');
  const standsAlone = /^[AIOÀYEÉ]$/iu.test(letter) && vocabulary.count(word) > vocabulary.count(letter + word);
  return standsAlone ? `${cap} ${line}` : cap + line;
}

function joinCutWord(before: string, after: string, vocabulary: WordFrequencies): string {
  const stem = before.slice(0, -1);
  if (before.endsWith('\u00AD')) return stem + after;
  if (!/^[\p{L}\p{N}]/u.test(after) || conjunction.test(after)) return `${before} ${after}`;
  if (!/^[\p{Ll}\p{Lo}]/u.test(after)) return before + after;
  return keepsHyphen(lastWord.exec(stem)?.[0] ?? '', firstWord.exec(after)?.[0] ?? '', vocabulary)
    ? before + after
    : stem + after;
}

function keepsHyphen(left: string, right: string, vocabulary: WordFrequencies): boolean {
  const [asCompound, asWord] = [vocabulary.count(`${left}-${right}`), vocabulary.count(left + right)];
  if (asCompound > asWord) return true;
  // A part that has a hyphen already can belong to a chain: mother-in-law, but not self-ex-planatory.
  const end = left.split('-').at(-1) ?? '';
  return left !== end && asWord === 0 && vocabulary.count(end) > 0 && vocabulary.count(end + right) === 0;
}
