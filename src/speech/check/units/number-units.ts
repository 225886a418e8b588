import { sum } from '../../../core/statistics.ts';

/** Letters of an English cardinal number with this many digits before a group of three, spaces included. */
const cardinalLetters: readonly number[] = [0, 4.5, 8, 18];
/** Letters of "thousand" or "million". */
const scaleLetters = 9;
/** Letters of "point". */
const decimalPointLetters = 6;
const digitLetters = 5;
/** Between "nineteen oh six" and "one thousand nine hundred and six". */
const yearLetters = 20;
/** Longer rows of digits are read one by one. */
const maxCardinalDigits = 9;

/** Length of number words compared to English ones. */
const languageFactors: Readonly<Record<string, number>> = { de: 1.2, fi: 1.6, hu: 1.3, ko: 0.9, zh: 0.9 };

/** Returns the speech units of a number as it is written (`1,299.99`, `12:30`, `1914-18`) in a language (base code). */
export function numberUnits(number: string, language: string): number {
  return (languageFactors[language] ?? 1) * sum(number.split(/[:/–-]/u).map(plainNumberUnits));
}

const thousandsSeparator = /(?<=\p{N})[.,'’\u00A0\u202F](?=\p{N}{3}(?!\p{N}))/gu;

function plainNumberUnits(number: string): number {
  if (/^[12]\p{N}{3}$/u.test(number)) return yearLetters;
  const [whole = '', ...decimals] = number.replaceAll(thousandsSeparator, '').split(/[.,'’\u00A0\u202F]/u);
  const afterPoint = decimals.map((digits) => decimalPointLetters + digits.length * digitLetters);
  return cardinalUnits(whole.length) + sum(afterPoint);
}

function cardinalUnits(digits: number): number {
  if (digits > maxCardinalDigits) return digits * digitLetters;
  const groups = Math.ceil(digits / 3);
  const first = cardinalLetters[digits - (groups - 1) * 3] ?? 0;
  return first + (groups - 1) * ((cardinalLetters[3] ?? 0) + scaleLetters);
}
