import { languageScript } from '../../../core/language.ts';
import { containsCjk } from '../../../text/contains-cjk.ts';
import { letterWeight } from '../letter-weight.ts';
import { normalizeWords } from '../source-text.ts';
import type { TranslationLanguages } from './translation-languages.ts';

/** Words without a capital: fewer may be the same in both languages. Names and numbers do not count. */
const minWords = 4;

/** Reports whether a paragraph of a translation is its source, or in another script than that of the target language. */
export function isUntranslated(text: string, source: string, { language, target }: TranslationLanguages): boolean {
  const isSame = normalizeWords(text) === normalizeWords(source);
  const words = source.match(/(?<![\p{L}\p{M}])[\p{Ll}\p{Lo}][\p{L}\p{M}'’]+/gu) ?? [];
  if (isSame && words.length >= minWords) return true;
  if (isSame && containsCjk(source)) return !mayStay(source, language, target);
  return !isInScriptOf(target, text);
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
  const script = languageScript(target);
  if (script === undefined) return true;
  const words = text.replaceAll(address, '');
  const own = words.match(lettersOf(script))?.join('') ?? '';
  return letterWeight(own) >= letterWeight(words.replaceAll(/\P{L}/gu, '')) / 2;
}

/** Scripts of a language that are several ones in Unicode. */
const several: ReadonlyMap<string, string> = new Map([
  ['Hans', 'Hani'],
  ['Hant', 'Hani'],
  ['Jpan', 'Hani Hira Kana'],
  ['Kore', 'Hang Hani'],
]);

function lettersOf(script: string): RegExp {
  const names = (several.get(script) ?? script).split(' ');
  return new RegExp(`[${names.map((name) => `\\p{Script=${name}}`).join('')}]`, 'gu');
}
