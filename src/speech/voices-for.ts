import { sameLanguage } from '../core/language.ts';
import type { Voice } from './provider.ts';

/** Language code of a voice that speaks every language (ISO 639-2 `mul`). */
export const everyLanguage = 'mul';

/** Returns the voices of the exact language and region if there are any, otherwise of the language. An empty code returns all. */
export function voicesFor(voices: readonly Voice[], language: string): readonly Voice[] {
  if (language === '') return voices;
  const locale = localeOf(language);
  const exact = voices.filter((voice) => localeOf(voice.language) === locale);
  if (exact.length > 0) return exact;
  return voices.filter((voice) => speaksLanguage([voice.language], language));
}

/** Reports whether one of a voice's languages is the language, whatever the region. Unknown languages count as every language. */
export function speaksLanguage(languages: readonly string[], language: string): boolean {
  if (languages.length === 0) return true;
  return languages.some((spoken) => spoken === everyLanguage || sameLanguage(spoken, language));
}

/** Returns language and region in one spelling: `zh-TW` for `cmn-TW` and `zh-Hant`. A code without a region keeps none. */
function localeOf(code: string): string {
  try {
    const locale = new Intl.Locale(code.replaceAll('_', '-'));
    const region = locale.region ?? (locale.script === undefined ? undefined : locale.maximize().region);
    return region === undefined ? locale.language : `${locale.language}-${region}`;
  } catch {
    return code.toLowerCase();
  }
}
