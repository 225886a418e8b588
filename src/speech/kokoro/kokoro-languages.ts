import { sameLanguage } from '../../core/language.ts';

/** A language that Kokoro speaks. `code` is the value of `lang_code`, which does not accept `en`, `fr` or `pt`. */
interface KokoroLanguage {
  readonly code: string;
  readonly language: string;
  readonly voice: string;
}

const languages: readonly KokoroLanguage[] = [
  { code: 'a', language: 'en-US', voice: 'af_heart' },
  { code: 'b', language: 'en-GB', voice: 'bf_emma' },
  { code: 'e', language: 'es-ES', voice: 'ef_dora' },
  { code: 'f', language: 'fr-FR', voice: 'ff_siwis' },
  { code: 'h', language: 'hi-IN', voice: 'hf_alpha' },
  { code: 'i', language: 'it-IT', voice: 'if_sara' },
  { code: 'j', language: 'ja-JP', voice: 'jf_alpha' },
  { code: 'p', language: 'pt-BR', voice: 'pf_dora' },
  { code: 'z', language: 'zh-CN', voice: 'zf_xiaobei' },
];

/** Regions whose English is closer to British than to American. */
const britishRegions = /^en-(?:gb|au|nz|ie|za|in)\b/u;

/** Returns Kokoro's language for a BCP-47 code, or undefined when Kokoro does not speak it. */
export function kokoroLanguage(language: string): KokoroLanguage | undefined {
  const code = language.toLowerCase();
  if (britishRegions.test(code)) return languages[1];
  return languages.find((entry) => sameLanguage(entry.language, code));
}

/** Returns the language of a voice, or of the first in a mix (`af_bella(2)+af_sky`): its first letter stands for the language. */
export function languageOfVoice(voice: string): string | undefined {
  return /^[a-z][fm]_/u.test(voice) ? languages.find(({ code }) => code === voice[0])?.language : undefined;
}

/** Returns the languages that Kokoro speaks, for a message. */
export function kokoroLanguageList(): string {
  return languages.map(({ language }) => language).join(', ');
}
