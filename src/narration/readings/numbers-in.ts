import { westernDigits } from '../../core/strings/western-digits.ts';
import { hanCharacters, readHanNumeral } from '../../languages/han-numerals.ts';
import { NumberReader } from './number-reader.ts';
import { numberWords } from './number-words.ts';

/** What a text says of numbers. */
export interface NumbersInText {
  /** Each in digits, however it is written, with a full stop before decimals. */
  readonly numbers: readonly string[];
  /** Count of its other words. */
  readonly otherWords: number;
}

const tokens = new RegExp(
  [
    String.raw`(?<digits>\p{Nd}+(?:[.,'’\u00A0\u202F\u2009]\p{Nd}{3})*(?:[.,]\p{Nd}+)?)`,
    `(?<numeral>[${hanCharacters}]+)`,
    String.raw`(?<word>(?:(?!\p{Script=Han})[\p{L}\p{M}])+(?:['’ʼ][\p{L}\p{M}]+)*)`,
    String.raw`(?<end>[,;:.!?،؛](?!\p{N}))`,
  ].join('|'),
  'gu',
);

/** Returns the numbers of a text in digits and in words. A mark ends a number: "twenty, five" is two. `language` is a BCP-47 code. */
export function numbersIn(text: string, language: string): NumbersInText {
  const reader = new NumberReader(numberWords(language));
  const numbers: string[] = [];
  let otherWords = 0;
  for (const { groups = {} } of text.matchAll(tokens)) {
    const { word, digits, numeral } = groups;
    if (word !== undefined && reader.addWord(word.replaceAll(/['’ʼ]/gu, '').normalize('NFKC').toLowerCase())) continue;
    numbers.push(...reader.take());
    if (word !== undefined) otherWords += 1;
    if (digits !== undefined) numbers.push(plainDigits(digits, language));
    if (numeral !== undefined) numbers.push(readHanNumeral(numeral));
  }
  return { numbers: [...numbers, ...reader.take()], otherWords };
}

/** Returns the digits of a written number without separators, with a full stop before its decimals. */
function plainDigits(written: string, language: string): string {
  const plain = westernDigits(written).replaceAll(/['’\u00A0\u202F\u2009]/gu, '');
  const [, whole, mark = '', last = ''] = /^(.*)([.,])(\d+)$/u.exec(plain) ?? [];
  if (whole === undefined) return plain.replace(/^0(?=\d$)/u, '');
  const digits = whole.replaceAll(/[.,]/gu, '');
  const isGroup = whole.includes(mark) || (last.length === 3 && mark !== decimalMark(language));
  return isGroup ? `${digits}${last}` : `${digits}.${last}`;
}

function decimalMark(language: string): string {
  const [known = 'en'] = Intl.NumberFormat.supportedLocalesOf(language);
  const parts = new Intl.NumberFormat(known).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}
