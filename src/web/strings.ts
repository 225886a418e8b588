import { useWords } from './shell/words.ts';
import { words as english } from './words/en.ts';
import type { Words } from './words/table.ts';

/** All words of the page. They are English until those of another language are loaded. */
export const strings: Words = { ...english };

/** Languages with a table of words of their own, beside English. */
export const otherLanguages = ['de', 'es', 'fr', 'it', 'ja', 'pt', 'zh'] as const;

/** Returns the words of one of `otherLanguages`. Throws when they cannot be fetched. */
export async function wordsIn(language: string): Promise<Words> {
  const table: { readonly words: Words } = await import(`./words/other/${language}.ts`);
  return table.words;
}

/** Loads the words of the first of some languages (BCP-47) that the page has, such as those of the browser. Returns its code. */
export async function loadStrings(wanted: readonly string[]): Promise<string> {
  const codes = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  const language = codes.find((code) => ['en', ...otherLanguages].includes(code)) ?? 'en';
  if (language === 'en') return language;
  try {
    Object.assign(strings, await wordsIn(language));
  } catch {
    // Without a connection the page is English.
    return 'en';
  }
  useWords(language, strings.lessThanAMinute);
  return language;
}
