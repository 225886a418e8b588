import { baseLanguage, sameLanguage } from '../../core/language.ts';
import { perLanguage } from '../../languages/languages.ts';
import { detectLanguage } from './detect-language.ts';
import { countMatches } from './language-of-script.ts';
import { normalizeLanguage } from './normalize-language.ts';

/** The language of a book, and how it was found. */
export interface ChosenLanguage {
  readonly language: string;
  readonly languageSource: 'declared' | 'detected' | 'default';
  readonly warning?: string | undefined;
}

/**
 * Chooses the book's language: the first valid declared one, the detected one, or English. When the text is certainly in
 * another language than declared, that of the text is returned; when it only seems so, the declared one. Both with a warning.
 */
export async function chooseLanguage(declared: readonly string[], sample: string): Promise<ChosenLanguage> {
  const language = declared.map((tag) => normalizeLanguage(tag)).find((tag) => tag !== undefined);
  if (language !== undefined && !isDoubtful(language, sample.slice(0, 6000)))
    return { language, languageSource: 'declared' };
  const detected = await detectLanguage(sample);
  if (language === undefined) {
    return detected === undefined
      ? { language: 'en', languageSource: 'default', warning: unknownLanguage(sample.slice(0, 6000)) }
      : { language: detected, languageSource: 'detected' };
  }
  if (detected === undefined || sameLanguage(detected, language)) return { language, languageSource: 'declared' };
  if (await contradicts(detected, language, sample)) {
    return { language: detected, languageSource: 'detected', warning: contradiction(language, detected) };
  }
  const warning = `The book declares the language '${language}', but its text appears to be '${detected}'.`;
  return { language, languageSource: 'declared', warning };
}

/** A shorter text proves nothing. */
const minTellingLetters = 200;

function unknownLanguage(sample: string): string | undefined {
  if (countMatches(sample, /\p{L}/gu) < minTellingLetters) return undefined;
  return 'The language of the book is unknown, so it is read as English. Name it with --language.';
}

/** Letters of a text whose language is beyond doubt. */
const minCertainLetters = 600;

/** Reports whether a text is beyond doubt in a language: each half of it is, and it has its most common words. */
export async function isCertainly(language: string, text: string): Promise<boolean> {
  if (countMatches(text, /\p{L}/gu) < minCertainLetters || (isListed(language) && isDoubtful(language, text)))
    return false;
  const middle = Math.floor(text.length / 2);
  const halves = await Promise.all([text.slice(0, middle), text.slice(middle)].map(detectLanguage));
  return halves.every((detected) => detected !== undefined && sameLanguage(detected, language));
}

/** Reports whether a text is beyond doubt in the detected language and not in the declared one. */
export async function contradicts(detected: string, declared: string, text: string): Promise<boolean> {
  return !areClose(declared, detected) && (await isCertainly(detected, text));
}

/** Returns the warning that the text of a book counts for more than its metadata. */
export function contradiction(declared: string, detected: string): string {
  return (
    `The book declares the language '${declared}', but its text is in '${detected}' and is read so. ` +
    `To read it as declared, set --language to '${declared}'.`
  );
}

/** Languages that detectors take for each other. */
const closeLanguages = [
  'cs sk',
  'da no sv',
  'bs hr sr sl',
  'id ms',
  'es gl ca pt',
  'ru uk be bg mk',
  'nl af',
  'fi et',
  'hi mr ne',
  'he yi lad',
  'el grc',
  'zh yue lzh nan wuu hak gan',
  'bo dz',
  'my shn mnw',
  'kn tcy kok',
  'ka xmf',
];

function areClose(left: string, right: string): boolean {
  const [first, second] = [baseLanguage(left), baseLanguage(right)];
  return closeLanguages.some((group) => [first, second].every((code) => group.split(' ').includes(code)));
}

/** The most common words of a language. They are checked first because loading the detector takes half a second. */
const commonWordsOf = perLanguage(({ commonWords }) =>
  commonWords === undefined ? undefined : new RegExp(`\\b(?:${commonWords.replaceAll(' ', '|')})\\b`, 'giu'),
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

function isListed(language: string): boolean {
  const base = baseLanguage(language);
  return scripts.has(base) || commonWordsOf(base) !== undefined;
}

/** Reports whether the text has too little of the language's script or too few of its most common words. */
function isDoubtful(language: string, sample: string): boolean {
  const letters = countMatches(sample, /\p{L}/gu);
  if (letters < 200) return false;
  const base = baseLanguage(language);
  const script = scripts.get(base);
  if (script) return countMatches(sample, script) < 0.2 * letters;
  const words = commonWordsOf(base);
  // Of other languages nothing is known before detection.
  return words === undefined || countMatches(sample, words) < 0.08 * countMatches(sample, /\p{L}+/gu);
}
