import { languageScript } from '../../../core/language.ts';
import { containsCjk } from '../../../text/contains-cjk.ts';
import { letterWeight } from '../letter-weight.ts';
import { normalizeWords } from '../source-text.ts';
import { areClose } from './close-languages.ts';
import type { TranslationLanguages } from './translation-languages.ts';

/** Related languages share many words. A text that shares more was not translated. Names and numbers do not count. */
const maxShared = 0.7;
const minWords = 4;
/** Of two close languages, such as Danish and Norwegian, whole short sentences are the same. */
const maxSharedOfClose = 0.9;
const minWordsOfClose = 8;

/** Reports whether a paragraph of a translation is its source, or in another script than that of the target language. */
export function isUntranslated(text: string, source: string, { language, target }: TranslationLanguages): boolean {
  const words = plainWords(source);
  const translated = new Set(normalizeWords(text).split(' '));
  if (words.length < minWords) return isSameSigns(text, source) && !mayStay(source, language, target);
  const [most, least] = areClose(language, target) ? [maxSharedOfClose, minWordsOfClose] : [maxShared, minWords];
  const isShared = words.filter((word) => translated.has(word)).length > words.length * most;
  return (isShared && words.length >= least) || !isInScriptOf(target, text);
}

/** In scripts without spaces a word is a whole clause. */
function isSameSigns(text: string, source: string): boolean {
  return containsCjk(source) && normalizeWords(source) === normalizeWords(text);
}

/** Japanese and Chinese share names, numbers and many words in Chinese characters. */
function mayStay(source: string, language: string, target: string): boolean {
  const haveHan = [language, target].every((code) => /^(?:Jpan|Han[st])$/u.test(languageScript(code) ?? ''));
  return haveHan && !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(source);
}

/** Addresses stay in any language. */
const address = /\S*[@/]\S*|[\p{L}\p{N}-]+(?:\.[a-z]{2,})+/gu;

/** At least half of what is said is in letters of the language. Names may be in another script. */
function isInScriptOf(target: string, text: string): boolean {
  const letters = scripts.get(languageScript(target) ?? '');
  if (letters === undefined) return true;
  const words = text.replaceAll(address, '');
  return letterWeight(words.match(letters)?.join('') ?? '') >= letterWeight(words.replaceAll(/\P{L}/gu, '')) / 2;
}

const scripts: ReadonlyMap<string, RegExp> = new Map([
  ['Latn', /\p{Script=Latin}/gu],
  ['Cyrl', /\p{Script=Cyrillic}/gu],
  ['Grek', /\p{Script=Greek}/gu],
  ['Hebr', /\p{Script=Hebrew}/gu],
  ['Arab', /\p{Script=Arabic}/gu],
  ['Deva', /\p{Script=Devanagari}/gu],
  ['Thai', /\p{Script=Thai}/gu],
  ['Hans', /\p{Script=Han}/gu],
  ['Hant', /\p{Script=Han}/gu],
  ['Jpan', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Kore', /[\p{Script=Hangul}\p{Script=Han}]/gu],
]);

/** Returns words without a capital. In scripts without spaces these are whole clauses. */
function plainWords(text: string): string[] {
  return (text.match(/[\p{L}\p{M}'’]+/gu) ?? [])
    .filter((word) => !/^\p{Lu}/u.test(word) && word.length > 1)
    .map((word) => normalizeWords(word));
}
