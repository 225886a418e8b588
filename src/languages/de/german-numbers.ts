import { spelled } from '../spellout.ts';
import type { Gender } from '../whole-grammar.ts';

/** "eins", "hunderteins": a number as it is counted. */
export function germanCardinal(digits: string): string {
  return shortened(spelled('de', digits, 'numbering'));
}

/** "ein", "eine", "hunderteins": a number before a noun. */
export function germanCount(digits: string, gender: Gender): string {
  if (Number(digits) !== 1) return germanCardinal(digits);
  return gender === 'feminine' ? 'eine' : 'ein';
}

/** "ein-mal", "hundertein-jährig": a number as it begins a compound. */
export function inCompound(digits: string): string {
  return germanCardinal(digits).replace(/(?<=ein)s$/u, '');
}

/** "neunzehnhundertfünf", "zweitausendneun" */
export function germanYear(digits: string): string {
  return shortened(spelled('de', digits, 'numbering-year'));
}

/** Returns an ordinal with an ending: "fünfte", "zwanzigsten". */
export function germanOrdinal(digits: string, ending: string): string {
  return shortened(spelled('de', digits, 'ordinal')).replace(/e$/u, ending);
}

/** The one of `einhundert` is not said at the beginning. */
function shortened(words: string): string {
  return words.replaceAll(/(?<!\p{L})ein(?=hundert(?!\p{L}*tausend)|tausend)/gu, '');
}

/** Returns the words of a fraction: "drei Viertel", "ein Halb". */
export function germanFraction(numerator: string, denominator: string): string {
  const start = germanCount(numerator, 'masculine');
  if (denominator === '2') return numerator === '1' ? 'einhalb' : `${start} halbe`;
  return `${start} ${capital(germanOrdinal(denominator, 'el'))}`;
}

/** Returns a word with a capital, as nouns have it. */
export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
