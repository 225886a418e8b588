import { sameLanguage } from '../core/language.ts';
import type { Voice } from './provider.ts';

/** Language code of a voice that speaks every language (ISO 639-2 `mul`). */
export const everyLanguage = 'mul';

/** Returns the voices of the exact language and region if there are any, otherwise of the language. An empty code returns all. */
export function voicesFor(voices: readonly Voice[], language: string): readonly Voice[] {
  if (language === '') return voices;
  const exact = voices.filter((voice) => voice.language.toLowerCase() === language.toLowerCase());
  if (exact.length > 0) return exact;
  return voices.filter((voice) => voice.language === everyLanguage || sameLanguage(voice.language, language));
}
