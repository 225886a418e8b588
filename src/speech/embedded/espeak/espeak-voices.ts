import { parseLanguage, sameLanguage } from '../../../core/language.ts';
import type { Voice } from '../../provider.ts';

/** A voice of espeak-ng as both of its builds describe it. */
export interface EspeakVoice {
  /** Language code in lower case, what our ids are made of: `de`, `en-gb`. */
  readonly code: string;
  /** The voice file inside espeak, the only name both builds take for every voice: `gmw/en`. */
  readonly file: string;
  readonly name: string;
  readonly gender?: 'female' | 'male';
  /** Languages it speaks; the smaller the priority, the better. */
  readonly languages: readonly { readonly code: string; readonly priority: number }[];
}

/** A voice of ours and the file that espeak knows it by. */
export interface NamedEspeakVoice {
  readonly voice: Voice;
  readonly espeak: EspeakVoice;
}

/** espeak's voices under our ids. Where two share a language code, the second is named for its file. */
export function nameEspeakVoices(voices: readonly EspeakVoice[]): ReadonlyMap<string, NamedEspeakVoice> {
  const named = new Map<string, NamedEspeakVoice>();
  for (const espeak of voices) {
    const plain = `espeak:${espeak.code}`;
    const id = named.has(plain) ? `espeak:${fileName(espeak.file)}` : plain;
    const { name, gender, code: language } = espeak;
    named.set(id, { voice: { id, name, language, ...(gender && { gender }) }, espeak });
  }
  return named;
}

/** Id of the voice that speaks a BCP-47 language best, the region first; undefined when none does. */
export function bestEspeakVoice(voices: ReadonlyMap<string, NamedEspeakVoice>, language: string): string | undefined {
  for (const isSpoken of matchers(language)) {
    const speakers = [...voices].flatMap(([id, { espeak }]) => {
      const spoken = espeak.languages.find(({ code }) => isSpoken(code));
      return spoken ? [{ id, priority: spoken.priority }] : [];
    });
    const best = speakers.toSorted((a, b) => a.priority - b.priority || order(a.id) - order(b.id))[0];
    if (best) return best.id;
  }
  return undefined;
}

/** The plain voice of Chinese takes pinyin, by way of which it speaks, for English in espeak-ng 1.51; the one for pinyin does not. */
function order(id: string): number {
  return id.endsWith('-latn-pinyin') ? 0 : 1;
}

/** Returns how to find the code of a language, best first. For `zh-Hant-TW`: itself, `zh-tw`, `zh`, any code of Chinese. */
function matchers(language: string): ((code: string) => boolean)[] {
  const tag = parseLanguage(language);
  if (tag === undefined) return [(code) => code === language.toLowerCase()];
  const { baseName, language: primary, region } = new Intl.Locale(tag);
  const exact = [baseName, `${primary}-${region}`, primary].map((wanted) => wanted.toLowerCase());
  return [...exact.map((wanted) => (code: string) => code === wanted), (code) => sameLanguage(code, language)];
}

function fileName(file: string): string {
  return (file.split('/').at(-1) ?? file).toLowerCase();
}
