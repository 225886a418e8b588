import type { Reading } from './readings.ts';

/** Returns readings of what is read digit by digit: telephone numbers, long rows, and numbers with more than one leading zero. */
export function digitRowReadings(digits: readonly string[], plus: string): readonly Reading[] {
  const read = (text: string): string => Array.from(text, (digit) => digits[Number(digit)] ?? '').join(' ');
  const readGroups = (text: string): string =>
    text
      .split(/\D+/u)
      .filter((group) => group !== '')
      .map(read)
      .join(', ');
  return [
    { pattern: /\d{10,}/uy, say: ({ text }) => read(text) },
    { pattern: telephone, say: ({ text }) => `${text.startsWith('+') ? `${plus} ` : ''}${readGroups(text)}` },
    { pattern: /0\d{1,9}(?!\d|[.,:]\d|\s?[ap]\.?m)/uy, say: ({ text }) => read(text) },
  ];
}

/** With a country code, an area code in brackets, or at least three groups of which the last has three or four digits; 555-1234. */
const telephone =
  /\+\d{1,3}(?:[ -]?\(?\d{1,5}\)?){2,6}(?!\d)|\(\d{3,5}\)\s?\d{2,5}(?:[ -]\d{2,5}){0,3}(?!\d)|(?:\d{1,3}-)?\d{3}-\d{3}-\d{4}(?![\d-])|\d{3}-\d{4}(?![\d-])|\d{3}-\d{2}-\d{4}(?![\d-])|\d{1,5}(?:-\d{1,7}){3,5}(?![\d-])|0\d{2,5}[ /-]\d{3,8}(?:[ -]\d{2,4}){0,3}(?!\d)/uy;
