import { stopOf } from '../../../languages/reading.ts';
import type { Reading, ReadingMatch } from '../../../languages/reading.ts';
import type { FractionWords, Noun, WrittenFraction } from '../../../languages/whole-grammar.ts';
import { endOfUnit, oneOf } from './number-format.ts';

/** The words of fractions, and what the general rules ask beside them. */
export interface FractionRules extends FractionWords {
  readonly cardinal: (digits: string) => string;
  /** Words between the numbers of what is larger than one, "over", between those of a score, "out of", and before a negative fraction. */
  readonly words: { readonly over?: string; readonly outOf?: string; readonly minus: string };
  readonly units: ReadonlyMap<string, Noun>;
  /** Names of the months, before which `17/18` are two days. */
  readonly months: readonly string[];
}

/** Returns the readings of `½`, `2½ lb`, `-3/4` and `1 3/4`. */
export function fractionReadings(given: FractionRules): readonly Reading[] {
  const rules = given.readsNames === true ? { ...given, units: withNames(given.units) } : given;
  const unit = String.raw`(?:(?<gap>[\s-]?)(?<unit>${oneOf([...rules.units.keys()])})${endOfUnit})?`;
  const minus = String.raw`(?<minus>(?<![\p{L}\p{N}])[-−]\s?)?`;
  const days = new RegExp(String.raw`^\s\p{L}{0,3}\s?(?:${oneOf(rules.months)})(?!\p{L})`, 'iu');
  return [
    {
      pattern: new RegExp(String.raw`${minus}(?<whole>\d{0,6})[\s-]?(?<sign>[½⅓⅔¼¾⅕-⅞⅐⅑⅒])${unit}`, 'uy'),
      say(match) {
        // `⅔` is `2⁄3`, with a fraction slash.
        const [top = '', bottom = ''] = (match.groups['sign'] ?? '').normalize('NFKC').split('\u2044');
        return say({ whole: match.groups['whole'] ?? '', top, bottom }, match, rules);
      },
    },
    {
      pattern: new RegExp(
        String.raw`${minus}(?:(?<whole>\d{1,3})[\s-])?(?<top>\d{1,3})[/⁄](?<bottom>\d{1,3}|10{3,6})(?:ths?|rds?|nds?)?(?![\p{L}\d/]|[.,]\d)${unit}`,
        'uy',
      ),
      say(match) {
        const { whole = '', top = '', bottom = '' } = match.groups;
        // A row, or days of a month.
        if (/\/\s?$/u.test(match.before) || days.test(match.after)) return undefined;
        return isProper(top, bottom) && (isUsual(top, bottom) || isMeasured(match, rules))
          ? say({ whole, top, bottom }, match, rules)
          : sayPair(match, rules);
      },
    },
  ];
}

function isProper(top: string, bottom: string): boolean {
  return Number(bottom) >= 2 && Number(top) > 0 && Number(top) < Number(bottom) && !top.startsWith('0');
}

/** Denominators of measures and of common fractions. `85/100` and `120/150` are scores, unless something is measured. */
const usual = new Set([2, 3, 4, 5, 6, 8, 16, 32, 64, 1000, 10_000]);

function isUsual(top: string, bottom: string): boolean {
  return usual.has(Number(bottom)) || Number(top) === 1 || (bottom === '100' && top.length === 1);
}

/** `3 7/20`, `7/20 km`, `7/20ths`, `7/20 of it` */
function isMeasured({ text, groups, after }: ReadingMatch, { ofSomething }: FractionRules): boolean {
  const { whole = '', unit = '' } = groups;
  return whole + unit !== '' || /\p{L}$/u.test(text) || ofSomething?.test(after) === true;
}

function sayPair({ groups }: ReadingMatch, { cardinal, words }: FractionRules): string | undefined {
  const { top = '', bottom = '' } = groups;
  const others = ['whole', 'unit', 'minus'].map((name) => groups[name]).join('');
  if (Number(bottom) < 2 || Number(top) === 0 || others !== '') return undefined;
  const word = Number(top) < Number(bottom) ? words.outOf : words.over;
  return word === undefined ? undefined : `${cardinal(top)} ${word} ${cardinal(bottom)}`;
}

/** Returns the units by their names as well. */
function withNames(units: FractionRules['units']): FractionRules['units'] {
  const named = [...units.values()].flatMap((noun) =>
    [noun.one, noun.many, noun.few, noun.part].map((name) => [name ?? '', noun] as const),
  );
  return new Map([...named.filter(([name]) => name !== ''), ...units]);
}

function say(
  fraction: WrittenFraction,
  { groups, text, after }: ReadingMatch,
  rules: FractionRules,
): string | undefined {
  const { whole, top, bottom } = fraction;
  const noun = rules.units.get(groups['unit'] ?? '');
  const value = whole === '' ? rules.fraction(top, bottom) : rules.mixed(whole, top, bottom);
  const words =
    noun === undefined ? value : groups['gap'] === '-' ? `${value} ${noun.one}` : rules.measured(fraction, noun);
  if (words === undefined || value === undefined) return undefined;
  return `${(groups['minus'] ?? '') === '' ? '' : `${rules.words.minus} `}${words}${stopOf(text, after)}`;
}
