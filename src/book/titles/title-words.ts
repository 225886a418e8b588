import type { TitleWords } from '../../languages/language.ts';
import { languages } from '../../languages/languages.ts';

/** Returns the words of all languages for a part of a book, as the source of a pattern: a title need not be in the language of the book. */
export function titleWords(kind: Exclude<keyof TitleWords, 'numbers' | 'bibliography' | 'links'>): string {
  const all = Object.values(languages).flatMap(({ titles }) => titles?.[kind]?.split('|') ?? []);
  return [...new Set(all)].join('|');
}

/** Returns the words of all languages for links between pages, as the source of a pattern. */
export function linkWords(): string {
  return [...Object.values(languages).flatMap(({ titles }) => titles?.links ?? []), titleWords('contents')].join('|');
}
