import { scaleAfter } from './number-scales.ts';

/** A number in digits, with the word behind it that says how many thousands or millions it counts. */
export interface WrittenNumber {
  /** Without separators of thousands and leading zeros: `4500` of 4,500. */
  readonly digits: string;
  /** The runs of digits as they are: `4` and `5` of 4.5. */
  readonly parts: readonly string[];
  /** `4500000000` of 4.5 billion, as digits. Undefined without such a word. */
  readonly scaled: string | undefined;
  /** The number as it is written, and what follows it. */
  readonly written: string;
  readonly rest: string;
}

/** Digits with separators of thousands, or with a decimal mark. The parts of a date, 5.11.1648, are numbers of their own. */
const grouped = String.raw`(?<![\d.,/:])\d{1,3}(?:[.,'’\s]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?`;
const number = new RegExp(String.raw`${grouped}|\d+(?:[.,·]\d+)?`, 'gu');
const separators = /[.,'’\s](?=\d{3}(?!\d))/gu;
const maxRest = 24;

/** Returns the numbers of a text in a language (BCP-47), in Western digits. */
export function writtenNumbers(text: string, language: string): WrittenNumber[] {
  const western = text.normalize('NFKC').replaceAll(/\p{Nd}/gu, digitOf);
  const numbers = [...western.matchAll(number)].map(({ 0: written, index }) => {
    const end = index + written.length;
    const scale = scaleAfter(western.slice(end, end + maxRest), language);
    const isDate = /^[./]\d/u.test(western.slice(end));
    const digits = isDate ? written.replace(/\D.*$/u, '') : written.replaceAll(separators, '').replace(/\D.*$/u, '');
    return {
      start: index,
      end: end + (scale?.length ?? 0),
      digits: bare(digits),
      parts: written.split(/\D+/u).map(bare),
      amount: scale && Number(written.replaceAll(separators, '').replace(/\D/u, '.')) * 10 ** scale.power,
      written,
      rest: western.slice(end, end + maxRest),
    };
  });
  // 5億8500万 is one number.
  return numbers.map(({ amount, ...rest }, at) => ({ ...rest, scaled: sumFrom(numbers, at, amount) }));
}

interface Measured {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  readonly amount: number | undefined;
}

function sumFrom(numbers: readonly Measured[], at: number, amount: number | undefined): string | undefined {
  if (amount === undefined) return undefined;
  let sum = amount;
  for (let next = at + 1; numbers[next]?.start === numbers[next - 1]?.end; next += 1)
    sum += numbers[next]?.amount ?? Number(numbers[next]?.digits);
  return Number.isFinite(sum) ? String(Math.round(sum)) : undefined;
}

function bare(digits: string): string {
  return digits.replace(/^0+(?=\d)/u, '');
}

/** Decimal digits are in runs of ten in Unicode, each of which begins with its zero. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  for (let value = 0; value < 10; value += 1) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) return String(value);
  }
  return digit;
}
