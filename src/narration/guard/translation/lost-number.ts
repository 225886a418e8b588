import { conversionsIn, isConverted } from './converted-number.ts';
import { writtenNumbers } from './written-numbers.ts';
import type { WrittenNumber } from './written-numbers.ts';
import type { TranslationLanguages } from './translation-languages.ts';

/** Translators spell shorter numbers out, and name what round ones count: 20,000 is "20 mille". */
const minDigits = 3;
const round = /00$/u;
/** They say a decade by its number in some languages: "the eighth decade". */
const decade = /^\d{3}0s/u;

/**
 * Returns a number of the source that a translation changed or lost, or undefined. It may be written as the language of the translation
 * writes it: 10 p.m. as 22:00, 4.5 billion as 45億, the 1970s by their last digits, 27 miles as 43 kilometers. Spelled and round numbers are not looked for.
 */
export function lostNumber(
  text: string,
  source: string,
  { language, target }: TranslationLanguages,
): string | undefined {
  const [expected, written] = [writtenNumbers(source, language), writtenNumbers(text, target)];
  const found = new Set(written.flatMap(formsOf));
  const wrong = expected.find((number) => hasOtherScale(number, written));
  if (wrong) return wrong.written;
  const missing = expected.filter(
    (number) => !isFound(number, found, source, text) && !isInOtherUnit(number, written, language),
  );
  const long = missing.find(
    ({ digits, written: as, rest }) => digits.length >= minDigits && !round.test(digits) && !decade.test(as + rest),
  );
  if (long) return long.written;
  // Any other that is missing may be spelled out, unless another number stands in its place.
  const short = missing.filter(({ written: as }) => as.length > 1);
  return short.length > 0 && hasNewNumber(written, expected, short) ? short[0]?.written : undefined;
}

function hasNewNumber(
  written: readonly WrittenNumber[],
  expected: readonly WrittenNumber[],
  missing: readonly WrittenNumber[],
): boolean {
  const known = new Set(expected.flatMap((number) => [...formsOf(number), ...otherForms(number)]));
  const rounds = expected.map(({ digits }) => digits).filter((digits) => round.test(digits));
  const lengths = new Set(missing.map(({ digits }) => digits.length));
  const isKnown = (digits: string): boolean =>
    known.has(digits) ||
    (round.test(digits) && !lengths.has(digits.length)) ||
    rounds.some((whole) => whole.startsWith(digits));
  return written.some((number) => {
    const { digits, parts, scaled = '' } = number;
    const isNew = [digits, ...(isWhole(number) ? [] : parts)].some((each) => each.length > 1 && !isKnown(each));
    return isNew && !known.has(scaled) && !otherForms(number).some(isKnown);
  });
}

/** Reports whether a number has no decimals. */
function isWhole({ digits, written }: WrittenNumber): boolean {
  return written.replaceAll(/\D/gu, '').replace(/^0+(?=\d)/u, '') === digits;
}

/** Returns all digits that a number is found by. */
function formsOf({ digits, parts, scaled }: WrittenNumber): string[] {
  return [digits, ...parts, ...(scaled === undefined ? [] : [scaled])];
}

function isFound(number: WrittenNumber, found: ReadonlySet<string>, source: string, text: string): boolean {
  const { digits, parts, scaled } = number;
  if (scaled !== undefined && found.has(scaled)) return true;
  if (found.has(digits) && (isWhole(number) || found.has(parts.at(-1) ?? ''))) return true;
  if (parts.every((part) => found.has(part))) return true;
  return (
    otherForms(number).some((form) => found.has(form)) || isClockTime(number, text) || isHour(number, found, source)
  );
}

/** Reports whether the translation has the number of a measure in another unit. */
function isInOtherUnit(
  { written: as, rest }: WrittenNumber,
  written: readonly WrittenNumber[],
  language: string,
): boolean {
  const [unit = ''] = /^[\s-]?[\p{L}\p{M}°]+(?:\s[\p{L}\p{M}]+)?/u.exec(rest) ?? [];
  const conversions = conversionsIn(unit, language);
  return written.some((other) => isConverted(valueOf(other.written), valueOf(as), conversions));
}

/** Returns the value of a number as it is written: a mark before three digits divides thousands. */
function valueOf(written: string): number {
  return Number(written.replaceAll(/[.,'’\s](?=\d{3}(?!\d))/gu, '').replace(/[^\d]/u, '.'));
}

const year = /^(?:1\d|20)\d\d$/u;

/** Returns the digits of years, decades and centuries: 70 of the 1970s, 20 of the 1900s, and the years that 87 may stand for. */
function otherForms({ digits }: WrittenNumber): string[] {
  if (year.test(digits)) return [digits.slice(2).replace(/^0/u, ''), String(Math.floor(Number(digits) / 100) + 1)];
  return /^\d\d$/u.test(digits) ? ['18', '19', '20'].map((century) => `${century}${digits}`) : [];
}

/** Reports whether hours and minutes that are written together are a time in the translation: 0500 is 5:00. */
function isClockTime({ written }: WrittenNumber, text: string): boolean {
  const [, hours = '', minutes = ''] = /^([01]?\d|2[0-3])([0-5]\d)$/u.exec(written) ?? [];
  if (hours === '') return false;
  const full = minutes === '00' ? String.raw`|\D` : '';
  return new RegExp(
    String.raw`(?<!\d)0?${Number(hours)}(?:\D{1,2}${minutes}|\D{1,2}${Number(minutes)}(?!\d)${full})`,
    'u',
  ).test(text.normalize('NFKC'));
}

const halfOfDay = /(?<!\p{L})[ap]\.?\s?m(?!\p{L})|午前|午後|上午|下午|晚上|오전|오후/iu;
const clock = /^[:.]\d\d(?!\d)/u;

/** Reports whether the hour of a clock is counted to 24 instead of 12 in the translation, or the other way round. */
function isHour({ digits, rest }: WrittenNumber, found: ReadonlySet<string>, source: string): boolean {
  const hour = Number(digits);
  if (hour > 23) return false;
  const isOne = halfOfDay.test(source) || clock.test(rest);
  return isOne && (found.has(String((hour + 12) % 24)) || (hour === 12 && found.has('24')));
}

/** Reports whether the translation has the number with another scale alone: 4.5 million for 4.5 billion. */
function hasOtherScale({ parts, scaled }: WrittenNumber, written: readonly WrittenNumber[]): boolean {
  if (scaled === undefined) return false;
  const others = written.filter((other) => other.scaled !== undefined && other.parts.join('.') === parts.join('.'));
  return others.length > 0 && !written.some((other) => other.scaled === scaled || other.digits === scaled);
}
