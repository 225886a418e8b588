import { baseLanguage, languageByName, parseLanguage, sameLanguage } from '../core/language.ts';
import { detectLanguage } from './detect-language.ts';

export interface ChosenLanguage {
  readonly language: string;
  readonly languageSource: 'declared' | 'detected' | 'default';
  readonly warning?: string;
}

/** Country codes, and the names of languages in themselves, where a language code should be. */
const mistakes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    jp: 'ja',
    cn: 'zh',
    tw: 'zh-TW',
    kr: 'ko',
    gr: 'el',
    cz: 'cs',
    dk: 'da',
    ua: 'uk',
    us: 'en-US',
    gb: 'en-GB',
    deutsch: 'de',
    français: 'fr',
    español: 'es',
    italiano: 'it',
  }),
);

/** Returns a declared language as a BCP-47 tag (`EN_us`: `en-US`, `jp`: `ja`, `German`: `de`), or undefined when it names no language. */
export function normalizeLanguage(declared: string): string | undefined {
  const [primary = '', ...rest] = declared.trim().toLowerCase().split(/[-_]/u);
  const corrected = mistakes.get(primary) ?? languageByName(primary);
  return parseLanguage(corrected === undefined ? declared : [corrected, ...rest].join('-'));
}

/**
 * The book's language: the first declared one that is a language, else the one of the text, else English. A text that
 * plainly is in another language is a warning; the declaration still counts, because a person can overrule it.
 */
export async function chooseLanguage(declared: readonly string[], sample: string): Promise<ChosenLanguage> {
  const language = declared.map((tag) => normalizeLanguage(tag)).find((tag) => tag !== undefined);
  if (language !== undefined && !isDoubtful(language, sample.slice(0, 6000)))
    return { language, languageSource: 'declared' };
  const detected = await detectLanguage(sample);
  if (language === undefined) {
    return detected === undefined
      ? { language: 'en', languageSource: 'default' }
      : { language: detected, languageSource: 'detected' };
  }
  if (detected === undefined || sameLanguage(detected, language)) return { language, languageSource: 'declared' };
  const warning = `The book says that its language is '${language}', but the text looks like '${detected}'.`;
  return { language, languageSource: 'declared', warning };
}

/** The commonest words: a page of text in the language holds some of them. Loading a detector costs half a second, asking them nothing. */
const commonWords: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    en: /\b(?:the|and|of|to|a|in|that|was|it|is)\b/giu,
    de: /\b(?:und|die|der|das|nicht|ist|ein|zu|den|sich)\b/giu,
    fr: /\b(?:le|la|de|et|les|des|un|une|que|est)\b/giu,
    es: /\b(?:el|la|de|que|y|los|en|un|una|se)\b/giu,
    it: /\b(?:il|di|che|la|e|un|una|non|per|in)\b/giu,
    pt: /\b(?:o|que|de|e|os|um|uma|não|se|da)\b/giu,
    nl: /\b(?:de|het|een|en|van|dat|niet|is|te|in)\b/giu,
  }),
);
const scripts: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
    zh: /\p{Script=Han}/gu,
    ko: /\p{Script=Hangul}/gu,
    he: /\p{Script=Hebrew}/gu,
    ar: /\p{Script=Arabic}/gu,
    el: /\p{Script=Greek}/gu,
    ru: /\p{Script=Cyrillic}/gu,
    uk: /\p{Script=Cyrillic}/gu,
    hi: /\p{Script=Devanagari}/gu,
  }),
);

/** True when the text has too little of what marks the language: its script, or its commonest words. */
function isDoubtful(language: string, sample: string): boolean {
  const letters = count(sample, /\p{L}/gu);
  if (letters < 200) return false;
  const primary = baseLanguage(language);
  const script = scripts.get(primary);
  if (script) return count(sample, script) < 0.2 * letters;
  const words = commonWords.get(primary);
  return words === undefined || count(sample, words) < 0.08 * count(sample, /\p{L}+/gu);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
