import type { Voice } from './provider.ts';

/** The language of a BCP-47 code without region or script, in lower case; the codes that services use for it made one. */
export function baseLanguage(code: string): string {
  const base = code.toLowerCase().split(/[-_]/u)[0] ?? '';
  return sameLanguage[base] ?? base;
}

/** The voices for a language: those of the very region when there are any, else all of the language; all for an empty code. */
export function voicesFor(voices: readonly Voice[], language: string): readonly Voice[] {
  if (language === '') return voices;
  const exact = voices.filter((voice) => voice.language.toLowerCase() === language.toLowerCase());
  if (exact.length > 0) return exact;
  const base = baseLanguage(language);
  return voices.filter((voice) => voice.language === everyLanguage || baseLanguage(voice.language) === base);
}

/** The code of a voice that speaks whatever it is given (ISO 639-2 `mul`). */
export const everyLanguage = 'mul';

const sameLanguage: Readonly<Record<string, string>> = { cmn: 'zh', arb: 'ar', nb: 'no' };
