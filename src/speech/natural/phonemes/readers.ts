import { baseLanguage } from '../../../core/language.ts';
import type { SpokenLetters } from '../../../languages/spoken-letters.ts';
import type { PhonemeReader, ReaderTools } from './phoneme-reader.ts';

/** Opens the reader of each language, by BCP-47 base code. What it needs is loaded with the first text. */
const readers: Readonly<Record<string, (tools: ReaderTools) => Promise<PhonemeReader>>> = {
  en: async (tools) => (await import('./english/english-reader.ts')).englishReader(tools),
  es: async (tools) =>
    await espeakReader((await import('../../../languages/es/spanish-letters.ts')).spanishLetters, tools),
  fr: async (tools) =>
    await espeakReader((await import('../../../languages/fr/french-letters.ts')).frenchLetters, tools),
  hi: async (tools) => await espeakReader((await import('../../../languages/hi/hindi-letters.ts')).hindiLetters, tools),
  it: async (tools) =>
    await espeakReader((await import('../../../languages/it/italian-letters.ts')).italianLetters, tools),
  pt: async (tools) =>
    await espeakReader((await import('../../../languages/pt/portuguese-letters.ts')).portugueseLetters, tools),
};

/** Returns whether a language (BCP-47) is read in phonemes. */
export function isReadInPhonemes(language: string): boolean {
  return Object.hasOwn(readers, baseLanguage(language));
}

/** Opens the reader of a language (BCP-47), or returns undefined where there is none. */
export async function openReader(language: string, tools: ReaderTools): Promise<PhonemeReader | undefined> {
  return await readers[baseLanguage(language)]?.(tools);
}

async function espeakReader(letters: SpokenLetters, tools: ReaderTools): Promise<PhonemeReader> {
  return (await import('./espeak-languages/espeak-language-reader.ts')).espeakLanguageReader(letters, tools);
}
