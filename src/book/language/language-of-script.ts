/** Scripts that one language of today's books is written in. */
const languages: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ko', /\p{Script=Hangul}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['lo', /\p{Script=Lao}/gu],
  ['km', /\p{Script=Khmer}/gu],
  ['my', /\p{Script=Myanmar}/gu],
  ['si', /\p{Script=Sinhala}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['kn', /\p{Script=Kannada}/gu],
  ['ml', /\p{Script=Malayalam}/gu],
  ['gu', /\p{Script=Gujarati}/gu],
  ['pa', /\p{Script=Gurmukhi}/gu],
  ['or', /\p{Script=Oriya}/gu],
  ['bo', /\p{Script=Tibetan}/gu],
];

/** Fewer letters can be a name. */
const minLetters = 10;
const minShare = 0.6;

/**
 * Returns the language of a text by its script: Japanese has kana, Chinese characters without them, and others have a script of
 * their own. Returns undefined when too few letters are in such a script.
 */
export function languageOfScript(text: string): string | undefined {
  const letters = countMatches(text, /\p{L}/gu);
  if (letters < minLetters || !/[\u0370-\u03FF\u0530-\u1FFF\u3040-\uD7AF]/u.test(text)) return undefined;
  const isMostly = (found: number): boolean => found > minShare * letters;
  const own = languages.find(([, script]) => isMostly(countMatches(text, script)));
  if (own !== undefined) return own[0];
  const kana = countMatches(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const hangul = countMatches(text, /\p{Script=Hangul}/gu);
  if (!isMostly(countMatches(text, /\p{Script=Han}/gu) + kana + hangul)) return undefined;
  const isMixed = (found: number): boolean => found > 0.1 * letters;
  if (isMixed(hangul) && hangul > kana) return 'ko';
  if (isMixed(kana)) return 'ja';
  return kana + hangul > 0.02 * letters ? undefined : 'zh';
}

/** Returns how often a pattern matches. */
export function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
