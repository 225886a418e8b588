import type { AbbreviationContexts, Reading, ReadingMatch } from './reading.ts';
import type { RankWords } from './spoken-grammar.ts';

/** Grammatical gender. */
export type Gender = 'feminine' | 'masculine' | 'neuter';

/** A noun that is counted. */
export interface Noun {
  readonly one: string;
  readonly many: string;
  /** After a few, where the language has a form for them. */
  readonly few?: string | undefined;
  /** After a fraction, where it differs from `few`. */
  readonly part?: string | undefined;
  readonly gender: Gender;
}

/** A written fraction. `whole` is empty where there is none. */
export interface WrittenFraction {
  readonly whole: string;
  readonly top: string;
  readonly bottom: string;
}

/** Replacements in order; the words may hold `$1` for a group. */
export type PhraseRules = readonly (readonly [pattern: RegExp, words: string])[];

/**
 * The grammar of a language that leaves no number as it is: what the general rules ask of it, as words and functions, and its own readings.
 * Digits are those of a whole number.
 */
export interface WholeGrammar {
  /** The decimal mark, and the marks between groups of three digits, as insides of character classes. */
  readonly marks: { readonly decimal: string; readonly group: string };
  /** A number that counts nothing. */
  readonly cardinal: (digits: string) => string;
  /** A number that counts a noun. */
  readonly count: (digits: string, gender: Gender) => string;
  /** A number without a unit where it stands: a year, a page, a number of things. */
  readonly number: (digits: string, match: ReadingMatch) => string;
  /** A number among those that dashes join. Default: `cardinal`. */
  readonly inRow?: (digits: string) => string;
  /** Each digit after a decimal mark is said, also where there are two. */
  readonly spellsDecimals?: boolean;
  /** Words of the signs, of the point of a version, between a base and its power, and between the numbers of `3:1`, `7/3` and `3/7`. */
  readonly words: Readonly<
    Record<'point' | 'to' | 'minus' | 'plus' | 'plusMinus' | 'about' | 'dot' | 'power' | 'over' | 'outOf', string>
  >;
  /** Between the numbers of `3:1` and of `3 x 4`. Absent: such numbers are read by readings of the language. */
  readonly ratio?: string;
  readonly times?: string;
  /** Exponents with names of their own, and how others are said. Default: `cardinal`. */
  readonly powers?: Readonly<Record<string, string>>;
  readonly exponent?: (digits: string) => string;
  readonly fractions: FractionWords;
  /** Names of the months. */
  readonly months: string;
  /** Returns a date that is written in numbers with the day first, or with the year first and dashes. Absent: as `ratio`. */
  readonly date?: (day: string, month: string, year: string) => string;
  /** Books of the Bible before a chapter and a verse, `3,16` or `3:16`, as alternatives. */
  readonly scripture?: string;
  /** Words before a number that names one thing, so that `Figure 3-1` is no range, as alternatives. */
  readonly names: string;
  /** Nouns begin with a capital letter, so that a name after a unit is no sign of an initial. */
  readonly hasCapitalNouns?: boolean;
  /** Returns whether what is counted stands before a noun that it describes, and so in the singular. */
  readonly isAdjective?: (match: ReadingMatch) => boolean;
  /** Returns what is counted as it follows a named power of ten: " d'euros" in French. */
  readonly afterScale: (noun: string) => string;
  /** Joins whole units of a currency and its smaller ones: in words with their name, and in digits. */
  readonly money: (major: string, minor: string, cents: string) => string;
  /** Between a price and what it is for: `19,90 €/kg`. */
  readonly per?: string;
  /** The words of `n° 5` and `n°s 5`. */
  readonly numero?: readonly [one: string, many: string];
  readonly sections: string;
  readonly copyright: string;
  /** Replacements before everything else, and after the numbers. */
  readonly early?: PhraseRules;
  readonly phrases?: PhraseRules;
  readonly contexts?: AbbreviationContexts;
  /** Roman numerals by rules of the language, then by the general ones, with their ordinals. */
  readonly romanReadings?: readonly Reading[];
  readonly roman?: WholeRanks;
  /** Readings of numbers that are tried first, and those tried before counts and amounts. */
  readonly readings: readonly Reading[];
  readonly lateReadings?: readonly Reading[];
}

/** The fractions of a language. What it returns no words for stays. */
export interface FractionWords {
  readonly fraction: (numerator: string, denominator: string) => string | undefined;
  /** Returns the words of a whole number with a fraction. */
  readonly mixed: (whole: string, numerator: string, denominator: string) => string | undefined;
  /** Returns the words of a fraction of a unit, with a whole number that may be empty: "half a pound", "two litres et demi". */
  readonly measured: (fraction: WrittenFraction, unit: Noun) => string | undefined;
  /** What follows a fraction of something, and no score. */
  readonly ofSomething?: RegExp;
  /** A unit that is written out counts as one, too: `½ taza`. */
  readonly readsNames?: boolean;
}

/** Roman numerals of chapters, centuries and rulers. */
export interface WholeRanks {
  readonly ranks: RankWords;
  /** As those of `SpokenGrammar`. */
  readonly ordinalNouns?: string;
  /** Returns an ordinal in a form of the language, the first one for an empty name. */
  readonly ordinal: (number: number, form: string) => string | undefined;
}
