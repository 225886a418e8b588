import type { TitleWords } from '../../languages/language.ts';
import { languages } from '../../languages/languages.ts';
import { wordSet } from '../../languages/word-set.ts';
import { normalizeForComparison } from '../normalize-for-comparison.ts';

/** Returns the words of all languages for a part of a book, as the source of a pattern: a title need not be in the language of the book. */
export function titleWords(kind: Exclude<keyof TitleWords, 'numbers' | 'bibliography' | 'index' | 'links'>): string {
  const all = Object.values(languages).flatMap(({ titles }) => titles?.[kind]?.split('|') ?? []);
  return [...new Set(all)].join('|');
}

/** Returns the words of all languages for links between pages, as the source of a pattern. */
export function linkWords(): string {
  return [...Object.values(languages).flatMap(({ titles }) => titles?.links ?? []), titleWords('contents')].join('|');
}

/** Returns the titles of all languages for a part at the end of a book, as `normalizeForComparison` writes them. */
export function wholeTitles(kind: 'bibliography' | 'index'): ReadonlySet<string> {
  const all = Object.values(languages).flatMap(({ titles }) => [...wordSet(titles?.[kind])]);
  return new Set(all.map((title) => normalizeForComparison(title)));
}
