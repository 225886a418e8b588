import { sameLanguage } from '../../core/language.ts';
import { kokoroLocales } from '../language-of-kokoro-voice.ts';

/** A language that Kokoro speaks. `code` is the value of `lang_code`, which does not accept `en`, `fr` or `pt`. */
interface KokoroLanguage {
  readonly code: string;
  readonly language: string;
}

const languages: readonly KokoroLanguage[] = Object.entries(kokoroLocales).map(([code, language]) => ({
  code,
  language,
}));

const british: KokoroLanguage = { code: 'b', language: 'en-GB' };

/** Regions whose English is closer to British than to American. */
const britishRegions = /^en-(?:gb|au|nz|ie|za|in)\b/u;

/** Returns Kokoro's language for a BCP-47 code, or undefined when Kokoro does not speak it. */
export function kokoroLanguage(language: string): KokoroLanguage | undefined {
  if (britishRegions.test(language.toLowerCase())) return british;
  return languages.find((entry) => sameLanguage(entry.language, language));
}

/** The languages that Kokoro speaks, as BCP-47 codes. */
export const kokoroLanguages: readonly string[] = Object.values(kokoroLocales);

/** The best voice of each language. */
export const preferredVoices: readonly string[] =
  'af_heart bf_emma ef_dora ff_siwis hf_alpha if_sara jf_alpha pf_dora zf_xiaobei'.split(' ');
