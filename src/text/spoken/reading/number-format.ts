import { escapePattern } from '../../../core/strings/escape-pattern.ts';

/** The number format of a language: its decimal mark and the marks between groups of three digits, as insides of character classes. */
export interface NumberFormat {
  readonly decimal: string;
  readonly group: string;
}

/** A written number: its digits without separators. */
export interface WrittenNumber {
  readonly whole: string;
  /** Digits after the decimal mark; empty when there are none. */
  readonly decimals: string;
}

/** Returns the source of a pattern for a number, whose groups are `${name}` and `${name}Decimals`. */
export function numberPattern({ decimal, group }: NumberFormat, name: string): string {
  // `22 123 45 67` is a telephone number.
  const grouped = String.raw`\d{1,3}(?:[${group}]\d{3}){1,6}(?!\d| \d\d?(?!\d))`;
  return String.raw`(?<${name}>${grouped}|\d{1,15}(?!\d)|(?<![${decimal}\d])(?=[${decimal}]\d))(?:[${decimal}](?<${name}Decimals>\d{1,20})(?![\d]))?`;
}

/** Returns the number that the groups of `numberPattern` matched. */
export function writtenNumber(groups: Readonly<Record<string, string>>, name: string): WrittenNumber {
  return { whole: (groups[name] ?? '').replaceAll(/\D/gu, ''), decimals: groups[`${name}Decimals`] ?? '' };
}

/** Thousands and millions as English writes them, in a language with a decimal comma: no decimals are three zeros, or two groups of three digits. */
export const englishThousands = [
  /(?<=(?<![\d.,])[1-9]\d{0,2}),(?=(?:000(?!,)|\d{3},\d{3})(?!\d|\.\d))|(?<=(?<![\d.,])[1-9]\d{0,2}(?:,\d{3}){1,3}),(?=\d{3}(?!\d))/gu,
  '',
] as const;

/** Source of a pattern for the end of a unit: `s` in `1860 s'applique` is none. */
export const endOfUnit = String.raw`(?![\p{L}\p{N}]|['’]\p{L})`;

/** Returns the source of a pattern for one of some texts, the longest first; of no text if there are none. */
export function oneOf(texts: readonly string[]): string {
  const longestFirst = texts.toSorted((left, right) => right.length - left.length);
  return longestFirst.map(escapePattern).join('|') || '(?!)';
}
