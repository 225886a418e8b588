import { baseLanguage } from '../../../core/language.ts';
import { languageOf } from '../../../languages/languages.ts';
import type { PhonemeReader, ReaderTools } from './phoneme-reader.ts';

/** Opens the reader of each language that espeak-ng does not read, by BCP-47 base code. What it needs is loaded with the first text. */
const readers: Readonly<Record<string, (tools: ReaderTools) => Promise<PhonemeReader>>> = {
  en: async (tools) => (await import('./english/english-reader.ts')).englishReader(tools),
  ja: async (tools) => (await import('./japanese/japanese-reader.ts')).japaneseReader(tools),
  zh: async (tools) => (await import('./chinese/chinese-reader.ts')).chineseReader(tools),
};

/** Returns whether a language (BCP-47) is read in phonemes. */
export function isReadInPhonemes(language: string): boolean {
  return Object.hasOwn(readers, baseLanguage(language)) || languageOf(language).letters !== undefined;
}

/** Opens the reader of a language (BCP-47), or returns undefined where there is none. */
export async function openReader(language: string, tools: ReaderTools): Promise<PhonemeReader | undefined> {
  const { letters } = languageOf(language);
  if (letters === undefined) return await readers[baseLanguage(language)]?.(tools);
  return (await import('./espeak-languages/espeak-language-reader.ts')).espeakLanguageReader(letters, tools);
}
