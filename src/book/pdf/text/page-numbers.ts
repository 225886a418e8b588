import { westernDigits } from '../../../core/strings/western-digits.ts';
import { romanValue } from '../../../languages/roman.ts';
import { titleWords } from '../../titles/title-words.ts';

/** Alone, behind the word for a page, or with the number of all pages: `Page 3 of 12`. */
const numberAlone = new RegExp(
  `^\\W*(?:(?:(?:${titleWords('page')})\\.?|\\p{L}\\.)\\s*)?#(?:\\s*(?:/|\\p{L}{1,3}\\s)\\s*#)?\\W*$`,
  'u',
);

/** Returns the value of a page number in Arabic, Eastern Arabic or Roman digits, or undefined for other text. */
export function pageNumberValue(text: string): number | undefined {
  const bare = text.replaceAll(/[^\p{L}\p{Nd}]/gu, '');
  const western = westernDigits(bare);
  if (/^\d{1,5}$/u.test(western)) return Number(western);
  return bare.length <= 8 ? romanValue(bare.toLowerCase()) : undefined;
}

/** Replaces the numbers in a text by `#`, which makes a running head with a page number equal on every page. */
export function maskNumbers(text: string): string {
  const words = text.toLowerCase().split(/\s+/u);
  return words
    .map((word) =>
      pageNumberValue(word) === undefined ? word.replaceAll(/\p{Nd}+/gu, '#') : word.replace(/[\p{L}\p{Nd}]+/u, '#'),
    )
    .join(' ');
}

/** Reports whether a text returned by `maskNumbers` consists of a page number only. */
export function isPageNumberOnly(key: string): boolean {
  return numberAlone.test(key);
}
