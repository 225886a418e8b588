import { useWords } from './shell/words.ts';
import { words as english } from './words/en.ts';

/** The shape of a table of words: that of the English one. */
export type Words = Widened<typeof english>;

type Widened<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends string
    ? string
    : Table[Key] extends (...parts: infer Parts) => string
      ? (...parts: Parts) => string
      : Widened<Table[Key]>;
};

/** All words of the page. They are English until those of another language are loaded. */
export const strings: Words = { ...english };

/** The tables of words by language. Only that of the browser is loaded. */
export const tables: Readonly<Record<string, () => Promise<{ readonly words: Words }>>> = {
  de: async () => await import('./words/de.ts'),
  es: async () => await import('./words/es.ts'),
  fr: async () => await import('./words/fr.ts'),
  it: async () => await import('./words/it.ts'),
  ja: async () => await import('./words/ja.ts'),
  pt: async () => await import('./words/pt.ts'),
  zh: async () => await import('./words/zh.ts'),
};

/** Loads the words of the first of some languages (BCP-47) that the page has, such as those of the browser. Returns its code. */
export async function loadStrings(languages: readonly string[]): Promise<string> {
  const codes = languages.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  const language = codes.find((code) => code === 'en' || Object.hasOwn(tables, code));
  const load = language === undefined ? undefined : tables[language];
  if (language === undefined || !load) return 'en';
  try {
    Object.assign(strings, (await load()).words);
  } catch {
    // Without a connection the page is English.
    return 'en';
  }
  useWords(language, strings.lessThanAMinute);
  return language;
}
