import type { TitleWords } from '../../languages/language.ts';
import { languages } from '../../languages/languages.ts';
import { wordSet } from '../../languages/word-set.ts';
import { normalizeForComparison } from '../normalize-for-comparison.ts';

type ListedTitles = 'bibliography' | 'fractions' | 'index' | 'pictures' | 'producerPages';

/** Returns the words of all languages for a part of a book, as the source of a pattern: a title need not be in the language of the book. */
export function titleWords(kind: Exclude<keyof TitleWords, 'numbers' | 'pages' | ListedTitles>): string {
  const all = Object.values(languages).flatMap(({ titles }) => titles?.[kind] ?? []);
  return [...new Set(all)].join('|');
}

/** Returns the titles of all languages for a part at the end of a book, as `normalizeForComparison` writes them. */
export function wholeTitles(kind: ListedTitles): ReadonlySet<string> {
  return plainTitles(Object.values(languages).map(({ titles }) => titles?.[kind]));
}

/** Returns the titles of all languages for a page that is not read, in the same form. */
export function pageTitles(reason: keyof NonNullable<TitleWords['pages']>): ReadonlySet<string> {
  return plainTitles(Object.values(languages).map(({ titles }) => titles?.pages?.[reason]));
}

function plainTitles(lists: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => [...wordSet(list)].map((title) => normalizeForComparison(title))));
}
