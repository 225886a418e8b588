import { sameLanguage } from '../../core/language.ts';

/** A language as Kokoro takes it; it speaks no other. `code` is what `lang_code` accepts: `en`, `fr`, `pt` are not valid there. */
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

/** British spelling and sound, wherever English is neither American nor unmarked. */
const britishRegions = /^en-(?:gb|au|nz|ie|za|in)\b/u;

/** Kokoro's language for a BCP-47 code, or undefined when it does not speak it. */
export function kokoroLanguage(language: string): KokoroLanguage | undefined {
  const wanted = language.toLowerCase();
  if (britishRegions.test(wanted)) return languages[1];
  return languages.find((entry) => sameLanguage(entry.language, wanted));
}

/** The language that a voice, or the first of a mix (`af_bella(2)+af_sky`), was made for: its first letter says so. */
export function languageOfVoice(voice: string): string | undefined {
  return /^[a-z][fm]_/u.test(voice) ? languages.find(({ code }) => code === voice[0])?.language : undefined;
}

/** The languages Kokoro speaks, for a message. */
export function kokoroLanguageList(): string {
  return languages.map(({ language }) => language).join(', ');
}
