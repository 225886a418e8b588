import type { ReadingMatch } from './readings.ts';

const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
const wellFormed = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,4})$/u;

/** Places where a Roman numeral may start. */
export const romanStarts = /(?<![\p{L}\p{N}\p{M}.'’&-])(?:[IVXLCDMivxl])/gu;

/** A Roman numeral where `romanStarts` matches, not followed by letters or an apostrophe. */
export const romanPattern = /(?:[IVXLCDM]{1,15}|[ivxl]{1,8})(?![\p{L}\p{N}\p{M}'’])/uy;

/** Returns the value of a numeral that is not a letter that names a part ("Appendix C"), or undefined. */
export function clearRomanValue(numeral: string): number | undefined {
  return /^[CDLMcdlm]$/u.test(numeral) ? undefined : romanValue(numeral);
}

/** Reports whether the numeral is all there is, or begins a heading with a full stop, as in "IV. La tempête". */
export function isHeadingNumeral({ text, before, after }: ReadingMatch): boolean {
  return before === '' && (/^\.?$/u.test(after) || (text.length > 1 && /^[.:)]\s/u.test(after)));
}

/** Returns the value of a Roman numeral in capital or small letters, or undefined when the text is none. */
export function romanValue(numeral: string): number | undefined {
  const upper = numeral.toUpperCase();
  if (upper === '' || !wellFormed.test(upper) || (numeral !== upper && numeral !== numeral.toLowerCase()))
    return undefined;
  const letters = Array.from(upper, (letter) => values[letter] ?? 0);
  return letters.reduce((sum, value, index) => sum + (value < (letters[index + 1] ?? 0) ? -value : value), 0);
}
