import { sameLanguage } from '../../core/language.ts';
import { kokoroLocales } from '../language-of-kokoro-voice.ts';

/** A language that Kokoro speaks. `code` is the value of `lang_code`, which does not accept `en`, `fr` or `pt`. */
interface KokoroLanguage {
  readonly code: string;
  readonly language: string;
  readonly voice: string;
}

const languages: readonly KokoroLanguage[] = [
  { code: 'a', language: kokoroLocales.a, voice: 'af_heart' },
  { code: 'b', language: kokoroLocales.b, voice: 'bf_emma' },
  { code: 'e', language: kokoroLocales.e, voice: 'ef_dora' },
  { code: 'f', language: kokoroLocales.f, voice: 'ff_siwis' },
  { code: 'h', language: kokoroLocales.h, voice: 'hf_alpha' },
  { code: 'i', language: kokoroLocales.i, voice: 'if_sara' },
  { code: 'j', language: kokoroLocales.j, voice: 'jf_alpha' },
  { code: 'p', language: kokoroLocales.p, voice: 'pf_dora' },
  { code: 'z', language: kokoroLocales.z, voice: 'zf_xiaobei' },
];

/** Regions whose English is closer to British than to American. */
const britishRegions = /^en-(?:gb|au|nz|ie|za|in)\b/u;

/** Returns Kokoro's language for a BCP-47 code, or undefined when Kokoro does not speak it. */
export function kokoroLanguage(language: string): KokoroLanguage | undefined {
  const code = language.toLowerCase();
  if (britishRegions.test(code)) return languages[1];
  return languages.find((entry) => sameLanguage(entry.language, code));
}

/** The languages that Kokoro speaks, as BCP-47 codes. */
export const kokoroLanguages: readonly string[] = languages.map(({ language }) => language);

/** The best voice of each language. */
export const preferredVoices: readonly string[] = languages.map(({ voice }) => voice);
