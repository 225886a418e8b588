import { escapePattern } from '../../core/strings/escape-pattern.ts';
import { languageOf } from '../../languages/languages.ts';
import { endsSentenceBefore, firstWord } from '../../languages/reading.ts';
import type { Reading, ReadingMatch } from '../../languages/reading.ts';
import type { Speller } from '../../languages/spellout.ts';
import { wordTable } from '../../languages/word-set.ts';
import { digitRowReadings } from './reading/digit-rows.ts';
import { oneOf } from './reading/number-format.ts';

/** Signs of units, whose names `Intl` knows in every language. Currencies it names otherwise than people do: its dollars are “US dollars”. */
const units: Readonly<Record<string, Intl.NumberFormatOptions>> = {
  km: { style: 'unit', unit: 'kilometer' },
  m: { style: 'unit', unit: 'meter' },
  cm: { style: 'unit', unit: 'centimeter' },
  mm: { style: 'unit', unit: 'millimeter' },
  kg: { style: 'unit', unit: 'kilogram' },
  g: { style: 'unit', unit: 'gram' },
  'km/h': { style: 'unit', unit: 'kilometer-per-hour' },
  '%': { style: 'unit', unit: 'percent' },
  '°C': { style: 'unit', unit: 'celsius' },
};

/**
 * Returns the readings of numbers in a language whose words are known (`speller`) and whose grammar is not: whole numbers and amounts with a unit.
 * What would need its case or gender stays in digits: ordinals, years before a word, one and two before a noun.
 */
export function plainNumberReadings(speller: Speller, language: string): readonly Reading[] {
  const forms = (digits: string): readonly string[] => sets.flatMap((name) => speller(Number(digits), name) ?? []);
  const words: NumberWords = {
    language,
    forms,
    cardinal: (digits) => forms(digits)[0] ?? digits,
    masculine: (digits) => speller(Number(digits), 'cardinal-masculine'),
    hasMasculineUnits: languageOf(language).masculineUnits === true,
  };
  const names = unitsOf(language);
  const digits = Array.from('0123456789', words.cardinal);
  const number = numberPattern(language);
  const notPart = String.raw`(?!\s?(?:\p{Sc}|(?:${oneOf([...names.keys()])})(?![\p{L}\d]))|[\p{L}\d]|[.,:/]\d|\s?[-–—/]\s?[\p{L}\d]|['’ʼ°ºª])`;
  return [
    {
      pattern: new RegExp(String.raw`${number}\s?(?<unit>${oneOf([...names.keys()])})(?![\p{L}\d/])`, 'uy'),
      say: ({ groups: { n = '', d = '', unit = '' }, before }) =>
        d !== '' || isPart(before) ? undefined : amount(plain(n), names.get(unit) ?? {}, words),
    },
    ...digitRowReadings({ digits, plus: '+', cardinal: words.cardinal, language, readsJoined: false }),
    { pattern: new RegExp(number + notPart, 'uy'), say: (match) => sayPlain(match, words) },
  ];
}

/** Sets of rules for whole numbers: where several exist and differ for a number, its form depends on what is counted. */
const sets = [
  'numbering',
  'cardinal',
  'cardinal-masculine',
  'cardinal-feminine',
  'cardinal-neuter',
  'cardinal-common',
  'cardinal-reale',
];

interface NumberWords {
  readonly language: string;
  /** Returns all forms of a number. */
  readonly forms: (digits: string) => readonly string[];
  /** Returns a number as it is counted. */
  readonly cardinal: (digits: string) => string;
  readonly masculine: (digits: string) => string | undefined;
  readonly hasMasculineUnits: boolean;
}

/** Returns the units of a language by their signs, in its own letters as well. */
function unitsOf(language: string): ReadonlyMap<string, Intl.NumberFormatOptions> {
  const { unitSigns } = languageOf(language);
  const own = unitSigns === undefined ? [] : wordTable(unitSigns);
  return new Map([...Object.entries(units), ...own.map(([sign, si]) => [sign, units[si] ?? {}] as const)]);
}

function sayPlain(
  { groups: { n = '', d = '' }, before, after }: ReadingMatch,
  { forms, cardinal }: NumberWords,
): string | undefined {
  if (d !== '' || isPart(before)) return undefined;
  // A full stop within the sentence makes it an ordinal.
  if (after.startsWith('.') && !endsSentenceBefore(after.slice(1))) return undefined;
  const isCounting = /^\p{L}/u.test(firstWord(after));
  const isOpen = new Set(forms(plain(n))).size > 1 || /^1[1-9]\d\d$|^20\d\d$/u.test(n);
  return isCounting && isOpen ? undefined : cardinal(plain(n));
}

/** A number that is part of a date, a code, a range, a sum or a larger number stays. */
function isPart(before: string): boolean {
  return /[\p{L}\d][-–—/.,:]?$|[-–—/+×=]\s?$/u.test(before);
}

/** Returns a number with the name of what it counts, as `Intl` writes it in the plural that the number asks for, where its gender is known. */
function amount(
  whole: string,
  unit: Intl.NumberFormatOptions,
  { language, forms, cardinal, masculine, hasMasculineUnits }: NumberWords,
): string | undefined {
  const isMasculine = hasMasculineUnits && unit.unit !== 'percent';
  const isSure = new Set(forms(whole)).size === 1;
  const number = isMasculine ? masculine(whole) : isSure ? cardinal(whole) : undefined;
  if (number === undefined) return undefined;
  const options = {
    unitDisplay: 'long',
    maximumFractionDigits: 0,
    useGrouping: false,
  } as const;
  const parts = new Intl.NumberFormat(language, { ...unit, ...options }).formatToParts(Number(whole));
  const words = parts.map(({ type, value }) => (type === 'integer' ? number : value)).join('');
  // A unit whose name is a sign in this language.
  return parts.some(({ type, value }) => type !== 'integer' && /\p{L}/u.test(value)) ? words : undefined;
}

function plain(digits: string): string {
  return digits.replaceAll(/\D/gu, '');
}

/** Returns the pattern of a number, with the marks that the language writes in it. */
function numberPattern(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.5);
  const mark = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  const group = mark('group');
  const groups = `[${/[.,]/u.test(group) ? escapePattern(group) : ''} ]`;
  const decimal = escapePattern(mark('decimal') || ',');
  return String.raw`(?<n>\d{1,3}(?:${groups}\d{3}){1,4}(?!\d)|\d{1,15}(?!\d))(?:[${decimal}](?<d>\d{1,6})(?!\d))?`;
}
