import { hanDigits, readHanNumeral } from '../../languages/han-numerals.ts';
import { romanValue } from '../../languages/roman.ts';
import type { NumberWords } from './number-words.ts';

const koreanDigits = '영일이삼사오육칠팔구';
/** The Chinese characters of the same units. */
const koreanUnits: Readonly<Record<string, string>> = { 십: '十', 백: '百', 천: '千', 만: '万', 억: '億' };

/** Returns the number at the beginning of a Korean word, and what is counted, which is written with it: 이백오십원. */
export function readKorean(
  key: string,
  language: string,
): { readonly value: number; readonly rest: string } | undefined {
  const numeral = /^ko\b/iu.test(language) ? /^[영일이삼사오육칠팔구십백천만억]+/u.exec(key)?.[0] : undefined;
  if (numeral === undefined) return undefined;
  const signs = Array.from(numeral, (sign) => koreanUnits[sign] ?? hanDigits.charAt(koreanDigits.indexOf(sign)));
  return { value: Number(readHanNumeral(signs.join(''))), rest: key.slice(numeral.length) };
}

/** Values of the number words in one written word, or undefined when it is not made of them: "siebzehnhundert" is 17 and 100. */
export function valuesIn(word: string, words: NumberWords): readonly number[] | undefined {
  if (words.others.has(word)) return undefined;
  const value = words.values.get(word);
  if (value !== undefined) return [value];
  const values = word.length <= maxLength && words.values.size > 0 ? compound(word, words, new Map()) : undefined;
  // A link alone is not a number.
  return values?.length === 0 ? undefined : values;
}

const maxLength = 60;

function compound(
  rest: string,
  words: NumberWords,
  known: Map<string, readonly number[] | undefined>,
): readonly number[] | undefined {
  if (rest === '' || words.endings.test(rest)) return [];
  if (known.has(rest)) return known.get(rest);
  known.set(rest, undefined);
  for (let length = rest.length; length > 1; length -= 1) {
    const part = rest.slice(0, length);
    const value = words.values.get(part);
    if (value === undefined && !words.links.has(part)) continue;
    const others = compound(rest.slice(length), words, known);
    if (!others) continue;
    const found = value === undefined ? others : [value, ...others];
    known.set(rest, found);
    return found;
  }
  return undefined;
}

/** A Roman numeral in capitals, or in small letters as in a preface. `vi` and `li` are words of Romance languages. */
const romanWord = /^(?:[IVXLCDM]{1,15}|(?!vi$|li$)[ivxl]{2,8})$/u;

/** Returns the value of a word that is a Roman numeral, or undefined. */
export function readRoman(word: string): number | undefined {
  return romanWord.test(word) ? romanValue(word) : undefined;
}
