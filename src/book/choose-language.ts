import { baseLanguage, sameLanguage } from '../core/language.ts';
import { detectLanguage } from './detect-language.ts';
import { normalizeLanguage } from './normalize-language.ts';

/** The language of a book, and how it was found. */
export interface ChosenLanguage {
  readonly language: string;
  readonly languageSource: 'declared' | 'detected' | 'default';
  readonly warning?: string | undefined;
}

/**
 * Chooses the book's language: the first valid declared one, the detected one, or English. If the text is clearly in
 * another language than declared, the declared one is returned with a warning.
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
  const warning = `The book declares the language '${language}', but its text appears to be '${detected}'.`;
  return { language, languageSource: 'declared', warning };
}

/** The most common words of a language. They are checked first because loading the detector takes half a second. */
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

/** Reports whether the text has too little of the language's script or too few of its most common words. */
function isDoubtful(language: string, sample: string): boolean {
  const letters = count(sample, /\p{L}/gu);
  if (letters < 200) return false;
  const base = baseLanguage(language);
  const script = scripts.get(base);
  if (script) return count(sample, script) < 0.2 * letters;
  const words = commonWords.get(base);
  return words === undefined || count(sample, words) < 0.08 * count(sample, /\p{L}+/gu);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
