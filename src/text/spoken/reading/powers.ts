import { superscriptDigits } from '../../../core/strings/superscript-digits.ts';
import type { Reading, ReadingMatch } from '../../../languages/reading.ts';

/** The powers of a language. */
export interface PowerRules {
  readonly cardinal: (digits: string) => string;
  /** Words of exponents with names of their own: "squared". */
  readonly names?: Readonly<Record<string, string>> | undefined;
  /** Words between the base and an exponent, "to the", and before a negative exponent. */
  readonly words: { readonly to: string; readonly minus: string };
  /** Returns the words of a positive exponent. Default: `cardinal`. */
  readonly exponent?: ((digits: string) => string) | undefined;
}

/** Returns the readings of `10³`, `10⁻³` and `10^6`. */
export function powerReadings(rules: PowerRules): readonly Reading[] {
  const say = (match: ReadingMatch): string | undefined => sayPower(match, rules);
  return [
    { pattern: /(?<base>\d{1,9})\^(?<minus>-?)(?<power>\d{1,3})(?![\d.,]\d|\d)/uy, say },
    { pattern: new RegExp(`(?<base>\\d{1,9})(?<minus>[-⁻]?)(?<power>[${superscriptDigits}]{1,3})`, 'uy'), say },
  ];
}

function sayPower(
  { groups: { base = '', minus = '', power = '' } }: ReadingMatch,
  { cardinal, names, words, exponent = cardinal }: PowerRules,
): string | undefined {
  // The number of a note after a year.
  if (/^(?:1\d|20)\d\d$/u.test(base)) return undefined;
  const digits = power.normalize('NFKC');
  if (minus !== '') return `${cardinal(base)} ${words.to} ${words.minus} ${cardinal(digits)}`;
  return `${cardinal(base)} ${names?.[digits] ?? `${words.to} ${exponent(digits)}`}`;
}
