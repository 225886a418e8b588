import type { Reading, ReadingMatch } from '../../../languages/reading.ts';
import type { SpokenGrammar } from '../../../languages/spoken-grammar.ts';
import type { Noun } from '../../../languages/whole-grammar.ts';
import { countedNouns } from '../language-rules.ts';
import { digitRowReadings } from '../reading/digit-rows.ts';
import { oneOf } from '../reading/number-format.ts';
import type { WrittenNumber } from '../reading/number-format.ts';
import { quantityReadings, usualForm } from '../reading/quantity.ts';
import type { QuantityRules } from '../reading/quantity.ts';
import type { TableLanguage } from './number-words.ts';
import { plainNumber } from './plain-number.ts';
import { tableFractions } from './table-fractions.ts';
import { caseReader, isPart, oneLine, readingsAt } from './table-place.ts';

/** Returns the readings of counts, amounts with units and money. What would need a case that nothing proves stays. */
export function amountReadings(table: TableLanguage): readonly Reading[] {
  const { grammar, numbers, language } = table;
  const caseOf = caseReader(table);
  const { plus } = grammar.words;
  const digits = Array.from('0123456789', numbers.counting);
  const year = new RegExp(String.raw`^\d{1,4}\s?(?:${grammar.years.ordinal?.short ?? '(?!)'})`, 'u');
  const unit = new RegExp(String.raw`^\s?(?:\p{Sc}|(?:${oneOf(signsOf(table))})(?![\p{L}\d]))`, 'u');
  // A number whose unit is not read stays, too.
  const canBe = (match: ReadingMatch): boolean =>
    !isPart(match) && !isOpenRange(match, grammar) && !year.test(match.text + match.after) && !unit.test(match.after);
  return [
    ...specialReadings(table),
    ...readingsAt(tableFractions(table), (match) => canBe(match) && caseOf(match) === 'named'),
    ...readingsAt(
      digitRowReadings({ digits, plus, cardinal: numbers.counting, language, readsJoined: false }),
      (match) => !isPart(match),
    ),
    ...(grammar.cases === undefined
      ? []
      : readingsAt(quantityReadings(genitiveRules(table)), (match) => canBe(match) && caseOf(match) === 'genitive')),
    ...readingsAt(quantityReadings(amountRules(table)), (match) => canBe(match) && caseOf(match) === 'named'),
  ];
}

/** A range in a language without a word between its numbers, and the first part of a name such as `320-200`. */
function isOpenRange({ text, groups }: ReadingMatch, { words }: SpokenGrammar): boolean {
  return /[-–]$/u.test(text) || (words.to === undefined && (groups['b'] ?? '') !== '');
}

/** `%25`, and `1921'de` with the ending that the number in words has, too. */
function specialReadings({ grammar, numbers }: TableLanguage): readonly Reading[] {
  const { percentFirst, suffixes, words, marks } = grammar;
  const readings: Reading[] = [];
  if (suffixes !== undefined)
    readings.push({
      pattern: /(?<n>\d{1,9})['’](?<end>\p{L}{1,8})(?!\p{L})/uy,
      say: (match) => (isPart({ ...match, after: '' }) ? undefined : withSuffix(match, numbers.counting, suffixes)),
    });
  if (percentFirst !== undefined)
    readings.push({
      pattern: new RegExp(String.raw`(?<=%\s?)(?<n>\d{1,9})(?:[${marks.decimal}](?<d>\d{1,4}))?(?!\d)`, 'uy'),
      say: ({ groups: { n = '', d = '' } }) =>
        d === '' ? numbers.counting(n) : `${numbers.counting(n)} ${words.point} ${decimalWords(d, numbers.counting)}`,
    });
  return readings;
}

/** A last sound that is soft before a vowel: `dört dörd`. */
function withSuffix(
  { groups: { n = '', end = '' } }: ReadingMatch,
  counting: (digits: string) => string,
  soft: string,
): string {
  const words = counting(n);
  const [hard = '', other = ''] = soft.split(' ');
  return /^[aeıioöuü]/iu.test(end) && words.endsWith(hard) ? words.slice(0, -hard.length) + other + end : words + end;
}

/** Returns the signs of units, currencies and powers of ten. */
function signsOf({ words }: TableLanguage): readonly string[] {
  const { units, currencies, scales } = countedNouns(words);
  return [...units.keys(), ...currencies.keys(), ...scales.keys()];
}

function amountRules(table: TableLanguage): QuantityRules {
  const { words, grammar, numbers, language } = table;
  const { point, minus, plus, about, to = '' } = grammar.words;
  const nouns = countedNouns(words);
  const plurals = new Intl.PluralRules(language);
  return {
    ...nouns,
    format: grammar.marks,
    count: numbers.count,
    number: plainNumber(table),
    decimals: (digits) => decimalWords(digits, numbers.counting),
    fraction: grammar.decimals === undefined ? undefined : (number) => fractionWords(number, table, plurals),
    form: (noun, written) => formOf(noun, written, plurals),
    words: { point, to, signs: { '-': minus, '−': minus, '+': plus, '~': about, '≈': about } },
    names: new RegExp(`^(?:${oneLine(grammar.ranks.labels)})$`, 'iu'),
    afterScale: (noun) => `${grammar.afterScale ?? ' '}${noun}`,
    money: (major, minor, cents) =>
      grammar.money.replace('{major}', major).replace('{minor}', minor).replace('{cents}', numbers.counting(cents)),
  };
}

/** The numbers of an amount in the genitive. Numbers that end in one agree with what they count, and fractions are not known. */
function genitiveRules(table: TableLanguage): QuantityRules {
  const rules = amountRules(table);
  const genitive = (digits: string): string => table.numbers.genitive(digits) ?? digits;
  return {
    ...rules,
    count: genitive,
    number: (digits, match) =>
      /(?<!1)1$/u.test(digits) || rules.number(digits, match) === undefined ? undefined : genitive(digits),
    fraction: () => undefined,
    form: ({ one, many, part = one }, written) => (/(?<!1)1$/u.test(written.at(-1)?.whole ?? '') ? part : many),
  };
}

/** Two digits are one number, unless each is said; zeros and longer rows are read one by one. */
export function decimalWords(digits: string, counting: (digits: string) => string, spells = false): string {
  if (!spells && digits.length <= 2 && !digits.startsWith('0')) return counting(digits);
  return Array.from(digits, counting).join(' ');
}

/** "двенадцать целых пять десятых": tenths and hundredths have names that agree with their number. */
function fractionWords(
  { whole, decimals }: WrittenNumber,
  { grammar, numbers }: TableLanguage,
  plurals: Intl.PluralRules,
): string | undefined {
  const [wholes, tenths, hundredths] = grammar.decimals ?? ['', '', ''];
  if (decimals.length > 2 || Number(decimals) === 0) return undefined;
  const named = (digits: string, forms: string): string =>
    `${numbers.count(digits, 'feminine')} ${nameOf(digits, forms, plurals)}`;
  const start = wholes.includes('|') ? named(whole, wholes) : `${numbers.counting(whole)} ${wholes}`;
  return `${start} ${named(String(Number(decimals)), decimals.length === 1 ? tenths : hundredths)}`;
}

function nameOf(digits: string, forms: string, plurals: Intl.PluralRules): string {
  const [one = '', few = '', many = ''] = forms.split('|');
  return pluralOf({ one, few, many }, digits, plurals);
}

function formOf(noun: Noun, numbers: readonly WrittenNumber[], plurals: Intl.PluralRules): string {
  const { few, part = few } = noun;
  const last = numbers.at(-1);
  if (few === undefined || last === undefined) return usualForm(noun, numbers);
  return last.decimals === '' ? pluralOf({ ...noun, few }, last.whole, plurals) : (part ?? few);
}

function pluralOf(
  { one, few, many }: Readonly<Record<'few' | 'many' | 'one', string>>,
  digits: string,
  plurals: Intl.PluralRules,
): string {
  const category = plurals.select(Number(digits));
  return category === 'one' ? one : category === 'few' ? few : many;
}
