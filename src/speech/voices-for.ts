import { sameLanguage } from '../core/language.ts';
import type { Voice } from './provider.ts';

/** The voices for a language: those of the very region when there are any, else all of the language; all for an empty code. */
export function voicesFor(voices: readonly Voice[], language: string): readonly Voice[] {
  if (language === '') return voices;
  const exact = voices.filter((voice) => voice.language.toLowerCase() === language.toLowerCase());
  if (exact.length > 0) return exact;
  return voices.filter((voice) => voice.language === everyLanguage || sameLanguage(voice.language, language));
}

/** The code of a voice that speaks whatever it is given (ISO 639-2 `mul`). */
export const everyLanguage = 'mul';
