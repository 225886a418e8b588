import type { LexiconEntry } from './lexicon-entry.ts';
import type { WordIndex } from './word-index.ts';

/** A place in a text that an entry of a lexicon is for. Offsets are UTF-16 code units. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly entry: LexiconEntry;
  /** The match and its groups, for a pattern. */
  readonly groups: readonly string[];
}

/**
 * Returns the places that entries are for, in order and without overlaps: the first, and of those that begin together the longest,
 * and of equal ones the last entry.
 */
export function findMatches(text: string, words: WordIndex, patterns: readonly LexiconEntry[]): readonly Match[] {
  const all: Match[] = words.matches(text).map((found) => ({ ...found, groups: [] }));
  for (const entry of patterns) {
    for (const found of entry.pattern?.matches(text) ?? []) all.push({ ...found, entry });
  }
  const order = new Map(patterns.map((entry, index) => [entry, index]));
  const rank = ({ entry }: Match): number => order.get(entry) ?? patterns.length;
  all.sort((a, b) => a.start - b.start || b.end - a.end || rank(b) - rank(a));
  const chosen: Match[] = [];
  for (const match of all) if (match.start >= (chosen.at(-1)?.end ?? 0)) chosen.push(match);
  return chosen;
}
