import type { TextToSpeechClient } from '@google-cloud/text-to-speech';
import { baseLanguage } from '../../core/language.ts';
import type { Voice } from '../provider.ts';
import { voiceTable } from '../voice-table.ts';
import type { VoicesByGender } from '../voice-table.ts';
import { voiceGender } from '../voice-gender.ts';

/** Locales of the service for short language codes (docs/specification.md, "Speech providers"). */
const locales: Readonly<Record<string, string>> = {
  ar: 'ar-XA',
  de: 'de-DE',
  en: 'en-US',
  es: 'es-ES',
  fr: 'fr-FR',
  hi: 'hi-IN',
  it: 'it-IT',
  ja: 'ja-JP',
  ko: 'ko-KR',
  nl: 'nl-NL',
  pl: 'pl-PL',
  pt: 'pt-BR',
  ru: 'ru-RU',
  tr: 'tr-TR',
  yue: 'yue-HK',
  zh: 'cmn-CN',
};

/** The newest family, which has the same voices for every locale. */
export const newestFamily = 'Chirp3-HD';

/** Lettered voices, which need no model name, best for narration first. */
const letteredVoices: Readonly<Record<string, VoicesByGender>> = {
  'de-DE': lettered('de-DE-Neural2', 'AC', 'BD'),
  'en-US': lettered('en-US-Neural2', 'CEFGH', 'ADIJ'),
  'en-GB': lettered('en-GB-Neural2', 'ACF', 'BD'),
  'en-AU': lettered('en-AU-Neural2', 'AC', 'BD'),
  'es-ES': lettered('es-ES-Neural2', 'ACDE', 'BF'),
  'es-US': lettered('es-US-Neural2', 'A', 'BC'),
  'fr-FR': lettered('fr-FR-Neural2', 'ACE', 'BD'),
  'fr-CA': lettered('fr-CA-Neural2', 'AC', 'BD'),
  'hi-IN': lettered('hi-IN-Neural2', 'AD', 'BC'),
  'it-IT': lettered('it-IT-Neural2', 'A', 'C'),
  'ja-JP': lettered('ja-JP-Neural2', 'B', 'CD'),
  'pt-BR': lettered('pt-BR-Neural2', 'AC', 'B'),
  // Mandarin has no Neural2 voices.
  'cmn-CN': lettered('cmn-CN-Wavenet', 'AD', 'BC'),
};

/** Built-in list for when the service cannot be reached. Locales without lettered voices have one of the newest family. */
export const googleVoices: readonly Voice[] = voiceTable({
  ...letteredVoices,
  ...Object.fromEntries(
    Object.values(locales)
      .filter((locale) => letteredVoices[locale] === undefined)
      .map((locale) => [locale, { female: [`${locale}-${newestFamily}-Kore`] }]),
  ),
});

/** Returns the service's locale for a BCP-47 code. */
export function googleLocale(language: string): string {
  const base = baseLanguage(language);
  const known = googleVoices.find((voice) => voice.language.toLowerCase() === language.toLowerCase());
  if (known) return known.language;
  // Other regions are passed on: the service knows more of them than this list.
  return /^[a-z]{2,3}-[A-Z]{2}$/u.test(language) && base !== 'zh' ? language : (locales[base] ?? language);
}

/** Returns the locale in the name of a voice (`en-US-Neural2-C`). A voice without one needs a model name. */
export function localeOfVoice(name: string): string | undefined {
  return /^([a-z]{2,3}-[A-Z]{2})-./u.exec(name)?.[1];
}

function lettered(family: string, female: string, male: string) {
  const named = (letters: string) => Array.from(letters, (letter) => `${family}-${letter}`);
  return { female: named(female), male: named(male) };
}

/** Returns the voices that the service lists and that need no model name, with one entry per language. */
export async function listGoogleVoices(client: TextToSpeechClient): Promise<readonly Voice[]> {
  const [{ voices }] = await client.listVoices({}, { timeout: 10_000, retry: null });
  return (voices ?? []).flatMap(({ name, languageCodes, ssmlGender }) => {
    if (!name || localeOfVoice(name) === undefined) return [];
    const gender = voiceGender(ssmlGender);
    return (languageCodes ?? []).map((language): Voice => ({ id: name, name, language, gender }));
  });
}
