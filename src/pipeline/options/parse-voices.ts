import { invalidValue } from '../../core/errors.ts';
import { parseLanguage } from '../../core/language.ts';

/** Voices that a user named. */
export interface NamedVoices {
  /** Voice for everything that has no other. */
  readonly main?: string | undefined;
  /** Voice of the second host of a podcast. */
  readonly guest?: string | undefined;
  /** Voices by BCP-47 tag. */
  readonly byLanguage: ReadonlyMap<string, string>;
}

/** Completes "Expected …" for `parseVoices`. */
export const expectedVoices = 'a voice, or voices by language such as en=af_heart,fr=ff_siwis';

/**
 * Parses one voice (`af_heart`), voices by language (`en=af_heart,fr=ff_siwis`) or those of a podcast
 * (`host=af_heart,guest=am_adam`). The host has the main voice. Throws `bad-value`.
 */
export function parseVoices(text: string): NamedVoices {
  if (!text.includes('=')) return { main: text.trim(), byLanguage: new Map() };
  const entries = text.split(',').map(parseEntry);
  const mains = entries.filter(({ code }) => code === '' || code === 'host');
  const guests = entries.filter(({ code }) => code === 'guest');
  const others = entries.filter((entry) => !mains.includes(entry) && !guests.includes(entry));
  const isValid = entries.every(({ voice }) => voice !== '') && others.every(({ language }) => language !== undefined);
  if (!isValid || mains.length > 1 || guests.length > 1) throw invalidValue('voice', text, expectedVoices);
  const named = others.flatMap(({ language, voice }) => (language === undefined ? [] : [[language, voice] as const]));
  return { main: mains[0]?.voice, guest: guests[0]?.voice, byLanguage: new Map(named) };
}

/** Returns the languages that are given a voice of their own (`fr` of `en=af_heart,fr=ff_siwis`). Throws `bad-value`. */
export function namedLanguages(voice: string | undefined, languageSwitch: 'on' | 'off' = 'on'): readonly string[] {
  return voice === undefined || languageSwitch === 'off' ? [] : [...parseVoices(voice).byLanguage.keys()];
}

/** Returns the parts of `fr=ff_siwis`. Without a language, the code is empty. */
function parseEntry(entry: string): { code: string; language: string | undefined; voice: string } {
  const at = entry.indexOf('=');
  const code = entry.slice(0, Math.max(0, at)).trim();
  return { code, language: parseLanguage(code), voice: at === 0 ? '' : entry.slice(at + 1).trim() };
}
