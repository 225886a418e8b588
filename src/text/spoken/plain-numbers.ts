import type { Speller } from '../../languages/spellout.ts';
import { digitRowReadings } from './reading/digit-rows.ts';
import { escapePattern } from '../../core/strings/escape-pattern.ts';
import { oneOf } from './reading/number-format.ts';
import { firstWord } from './reading/readings.ts';
import type { Reading, ReadingMatch } from './reading/readings.ts';
import { endsSentenceBefore } from './reading/sentence-end.ts';

/** Signs of units and currencies, whose names `Intl` knows in every language. */
const units: Readonly<Record<string, Intl.NumberFormatOptions>> = {
  km: { style: 'unit', unit: 'kilometer' },
  m: { style: 'unit', unit: 'meter' },
  cm: { style: 'unit', unit: 'centimeter' },
  mm: { style: 'unit', unit: 'millimeter' },
  kg: { style: 'unit', unit: 'kilogram' },
  g: { style: 'unit', unit: 'gram' },
  км: { style: 'unit', unit: 'kilometer' },
  см: { style: 'unit', unit: 'centimeter' },
  мм: { style: 'unit', unit: 'millimeter' },
  кг: { style: 'unit', unit: 'kilogram' },
  'km/h': { style: 'unit', unit: 'kilometer-per-hour' },
  'км/ч': { style: 'unit', unit: 'kilometer-per-hour' },
  '%': { style: 'unit', unit: 'percent' },
  '°C': { style: 'unit', unit: 'celsius' },
  '€': { style: 'currency', currency: 'EUR' },
  $: { style: 'currency', currency: 'USD' },
  '£': { style: 'currency', currency: 'GBP' },
};

/**
 * Returns the readings of numbers in a language whose words are known (`speller`) and whose grammar is not: whole numbers, decimals and amounts with
 * a unit. What would need its case or gender stays in digits: ordinals, years before a word, one and two before a noun.
 */
export function plainNumberReadings(speller: Speller, language: string): readonly Reading[] {
  const names = [
    'numbering',
    'cardinal',
    'cardinal-masculine',
    'cardinal-feminine',
    'cardinal-neuter',
    'cardinal-common',
    'cardinal-reale',
  ];
  const forms = (digits: string): readonly string[] => names.flatMap((name) => speller(Number(digits), name) ?? []);
  const cardinal = (digits: string): string => forms(digits)[0] ?? digits;
  const digits = Array.from('0123456789', cardinal);
  const { decimal, group } = marksOf(language);
  const number = String.raw`(?<n>\d{1,3}(?:[${group} ]\d{3}){1,4}(?!\d)|\d{1,15}(?!\d))(?:[${escapePattern(decimal)}](?<d>\d{1,6})(?!\d))?`;
  const notPart = String.raw`(?![\p{L}\d]|[.,:/]\d|\s?[-–—/]\s?[\p{L}\d]|['’ʼ°ºª])`;
  return [
    {
      pattern: new RegExp(String.raw`${number}\s?(?<unit>${oneOf(Object.keys(units))})(?![\p{L}\d/])`, 'uy'),
      say: ({ groups: { n = '', d = '', unit = '' } }) => amount(plain(n), d, { unit, language, cardinal, digits }),
    },
    ...digitRowReadings(digits, '+', cardinal, language).filter(({ pattern }) => !pattern.source.includes('[-–]')),
    {
      pattern: new RegExp(number + notPart, 'uy'),
      say: (match) => sayPlain(match, { language, cardinal, digits, forms }),
    },
  ];
}

interface Words {
  readonly language: string;
  readonly cardinal: (digits: string) => string;
  /** Names of the digits. */
  readonly digits: readonly string[];
}

function sayPlain(
  { groups: { n = '', d = '' }, before, after }: ReadingMatch,
  words: Words & { readonly forms: (digits: string) => readonly string[] },
): string | undefined {
  // Part of a date, a code, a range or a sum.
  if (/[\p{L}\d][-–—/.,:]?$|[-–—/+×=]\s?$/u.test(before)) return undefined;
  // A full stop within the sentence makes it an ordinal.
  if (after.startsWith('.') && !endsSentenceBefore(after.slice(1))) return undefined;
  if (d !== '') return undefined;
  const forms = new Set(words.forms(plain(n)));
  const isCounting = /^\p{L}/u.test(firstWord(after));
  if (isCounting && (forms.size > 1 || /^1[1-9]\d\d$|^20\d\d$/u.test(n))) return undefined;
  return words.cardinal(plain(n));
}

/** Returns a number with the name of what it counts, as `Intl` writes it in the plural that the number asks for. */
function amount(
  whole: string,
  decimals: string,
  { unit, language, cardinal }: Words & { readonly unit: string },
): string | undefined {
  if (decimals !== '') return undefined;
  const format = new Intl.NumberFormat(language, {
    ...units[unit],
    unitDisplay: 'long',
    currencyDisplay: 'name',
    maximumFractionDigits: 0,
  });
  const parts = format.formatToParts(Number(whole));
  const isNumber = (type: string): boolean => type === 'integer' || type === 'group';
  const first = parts.findIndex(({ type }) => isNumber(type));
  const words = parts
    .map(({ type, value }, at) => (at === first ? cardinal(whole) : isNumber(type) ? '' : value))
    .join('');
  return /\p{L}/u.test(
    parts
      .filter(({ type }) => !isNumber(type))
      .map(({ value }) => value)
      .join(''),
  )
    ? words
    : undefined;
}

function plain(digits: string): string {
  return digits.replaceAll(/\D/gu, '');
}

/** Returns the marks that a language writes in numbers. */
function marksOf(language: string): { readonly decimal: string; readonly group: string } {
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.5);
  const mark = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  const group = mark('group');
  return { decimal: mark('decimal') || ',', group: /[.,]/u.test(group) ? escapePattern(group) : '' };
}
