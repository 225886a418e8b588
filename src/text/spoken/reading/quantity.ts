import { numberPattern, writtenNumber } from './number-format.ts';
import type { NumberFormat, WrittenNumber } from './number-format.ts';
import { endsSentenceBefore } from './sentence-end.ts';
import type { Reading, ReadingMatch } from './readings.ts';

/** Grammatical gender. */
export type Gender = 'feminine' | 'masculine' | 'neuter';

/** A noun that is counted. */
export interface Noun {
  readonly one: string;
  readonly many: string;
  readonly gender: Gender;
}

/** A currency. A noun without `minor` has no smaller unit in use. */
export interface Currency {
  readonly major: Noun;
  readonly minor?: Noun | undefined;
}

/** The rules of a language for numbers with signs, ranges, scales, units and currencies. */
export interface QuantityRules {
  /** Words, in small letters, that show that a sentence begins: a unit with a full stop may end one. */
  readonly starters: ReadonlySet<string>;
  readonly format: NumberFormat;
  /** Returns the words of a whole number that counts a noun. */
  readonly count: (digits: string, gender: Gender) => string;
  /** Returns the words of a whole number without a unit: a year, a page, a number of things. */
  readonly number: (digits: string, match: ReadingMatch) => string;
  /** Returns the words of the digits after the decimal mark. */
  readonly decimals: (digits: string) => string;
  /** Words of the decimal mark, the range, and the signs before a number. */
  readonly words: { readonly point: string; readonly to: string; readonly signs: Readonly<Record<string, string>> };
  readonly units: ReadonlyMap<string, Noun>;
  readonly currencies: ReadonlyMap<string, Currency>;
  /** Names of powers of ten by what is written: `million`, `Mio.`, `bn`. */
  readonly scales: ReadonlyMap<string, Noun>;
  /** Returns what is counted as it follows a named power of ten: " d'euros" in French. */
  readonly afterScale: (noun: string) => string;
  /** Joins whole units of a currency and its smaller ones, which may be named or not. */
  readonly money: (major: string, minor: string, cents: string) => string;
}

/** Returns the reading of a number with its sign, range, scale, unit and currency. */
export function quantityReading(rules: QuantityRules): Reading {
  const number = (name: string): string => numberPattern(rules.format, name);
  const currency = alternatives(rules.currencies);
  const source = [
    String.raw`(?<sign>(?<![\p{L}\p{N}])(?:[-+±~≈]|−\s?))?(?:(?<currency>${currency})\s?)?${number('a')}`,
    // A third number would make it a date, a telephone number or a list.
    String.raw`(?:\s?[-–—−]\s?(?:${currency})?\s?${number('b')}(?![-–/:]\d))?`,
    String.raw`(?:[\s-]?(?<scale>${alternatives(rules.scales)})(?![\p{L}\p{N}]))?`,
    String.raw`(?:(?<gap>[\s-]?)(?:(?<after>${currency})|(?<unit>${alternatives(rules.units)}))(?![\p{L}\p{N}]))?`,
  ].join('');
  return { pattern: new RegExp(source, 'uy'), say: (match) => say(match, rules) };
}

function alternatives(table: ReadonlyMap<string, unknown>): string {
  const keys = [...table.keys()].toSorted((left, right) => right.length - left.length);
  return keys.map((key) => key.replaceAll(/[$.^*+?()[\]{}|\\/]/gu, String.raw`\$&`)).join('|') || '(?!)';
}

function say(match: ReadingMatch, rules: QuantityRules): string | undefined {
  const word = (name: string): string => match.groups[name] ?? '';
  const first = writtenNumber(match.groups, 'a');
  const second = writtenNumber(match.groups, 'b');
  const currency = rules.currencies.get(word('currency') + word('after'));
  const thing = currency?.major ?? rules.units.get(word('unit'));
  const scale = rules.scales.get(word('scale'));
  const numbers = second.whole === '' && second.decimals === '' ? [first] : [first, second];
  const signWord = rules.words.signs[word('sign').trim()];
  const stop = match.text.endsWith('.') && endsSentenceBefore(match.after, rules.starters) ? '.' : '';
  return (
    (signWord === undefined ? '' : `${signWord} `) + sayParts({ numbers, currency, thing, scale, match }, rules) + stop
  );
}

interface Parts {
  readonly numbers: readonly WrittenNumber[];
  readonly currency: Currency | undefined;
  /** The currency or unit. */
  readonly thing: Noun | undefined;
  readonly scale: Noun | undefined;
  readonly match: ReadingMatch;
}

function sayParts(parts: Parts, rules: QuantityRules): string {
  const { numbers, currency, thing, scale, match } = parts;
  const [first] = numbers;
  if (first && currency && isPrice(parts)) return sayMoney(first, currency, rules);
  const counted = scale ?? thing;
  const values = numbers.map((number) => sayNumber(number, { counted, match }, rules)).join(` ${rules.words.to} `);
  if (!counted) return values;
  const noun = isOne(numbers) || isAdjective(parts) ? counted.one : counted.many;
  return `${values} ${noun}${scale && thing ? rules.afterScale(thing.many) : ''}`;
}

/** Whole units and hundredths. */
function isPrice({ numbers, scale }: Parts): boolean {
  return numbers.length === 1 && numbers[0]?.decimals.length === 2 && !scale;
}

function isOne([first, ...others]: readonly WrittenNumber[]): boolean {
  return first?.whole === '1' && first.decimals === '' && others.length === 0;
}

/** `a 5-km run` */
function isAdjective({ match, scale, currency }: Parts): boolean {
  return match.groups['gap'] === '-' && !scale && !currency;
}

function sayNumber(
  { whole, decimals }: WrittenNumber,
  { counted, match }: Pick<Parts, 'match'> & { readonly counted: Noun | undefined },
  rules: QuantityRules,
): string {
  const words =
    counted || decimals !== '' ? rules.count(whole || '0', counted?.gender ?? 'masculine') : rules.number(whole, match);
  if (decimals === '') return words;
  return `${whole === '' ? '' : `${rules.count(whole, 'neuter')} `}${rules.words.point} ${rules.decimals(decimals)}`;
}

function sayMoney({ whole, decimals }: WrittenNumber, { major, minor }: Currency, rules: QuantityRules): string {
  const units = `${rules.count(whole || '0', major.gender)} ${whole === '1' ? major.one : major.many}`;
  const cents = decimals.replace(/^0/u, '');
  if (cents === '0') return units;
  const small = rules.count(cents, minor?.gender ?? 'masculine');
  const named = minor ? `${small} ${cents === '1' ? minor.one : minor.many}` : small;
  return /^0*$/u.test(whole) ? named : rules.money(units, named, small);
}
