import { spelled } from '../spellout.ts';

/** Returns digits one by one: "one nine eight". */
export function spellDigits(digits: string): string {
  return Array.from(digits, (digit) => englishCardinal(digit)).join(' ');
}

/** Returns the words of a whole number. British English says "and" after the hundreds. */
export function englishCardinal(digits: string, isBritish = false): string {
  return withAnd(spelled('en', digits, 'cardinal'), isBritish);
}

/** Returns an ordinal, such as "twenty-first". */
export function englishOrdinal(digits: string, isBritish = false): string {
  return withAnd(spelled('en', digits, 'ordinal'), isBritish);
}

function withAnd(words: string, isBritish: boolean): string {
  if (!isBritish) return words;
  return words
    .replaceAll(/hundred (?!thousand|\p{L}*illion)/gu, 'hundred and ')
    .replace(/(?<=thousand|illion) (?=[a-z-]+$)/u, ' and ');
}

/** Returns the English plural of a number word: "twenties", "hundreds". */
export function englishPlural(words: string): string {
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}${words.endsWith('x') ? 'es' : 's'}`;
}

/** Returns the words of a year of four digits: "nineteen oh five", "two thousand nine", "twenty ten". */
export function englishYear(digits: string, isBritish = false): string {
  return withAnd(spelled('en', digits, 'numbering-year').replace('oh-', 'oh '), isBritish);
}

/** Returns the words of three digits read as two numbers, as in rooms and streets: "two thirty-seven", "one oh one". */
export function englishPairs(digits: string): string {
  const rest = Number(digits.slice(-2));
  const start = englishCardinal(digits.slice(0, -2));
  if (rest === 0) return `${start} hundred`;
  return `${start} ${rest < 10 ? 'oh ' : ''}${englishCardinal(String(rest))}`;
}

/** Returns the words of a fraction: "three quarters", "five sixteenths". */
export function englishFraction(numerator: string, denominator: string): string {
  const [top, bottom] = [Number(numerator), Number(denominator)];
  const many = top !== 1;
  if (bottom === 2) return `${englishCardinal(numerator)} ${many ? 'halves' : 'half'}`;
  if (bottom === 4) return `${englishCardinal(numerator)} quarter${many ? 's' : ''}`;
  const part = englishOrdinal(denominator).replace(/^one (?=(?:hundred|thousand|million)th$)/u, '');
  return `${englishCardinal(numerator)} ${part}${many ? 's' : ''}`;
}
