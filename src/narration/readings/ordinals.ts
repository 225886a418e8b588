import { languageOf } from '../../languages/languages.ts';
import { wordsOf } from '../align/words.ts';
import { numberWords } from './number-words.ts';
import { readRoman, valuesIn } from './numerals.ts';
import type { SpokenPassage } from './passage.ts';
import { spokenNames } from './spoken-names.ts';

/** A date of numbers alone, as 3/5/1911 and 1911-05-03. */
export const numericDate = /(\p{Nd}{1,4})[-/.]\s?(\p{Nd}{1,2})[-/.]\s?(\p{Nd}{1,4})/u;

/** Reports whether a text has an ordinal in words. */
export function hasOrdinal(text: string, language: string): boolean {
  return countOrdinals(text, language) > 0;
}

function countOrdinals(text: string, language: string): number {
  const words = numberWords(language);
  return wordsOf(text, 'lines').filter(({ key }) => words.ordinals.test(key) && valuesIn(key, words) !== undefined)
    .length;
}

/** Reports whether an answer says fewer ordinals than the passage has by their endings: "the 2nd day" is not "the two day". */
export function losesOrdinal({ source, answer, language }: SpokenPassage): boolean {
  const { written } = numberWords(language);
  const count = (text: string): number => text.match(written)?.length ?? 0;
  return count(source) > countOrdinals(answer, language) + count(answer);
}

/** Reports whether a passage may be read as an ordinal: the number of a day, of a king and one with an ending may, "3 men" may not. */
export function takesOrdinal({ source, before, after, language }: SpokenPassage): boolean {
  const { months } = spokenNames(language);
  const around = wordsOf(before + source + after, 'lines');
  const isWritten = /\p{Nd}(?:st|nd|rd|th|er|re|e|ème|[ºª°])/u.test(source) || numericDate.test(source);
  const isDotted = languageOf(language).dottedOrdinals && /\p{Nd}\./u.test(source);
  return (
    isWritten ||
    isDotted === true ||
    hasRoman(source) ||
    hasOrdinal(source, language) ||
    around.some(({ key }) => isMonth(key, months))
  );
}

/** Months may be abbreviated. */
function isMonth(key: string, months: ReadonlyMap<string, number>): boolean {
  return months.has(key) || (key.length === 3 && [...months.keys()].some((month) => month.startsWith(key)));
}

/** A Roman numeral may have the ending of an ordinal: XIXe. */
const romanWord =
  /(?<!\p{L})(?:(?:[IVXLCDM]{1,15}|[ivxl]{2,8})(?!\p{L})|[IVXLCDM]{2,15}(?=(?:e|er|re|ᵉ|ème|ième)(?!\p{L})))/gu;

/** Reports whether a text has a word that may be a Roman numeral. */
export function hasRoman(text: string): boolean {
  return (text.match(romanWord) ?? []).some((word) => readRoman(word) !== undefined);
}

/**
 * Reports whether a passage has Roman numerals by its form. A single letter is one alone in its paragraph, and after a name where
 * it is said as an ordinal: "George I". Otherwise it is "I", or vitamin C; what stands after "chapter" our own rules know.
 */
export function isRoman({ source, answer, before, after, language }: SpokenPassage): boolean {
  if (!hasRoman(source)) return false;
  if (!/(?<!\p{L})[IVXLCDM](?!\p{L})/u.test(source)) return true;
  const isAlone = before === '' && after === '' && /^\P{L}*[IVXLCDM]\P{L}*$/u.test(source);
  return isAlone || (hasOrdinal(answer, language) && /\p{Lu}[\p{L}\p{M}]+\s+[IVXLCDM](?!\p{L})/u.test(before + source));
}
