import { wordTable } from './word-set.ts';

/** How a language makes its ordinals. */
export interface OrdinalWords {
  /** The ordinals of 1 to 19, then of 20 to 90 in tens; `_` is a space within one. */
  readonly small: string;
  /**
   * From 21 to 99, and in tables of forms: `{T}` and `{t}` are the tens as a cardinal and as an ordinal, `{U}` and `{u}` the units, `{N}` is the cardinal
   * of both.
   */
  readonly compound: string;
  /** What stands between hundreds and the rest, which alone is an ordinal. Absent: ordinals above 99 are not made. */
  readonly above?: string;
  /** The ordinals of 100 to 900, and of 1000 and 2000. Absent: round numbers are not made. */
  readonly hundreds?: string;
  readonly thousands?: string;
  /** Other forms by name, as tables `ending other, ending other`. */
  readonly forms?: Readonly<Record<string, string>>;
}

/** Returns an ordinal in a form of the language, the first one for an empty name; `undefined` where it is not known. */
export type OrdinalSpeller = (number: number, form: string) => string | undefined;

/** Returns a function for the ordinals of a language. `cardinal` is its cardinal as numbers begin with it. */
export function ordinalSpeller(words: OrdinalWords, cardinal: (number: number) => string): OrdinalSpeller {
  const small = wordsOf(words.small);
  const rounds = new Map([
    ...wordsOf(words.hundreds ?? '').map((word, at) => [100 * (at + 1), word] as const),
    ...wordsOf(words.thousands ?? '').map((word, at) => [1000 * (at + 1), word] as const),
  ]);
  const forms = new Map(Object.entries(words.forms ?? {}).map(([name, table]) => [name, wordTable(table)]));
  const below100 = (number: number, change: (word: string) => string): string => {
    const unit = number % 10;
    if (number < 20 || unit === 0) return change(small[number < 20 ? number - 1 : 17 + number / 10] ?? '');
    return words.compound
      .replace('{T}', () => cardinal(number - unit))
      .replace('{t}', () => change(small[17 + (number - unit) / 10] ?? ''))
      .replace('{U}', () => cardinal(unit))
      .replace('{u}', () => change(small[unit - 1] ?? ''))
      .replace('{N}', () => cardinal(number));
  };
  return (number, form) => {
    const change = changeTo(form === '' ? [] : forms.get(form));
    if (change === undefined || number < 1 || number > 9999) return undefined;
    const rest = number % 100;
    if (rest === 0) return roundOrdinal(number, { rounds, cardinal, change });
    if (number < 100) return below100(number, change);
    return words.above === undefined ? undefined : cardinal(number - rest) + words.above + below100(rest, change);
  };
}

interface Round {
  readonly rounds: ReadonlyMap<number, string>;
  readonly cardinal: (number: number) => string;
  readonly change: (word: string) => string;
}

/** "тысяча девятисотый", but "двухтысячный" */
function roundOrdinal(number: number, { rounds, cardinal, change }: Round): string | undefined {
  const last = rounds.get(number) ?? rounds.get(number % 1000);
  if (last === undefined) return undefined;
  return rounds.has(number) ? change(last) : `${cardinal(number - (number % 1000))} ${change(last)}`;
}

/** Returns a function that gives a word another ending; `undefined` for a form that the language has not. */
function changeTo(endings: ReturnType<typeof wordTable> | undefined): ((word: string) => string) | undefined {
  if (endings === undefined) return undefined;
  return (word) => {
    const changed = word.split(' ').map((part) => {
      const [old, other] = endings.find(([ending]) => part.endsWith(ending)) ?? ['', ''];
      return part.slice(0, part.length - old.length) + other;
    });
    return changed.join(' ');
  };
}

function wordsOf(list: string): readonly string[] {
  return list
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll('_', ' '));
}
