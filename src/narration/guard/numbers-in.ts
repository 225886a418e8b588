import { westernDigits } from '../../core/strings/western-digits.ts';

/** Returns the digits of the numbers of a text, with separators of thousands left out, in Western digits. */
export function numbersIn(text: string): string[] {
  const western = westernDigits(text.normalize('NFKC'));
  return western.replaceAll(/(?<=\d)[.,'’\s](?=\d{3}(?!\d))/gu, '').match(/\d+/gu) ?? [];
}
