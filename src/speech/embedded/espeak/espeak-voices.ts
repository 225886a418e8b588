import { parseLanguage, sameLanguage } from '../../../core/language.ts';
import type { Voice } from '../../provider.ts';

/** A voice of espeak-ng, described alike by both builds. */
export interface EspeakVoice {
  /** Language code in lower case (`de`, `en-gb`), the base of our ids. */
  readonly code: string;
  /** Voice file inside espeak (`gmw/en`), the only name that both builds accept for every voice. */
  readonly file: string;
  readonly name: string;
  readonly gender?: 'female' | 'male' | undefined;
  /** Languages that it speaks. A smaller priority is better. */
  readonly languages: readonly { readonly code: string; readonly priority: number }[];
}

/** One of our voices and the voice of espeak behind it. */
export interface NamedEspeakVoice {
  readonly voice: Voice;
  readonly espeak: EspeakVoice;
}

/** Returns espeak's voices by our ids. Where two share a language code, the second is named after its file. */
export function nameEspeakVoices(voices: readonly EspeakVoice[]): ReadonlyMap<string, NamedEspeakVoice> {
  const named = new Map<string, NamedEspeakVoice>();
  for (const espeak of voices) {
    const plain = `espeak:${espeak.code}`;
    const id = named.has(plain) ? `espeak:${fileName(espeak.file)}` : plain;
    const { name, gender, code: language } = espeak;
    named.set(id, { voice: { id, name, language, gender }, espeak });
  }
  return named;
}

/** Returns the id of the best voice for a BCP-47 language, preferring the exact region, or undefined. */
export function bestEspeakVoice(voices: ReadonlyMap<string, NamedEspeakVoice>, language: string): string | undefined {
  for (const isSpoken of matchers(language)) {
    const speakers = [...voices].flatMap(([id, { espeak }]) => {
      const spoken = espeak.languages.find(({ code }) => isSpoken(code));
      return spoken ? [{ id, priority: spoken.priority }] : [];
    });
    const best = speakers.toSorted((a, b) => a.priority - b.priority || rankOf(a.id) - rankOf(b.id))[0];
    if (best) return best.id;
  }
  return undefined;
}

/** The plain Chinese voice of espeak-ng 1.51 reads its own pinyin as English; the pinyin voice does not. */
function rankOf(id: string): number {
  return id.endsWith('-latn-pinyin') ? 0 : 1;
}

/** Returns tests for the code of a language, best first. For `zh-Hant-TW`: itself, `zh-tw`, `zh`, any code of Chinese. */
function matchers(language: string): ((code: string) => boolean)[] {
  const tag = parseLanguage(language);
  if (tag === undefined) return [(code) => code === language.toLowerCase()];
  const { baseName, language: primary, region } = new Intl.Locale(tag);
  const exact = [baseName, `${primary}-${region}`, primary].map((tagged) => tagged.toLowerCase());
  return [...exact.map((tagged) => (code: string) => code === tagged), (code) => sameLanguage(code, language)];
}

function fileName(file: string): string {
  return (file.split('/').at(-1) ?? file).toLowerCase();
}
