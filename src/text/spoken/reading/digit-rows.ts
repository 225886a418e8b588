import type { Reading, ReadingMatch } from '../../../languages/reading.ts';
import { sentenceRules } from '../../sentence-rules.ts';

/** The words that rows of digits are read with. */
export interface DigitRowWords {
  /** The words for 0 to 9. */
  readonly digits: readonly string[];
  readonly plus: string;
  readonly cardinal: (digits: string) => string;
  /** BCP-47 base code. */
  readonly language: string;
  /** Whether numbers that dashes join are read, of whatever they are. Default: `true`. */
  readonly readsJoined?: boolean | undefined;
}

/**
 * Returns readings of numbers that count nothing: telephone numbers, long rows and numbers with more than one leading zero digit by digit, and
 * what is joined by dashes, such as `737-31-1860`, number by number. After a word for a chapter leading zeros are mute.
 */
export function digitRowReadings({
  digits,
  plus,
  cardinal,
  language,
  readsJoined = true,
}: DigitRowWords): readonly Reading[] {
  const { numbered } = sentenceRules(language);
  const spell = (text: string): string => Array.from(text, (digit) => digits[Number(digit)] ?? '').join(' ');
  const read = (text: string): string => (/^0\d|^\d{5}/u.test(text) ? spell(text) : cardinal(text));
  return [
    {
      // `Chapter 05`
      pattern: /0{1,3}(?<a>[1-9]\d{0,3})(?![\d/]|[.,:]\d)/uy,
      say: ({ groups: { a = '' }, before }) => (numbered.test(before) ? cardinal(a) : undefined),
    },
    { pattern: /\d{10,}/uy, say: ({ text }) => spell(text) },
    ...telephones(readsJoined).map((pattern) => ({
      pattern,
      say: ({ text }: ReadingMatch) =>
        isTooShort(text) ? undefined : `${text.startsWith('+') ? `${plus} ` : ''}${readGroups(text, spell)}`,
    })),
    ...(readsJoined ? [{ pattern: joined, say: ({ text }: ReadingMatch) => readGroups(text, read) }] : []),
    // Not the end of `20 000`.
    { pattern: /(?<!\d )0\d{1,9}(?!\d|[.,:]\d|\s?[ap]\.?m)/uy, say: ({ text }) => spell(text) },
  ];
}

/** `+500 XP`: with its country code a telephone number has at least seven digits. */
function isTooShort(text: string): boolean {
  return text.startsWith('+') && text.replaceAll(/\D/gu, '').length < 7;
}

function readGroups(text: string, say: (group: string) => string): string {
  return text
    .split(/\D+/u)
    .filter((group) => group !== '')
    .map(say)
    .join(', ');
}

const joined = /\d{1,5}(?<dash>[-–])\d{1,7}\k<dash>\d{1,7}(?![-–]?\d)/uy;
const manyJoined = /\d{1,5}(?:[-–]\d{1,7}){3,5}(?![\d–-])/uy;

const telephones = (readsJoined: boolean): readonly RegExp[] => [
  // With a country code.
  /\+\d{1,3}(?:[ -]?\(?\d{1,5}\)?){2,6}(?!\d)/uy,
  // With an area code in brackets.
  /\(\d{3,5}\)[\s-]?\d{2,5}(?:[ –-]\d{2,5}){0,3}(?!\d)/uy,
  /\(\d\d\)\s?\d{4,5}[ –-]\d{4}(?!\d)/uy,
  /(?:\d{1,3}[-–.])?\d{3}(?<mark>[-–.])\d{3}\k<mark>\d{4}(?![\d–-])/uy,
  /\d{3}-\d{4}(?![\d-])/uy,
  /\d{3}-\d{2}-\d{4}(?![\d-])/uy,
  ...(readsJoined ? [manyJoined] : []),
  /0\d{2,5}[ /-]\d{3,8}(?:[ -]\d{2,4}){0,3}(?!\d)/uy,
  /0\d[ /-]\d{5,8}(?!\d)/uy,
];
