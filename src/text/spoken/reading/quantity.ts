import { endsSentenceBefore, stopOf } from '../../../languages/reading.ts';
import type { Reading, ReadingMatch } from '../../../languages/reading.ts';
import type { Gender, Noun } from '../../../languages/whole-grammar.ts';
import { endOfUnit, numberPattern, oneOf, writtenNumber } from './number-format.ts';
import type { NumberFormat, WrittenNumber } from './number-format.ts';
import { isRange } from './ranges.ts';

/** A currency. A noun without `minor` has no smaller unit in use. */
export interface Currency {
  readonly major: Noun;
  readonly minor?: Noun | undefined;
}

/** The rules of a language for numbers with signs, ranges, scales, units and currencies. */
export interface QuantityRules {
  readonly format: NumberFormat;
  /** Returns the words of a whole number that counts a noun. */
  readonly count: (digits: string, gender: Gender) => string;
  /** Returns the words of a whole number without a unit: a year, a page, a number of things. One that is not read is `undefined`. */
  readonly number: (digits: string, match: ReadingMatch) => string | undefined;
  /** Returns the words of a number with decimals. Default: both numbers with `words.point` between them. */
  readonly fraction?: ((number: WrittenNumber) => string | undefined) | undefined;
  /** Returns what is counted in the form that its number asks for. Default: `one` after one, otherwise `many`. */
  readonly form?: ((noun: Noun, numbers: readonly WrittenNumber[]) => string) | undefined;
  /** Returns the words of the digits after the decimal mark. */
  readonly decimals: (digits: string) => string;
  /** Words of the decimal mark, the range, and the signs before a number. */
  readonly words: { readonly point: string; readonly to: string; readonly signs: Readonly<Record<string, string>> };
  readonly units: ReadonlyMap<string, Noun>;
  readonly currencies: ReadonlyMap<string, Currency>;
  /** Names of powers of ten by what is written: `million`, `Mio.`, `bn`. */
  readonly scales: ReadonlyMap<string, Noun>;
  /** Names of powers of ten that are others without a currency: the `m` of `$5m`. */
  readonly priceScales?: ReadonlyMap<string, Noun> | undefined;
  /** Nouns begin with a capital letter, so that a name after a unit is no sign of an initial. */
  readonly hasCapitalNouns?: boolean | undefined;
  /** Words before a number that names one thing, so that `Figure 3-1` is no range. */
  readonly names: RegExp;
  /** Returns whether what is counted stands before a noun that it describes, and so in the singular. */
  readonly isAdjective?: ((match: ReadingMatch) => boolean) | undefined;
  /** Returns what is counted as it follows a named power of ten: " d'euros" in French. */
  readonly afterScale: (noun: string) => string;
  /** Joins whole units of a currency and its smaller ones: in words with their name, and in digits. */
  readonly money: (major: string, minor: string, cents: string) => string;
}

/** Returns the readings of a number or a range with its sign, scale, unit and currency. */
export function quantityReadings(rules: QuantityRules): readonly Reading[] {
  const [currency, unit] = [oneOf([...rules.currencies.keys()]), oneOf([...rules.units.keys()])];
  const [scales, priceScales] = [[...rules.scales.keys()], [...(rules.priceScales?.keys() ?? [])]];
  const sign = String.raw`(?<sign>(?<![\p{L}\p{N}])(?:[-+±~≈]|−\s?))?`;
  const price = String.raw`${sign}(?<currency>${currency})\s?`;
  const priceScale = scalePattern([...scales, ...priceScales]);
  const scale = scalePattern(scales, priceScales, currency);
  const thing = String.raw`(?:(?<gap>[\s-]?)(?:(?<after>${currency})|(?<unit>${unit}))${endOfUnit})?`;
  // A third number would make it a date, a telephone number or a list.
  const dash = String.raw`\s?[-–—−→]\s?`;
  const last = String.raw`${numberPattern(rules.format, 'b')}(?![-–/:]\d)`;
  const first = numberPattern(rules.format, 'a');
  return [
    rangeReading(String.raw`${price}${first}${dash}(?:${currency})?\s?${last}${priceScale}`, rules),
    rangeReading(String.raw`${sign}${first}(?:\s?(?<same>${currency}|${unit}))?${dash}${last}${scale}${thing}`, rules),
    reading(`${price}${first}${priceScale}`, rules),
    // Parts of a name, such as `A320-200`: a hyphen would join their words.
    {
      pattern: new RegExp(String.raw`${first}[-–](?=\d)`, 'uy'),
      say: (match) => `${sayNumber(writtenNumber(match.groups, 'a'), { counted: undefined, match }, rules)} `,
    },
    reading(`${sign}${first}${scale}${thing}`, rules),
    reading(`${sign}${first}`, rules),
  ];
}

function scalePattern(names: readonly string[], beforeCurrency: readonly string[] = [], currency = ''): string {
  const short = beforeCurrency.length === 0 ? '' : String.raw`|(?:${oneOf(beforeCurrency)})(?=\s?(?:${currency}))`;
  return String.raw`(?:[\s-]?(?<scale>(?:${oneOf(names)})(?![\p{L}\p{N}])${short}))?`;
}

function reading(source: string, rules: QuantityRules): Reading {
  return {
    pattern: new RegExp(source, 'uy'),
    say: (match) => (isInitial(match, rules) || isAbbreviated(match) ? undefined : say(match, rules)),
  };
}

/** `123 W. Main St.`: abbreviations and initials have lost their full stops already. */
function isInitial({ groups, after }: ReadingMatch, { hasCapitalNouns }: QuantityRules): boolean {
  const { unit = '', after: currency = '' } = groups;
  return hasCapitalNouns !== true && /^\p{Lu}$/u.test(unit + currency) && /^\s\p{Lu}\p{Ll}/u.test(after);
}

/** `3 t. en pergamino`: a sign of a unit has no full stop, so a letter with one in the middle of a sentence is none. */
function isAbbreviated({ groups: { unit = '' }, after }: ReadingMatch): boolean {
  return /^\p{L}$/u.test(unit) && after.startsWith('.') && !endsSentenceBefore(after.slice(1));
}

function rangeReading(source: string, rules: QuantityRules): Reading {
  return {
    pattern: new RegExp(source, 'uy'),
    say: (match) => (isRange(match, rules.names) ? say(match, rules) : undefined),
  };
}

function say(match: ReadingMatch, rules: QuantityRules): string | undefined {
  const word = (name: string): string => match.groups[name] ?? '';
  const first = writtenNumber(match.groups, 'a');
  const second = writtenNumber(match.groups, 'b');
  const currency = rules.currencies.get(word('currency') + word('after'));
  const thing = currency?.major ?? rules.units.get(word('unit'));
  const scale = rules.scales.get(word('scale')) ?? rules.priceScales?.get(word('scale'));
  const numbers = second.whole === '' && second.decimals === '' ? [first] : [first, second];
  const signWord = rules.words.signs[word('sign').trim()];
  const stop = stopOf(match.text, match.after);
  const words = sayParts({ numbers, currency, thing, scale, match }, rules);
  return words === undefined ? undefined : (signWord === undefined ? '' : `${signWord} `) + words + stop;
}

interface Parts {
  readonly numbers: readonly WrittenNumber[];
  readonly currency: Currency | undefined;
  /** The currency or unit. */
  readonly thing: Noun | undefined;
  readonly scale: Noun | undefined;
  readonly match: ReadingMatch;
}

function sayParts(parts: Parts, rules: QuantityRules): string | undefined {
  const { numbers, currency, thing, scale, match } = parts;
  // `5 - 3 = 2`
  const to = /^\s?=/u.test(match.after) ? rules.words.signs['-'] : rules.words.to;
  if (currency && isPrice(parts)) return numbers.map((number) => sayMoney(number, currency, rules)).join(` ${to} `);
  const counted = scale ?? thing;
  const values = numbers.map((number) => sayNumber(number, { counted, match }, rules));
  if (values.includes(undefined)) return undefined;
  const words = values.join(` ${to} `);
  return counted ? `${words} ${nounOf(counted, parts, rules)}` : words;
}

/** Returns what is counted in its number: two dollars, two million dollars, a two million dollar watch. */
function nounOf(counted: Noun, parts: Parts, rules: QuantityRules): string {
  const { numbers, scale, thing } = parts;
  const isSingle = isAdjective(parts, rules);
  const { form = usualForm } = rules;
  const noun = isSingle ? counted.one : form(counted, numbers);
  return scale && thing ? noun + rules.afterScale(isSingle ? thing.one : thing.many) : noun;
}

/** Whole units and hundredths. */
function isPrice({ numbers, scale }: Parts): boolean {
  return numbers.every(({ decimals }) => decimals.length === 2) && !scale;
}

/** Returns what is counted in the singular after one, otherwise in the plural. */
export function usualForm({ one, many }: Noun, [first, ...others]: readonly WrittenNumber[]): string {
  return first?.whole === '1' && first.decimals === '' && others.length === 0 ? one : many;
}

/** `a 5-km run` */
function isAdjective({ match, scale, currency }: Parts, rules: QuantityRules): boolean {
  return (match.groups['gap'] === '-' && !scale && !currency) || rules.isAdjective?.(match) === true;
}

function sayNumber(
  { whole, decimals }: WrittenNumber,
  { counted, match }: Pick<Parts, 'match'> & { readonly counted: Noun | undefined },
  rules: QuantityRules,
): string | undefined {
  // Larger numbers have no names that everybody knows.
  if (whole.length > mostNamedDigits) return rules.decimals(whole);
  if (decimals !== '' && rules.fraction) return rules.fraction({ whole, decimals });
  if (decimals === '' && !counted) return rules.number(whole, match);
  const words = rules.count(whole || '0', counted?.gender ?? 'masculine');
  return decimals === '' ? words : withDecimals({ whole, decimals }, rules);
}

function withDecimals({ whole, decimals }: WrittenNumber, rules: QuantityRules): string {
  return `${whole === '' ? '' : `${rules.count(whole, 'neuter')} `}${rules.words.point} ${rules.decimals(decimals)}`;
}

function sayMoney({ whole, decimals }: WrittenNumber, { major, minor }: Currency, rules: QuantityRules): string {
  const { form = usualForm } = rules;
  const units = `${rules.count(whole || '0', major.gender)} ${form(major, [{ whole, decimals: '' }])}`;
  const cents = decimals.replace(/^0/u, '');
  if (cents === '0') return units;
  const small = rules.count(cents, minor?.gender ?? 'masculine');
  const named = minor ? `${small} ${form(minor, [{ whole: cents, decimals: '' }])}` : small;
  return /^0*$/u.test(whole) ? named : rules.money(units, named, cents);
}

const mostNamedDigits = 15;
