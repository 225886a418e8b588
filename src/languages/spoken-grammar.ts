import type { OrdinalWords } from './ordinals.ts';
import type { AbbreviationContexts } from './reading.ts';

/**
 * What the general rules for reading aloud ask of the grammar of a language. Numbers are spelled by the rules of the Unicode CLDR (`data/numbers`).
 * Lists of words before a number are patterns, as alternatives.
 */
export interface SpokenGrammar {
  /** The decimal mark, and the marks between groups of three digits, as insides of character classes. */
  readonly marks: { readonly decimal: string; readonly group: string };
  /** The CLDR's sets of cardinals by gender, and the one for a number that counts nothing. */
  readonly cardinals: Readonly<Record<'masculine' | 'feminine' | 'neuter' | 'counting', string>>;
  /** Numbers that are said otherwise than the CLDR writes them, as a table `pattern other`; `_` is a space. */
  readonly mended?: string;
  readonly contexts?: AbbreviationContexts;
  /** Words of the signs; `to` stands between two numbers of a range. Without it ranges stay. */
  readonly words: Readonly<Record<'point' | 'minus' | 'plus' | 'about', string>> & { readonly to?: string };
  /** Between a named power of ten and what it counts: `dois milhões de reais`. */
  readonly afterScale?: string;
  /** A currency that also stands before the number, as a pattern: `kr 100`. */
  readonly moneyFirst?: string;
  /** Words of an amount of money: `{major}` and `{minor}` with their names, `{cents}` is the number of the smaller unit. */
  readonly money: string;
  /** Fractions that are read as such, where a decimal mark is not: the whole, tenths and hundredths, each as `one|few|many`. */
  readonly decimals?: readonly [whole: string, tenths: string, hundredths: string];
  /** Absent: fractions stay. */
  readonly fractions?: TableFractions;
  readonly genders?: { readonly feminine: string; readonly masculine: string };
  readonly cases?: CaseHabits;
  readonly ordinals: OrdinalWords;
  /** Marks after the digits of an ordinal, as patterns, with its form: `º`, `:e`, `-го`. */
  readonly ordinalMarks?: Readonly<Record<string, string>>;
  /** Forms of ordinals by the word that follows, as a table `word form`, or `before/word form` where they depend on the word before; `-` is the first form. */
  readonly ordinalNouns?: string;
  /** Nouns among them whose number may be in digits, from 5 to 20: a count would ask for another form. */
  readonly digitNouns?: string;
  /** A full stop after a number makes it an ordinal. */
  readonly dottedOrdinals?: boolean;
  readonly ranks: RankWords;
  readonly dates: DateWords;
  readonly years: YearWords;
  readonly times?: TimeWords;
  /** The sign of percent stands before the number, and its word, too. */
  readonly percentFirst?: string;
  /** Endings follow an apostrophe: `1921'de`. Word whose last sound is another one before a vowel, and that word. */
  readonly suffixes?: string;
}

/** Fractions of what is measured. Forms are those of masculine, feminine and neuter nouns, separated by bars, or one for all. */
export interface TableFractions {
  /** Half of one: `en halv|en halv|ett halvt`. */
  readonly half: string;
  /** What follows a whole number: `i pół`. */
  readonly andHalf: string;
  /** One and a half, where it has a word of its own. */
  readonly oneAndHalf?: string;
  /** Other fractions, as a table `3/4 tre_kvarts`. */
  readonly others: string;
  /** A half follows what it measures, after this word: `dois litros e meio`. */
  readonly after?: string;
}

/** Where a number is in another case than the one that names it. Nothing is read there but what `genitive` proves. */
export interface CaseHabits {
  /** Words before a number that ask for the genitive, and the CLDR's set for it. */
  readonly genitive?: { readonly after: string; readonly set: string };
  /** Words before a number that ask for another case, or may do so. */
  readonly other: string;
  /** Such words before an amount whose unit is written as a sign, so that nothing shows its case. */
  readonly beforeUnit?: string;
  /** Endings of nouns in another case, and nouns whose numbers have forms of their own. */
  readonly nouns: string;
}

/** What numerals of rulers, centuries and chapters are. */
export interface RankWords {
  /** Words for parts of a book, before their number. */
  readonly labels: string;
  /** Words before an ordinal by its form: `século`. */
  readonly before?: Readonly<Record<string, string>>;
  /** Names of rulers by the form of their ordinal. */
  readonly rulers: Readonly<Record<string, string>>;
  /** What is said before the ordinal of a ruler: `den`. */
  readonly article?: string;
  /** The ordinals of rulers have a capital letter. */
  readonly hasCapital?: boolean;
  /** The highest number that is an ordinal after a name or such a word; higher ones are cardinals. */
  readonly upTo?: number;
  /** Numerals stand before the name, with a full stop: `II. Mehmed`. */
  readonly first?: boolean;
}

/** How dates are said. */
export interface DateWords {
  /** Names of the months, as they stand in a date. */
  readonly months: string;
  /** Between day and month as it is written, as a pattern. */
  readonly joint: string;
  /** Between month and year as it is written, as a pattern. Default: a space, which a comma may precede. */
  readonly yearJoint?: string;
  /** What is said, with `{d}` and `{m}`, and before the year. Default: a space. */
  readonly spoken: string;
  readonly beforeYear?: string;
  /** The form of the day's ordinal, empty for the first one. Absent: a cardinal. */
  readonly day?: string;
  /** How the first day is said, where it differs from others. */
  readonly first?: string;
  /** Words before a date of which the case is not that of `day`. */
  readonly not?: string;
}

/** How years are said. */
export interface YearWords {
  /** Between the hundreds of years up to 1999, and before the rest: `nittonhundratjugo`. Absent: years are like other numbers. */
  readonly hundred?: string;
  readonly rest?: string;
  /** The last number of a year where it differs from that of a count, as `ending other`. */
  readonly last?: string;
  /** Words before a number that is a year, where a count would have to agree with what follows. */
  readonly before?: string;
  /** What is joined to a year with a hyphen, as a pattern: `1900-talet`. */
  readonly joined?: string;
  /** Where years are ordinals: what shows their form. A year without a noun stays. */
  readonly ordinal?: OrdinalYears;
}

/** Years that are ordinals of a noun. */
export interface OrdinalYears {
  /** Nouns after a year with the form of its ordinal, as a table `word form`. */
  readonly nouns: string;
  /** A noun that has another form after some words: `w 1921 roku`. */
  readonly within: { readonly after: string; readonly noun: string; readonly form: string };
  /** The noun in the genitive, which is also said after a date without it, and its form. */
  readonly genitive: { readonly noun: string; readonly form: string };
  /** How the noun is abbreviated, as a pattern. */
  readonly short: string;
}

/** How times of day are said. */
export interface TimeWords {
  /** Words before a time. */
  readonly before: string;
  /** Marks between hours and minutes, as the inside of a character class. */
  readonly marks: string;
  /** The word after a time, as a pattern. It is part of what is said. */
  readonly after?: string;
  /** What is said, with `{h}` and `{m}`; `full` without minutes, and for one hour. */
  readonly spoken: string;
  readonly full: string;
  readonly one?: string;
  /** The zero of `10:05` is said. */
  readonly hasZero?: boolean;
  /** Words before an hour without minutes, by the form of its ordinal: `godzina`. */
  readonly hours?: Readonly<Record<string, string>>;
  /** The form of the hour's ordinal. Absent: a cardinal of `gender`. */
  readonly hour?: string;
  readonly gender?: 'masculine' | 'feminine' | 'neuter';
}
