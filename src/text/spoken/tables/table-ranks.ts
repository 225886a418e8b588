import { clearRomanValue, endsSentenceBefore, firstWord, lastWord } from '../../../languages/reading.ts';
import type { Reading, ReadingMatch } from '../../../languages/reading.ts';
import type { RankWords, SpokenGrammar } from '../../../languages/spoken-grammar.ts';
import { wordSet, wordTable } from '../../../languages/word-set.ts';
import { isHeadingNumeral } from '../reading/roman-numeral.ts';
import type { NumberWords, TableLanguage } from './number-words.ts';
import { isPart, wordBefore } from './table-place.ts';

/** What the numerals of a language are read with. */
export interface RankedLanguage {
  /** BCP-47 base code. */
  readonly language: string;
  readonly grammar: Pick<SpokenGrammar, 'dottedOrdinals' | 'ordinalNouns' | 'digitNouns' | 'ranks'> &
    Partial<Pick<SpokenGrammar, 'ordinals'>>;
  readonly numbers: Pick<NumberWords, 'counting' | 'ordinal'>;
  /** Between two numerals. Without it they stay. */
  readonly to?: string;
}

/** Returns the readings of ordinals with a mark: `3º`, `19:e`, `5-го`, and `3. kapitel` where a noun shows the form. */
export function ordinalReadings(table: TableLanguage): readonly Reading[] {
  const { grammar, numbers } = table;
  const ranks = rankReader(table);
  return [
    ...Object.entries(grammar.ordinalMarks ?? {}).map(([mark, form]) => ({
      pattern: new RegExp(String.raw`(?<n>\d{1,4})${mark}(?![\p{L}\p{N}]|[.,]\d)`, 'uy'),
      say: (match: ReadingMatch) =>
        isPart(match) ? undefined : numbers.ordinal(Number(match.groups['n']), form === '-' ? '' : form),
    })),
    {
      pattern: /(?<n>\d{1,3})(?<dot>\.?)(?![\p{L}\p{N}]|[.,:]\d)/uy,
      say: (match) => (isPart(match) ? undefined : ranks(Number(match.groups['n']), match, true)),
    },
  ];
}

/** Returns the readings of Roman numerals: of chapters, centuries and rulers. Others stay. */
export function romanReadings(table: RankedLanguage): readonly Reading[] {
  const ranks = rankReader(table);
  const { labels, before: ranked = {} } = table.grammar.ranks;
  const label = wordBefore(labels);
  const canRange = [labels, ...Object.values(ranked)].map(wordBefore);
  return [
    {
      pattern: /(?<n>[IVXLCDM]{1,15})\s?[-–—]\s?(?<last>[IVXLCDM]{1,15})(?![\p{L}\p{N}\p{M}'’])/uy,
      say({ groups: { n = '', last = '' }, before }) {
        const values = [n, last].map(clearRomanValue);
        if (table.to === undefined || values.includes(undefined) || !canRange.some((words) => words.test(before)))
          return undefined;
        return values.map((value) => table.numbers.counting(String(value))).join(` ${table.to} `);
      },
    },
    {
      pattern: /(?<n>[IVXLCDM]{1,15}|[ivxl]{1,8})(?![\p{L}\p{N}\p{M}'’])(?<dot>\.?)/uy,
      say(match) {
        const { n = '', dot = '' } = match.groups;
        const value = clearRomanValue(n);
        if (value === undefined || isRomanRange(match) || isSmallWord(n, dot + match.after)) return undefined;
        const isLabel = label.test(match.before) || isHeadingNumeral({ ...match, text: n, after: dot + match.after });
        const rank = n === n.toUpperCase() ? ranks(value, match, false) : undefined;
        return rank ?? (isLabel ? table.numbers.counting(String(value)) + dot : undefined);
      },
    },
  ];
}

/** `XVIII–XIX` */
function isRomanRange({ before, after }: ReadingMatch): boolean {
  return /[IVXLCDM]\s?[-–—]\s?$/u.test(before) || /^\s?[-–—]\s?[IVXLCDM]/u.test(after);
}

/** A small letter before a word or a comma is that word's article, a conjunction or the unknown of a sum: `tom i akt`, `il numero x, che`. */
function isSmallWord(numeral: string, after: string): boolean {
  return /^[ivxl]$/u.test(numeral) && /^,?\s?[\p{L}\d]/u.test(after);
}

/** A number that may rank something, and where it stands. */
interface Rank {
  readonly value: number;
  readonly match: ReadingMatch;
  /** It is written in digits. */
  readonly isDigits: boolean;
  /** A full stop after it is that of an ordinal. */
  readonly hasDot: boolean;
  /** The full stop that ends the sentence. */
  readonly stop: '.' | '';
}

/** Returns a function for the words of a number that ranks the noun after it, or the ruler or the word before it. `isDigits`: it is no Roman numeral. */
function rankReader(
  table: RankedLanguage,
): (value: number, match: ReadingMatch, isDigits: boolean) => string | undefined {
  const { ranks, dottedOrdinals = false } = table.grammar;
  const rulers = rulerForms(ranks);
  const ranked = Object.entries(ranks.before ?? {}).map(([form, words]) => [wordBefore(words), form] as const);
  const nounRank = nounRanks(table);
  return (value, match, isDigits) => {
    const rank = rankOf(value, match, isDigits);
    if (!dottedOrdinals && rank.hasDot) return undefined;
    const ruler = ranks.first === true ? undefined : rulers.get(lastWord(match.before));
    if (ruler !== undefined && (!isDigits || rank.hasDot)) return rulerWords(rank, ruler, table);
    const [, form] = isDigits ? [] : (ranked.find(([words]) => words.test(match.before)) ?? []);
    return form === undefined ? nounRank(rank) : highest(rank, form, table);
  };
}

function rankOf(value: number, match: ReadingMatch, isDigits: boolean): Rank {
  const isDotted = match.groups['dot'] === '.';
  const isEnd = isDotted && endsSentenceBefore(match.after);
  return { value, match, isDigits, hasDot: isDotted && !isEnd, stop: isEnd ? '.' : '' };
}

/** Returns a function for the words of a number that ranks the noun after it. */
function nounRanks(table: RankedLanguage): (rank: Rank) => string | undefined {
  const { grammar, numbers, language } = table;
  const { dottedOrdinals = false, ordinalNouns = '' } = grammar;
  const nouns = new Map(wordTable(ordinalNouns).filter(([word]) => word !== ''));
  const digitNouns = wordSet(grammar.digitNouns);
  return (rank) => {
    const { value, match, isDigits, hasDot } = rank;
    const noun = firstWord(match.after).toLowerCase();
    const form = nouns.get(`${lastWord(match.before).toLowerCase()}/${noun}`) ?? nouns.get(noun);
    if (form === undefined) return dottedOrdinals && hasDot ? dotted(value, match, table) : undefined;
    const isRank = dottedOrdinals ? hasDot : !isDigits || (digitNouns.has(noun) && isCertain(value, match));
    return isRank ? inCase(numbers.ordinal(value, form === '-' ? '' : form), match, language) : undefined;
  };
}

/** "19 век" is no count: from five on it would be "веков". */
function isCertain(value: number, { before }: ReadingMatch): boolean {
  return value >= 5 && value <= 20 && !/\d\s$/u.test(before);
}

/** `3. katta`: before a small letter, where all forms are the same. */
function dotted(
  value: number,
  { after, text }: ReadingMatch,
  { grammar, numbers, language }: RankedLanguage,
): string | undefined {
  const hasOneForm = Object.keys(grammar.ordinals?.forms ?? {}).every(
    (form) => numbers.ordinal(value, form) === numbers.ordinal(value, ''),
  );
  const isName = grammar.ranks.first === true && /^[IVX]{2,}/u.test(text) && /^\s\p{Lu}/u.test(after);
  return hasOneForm && (/^\s\p{Ll}/u.test(after) || isName)
    ? inCase(numbers.ordinal(value, ''), { after }, language)
    : undefined;
}

/** A rank before a name has a capital letter. */
function inCase(
  words: string | undefined,
  { after }: Pick<ReadingMatch, 'after'>,
  language: string,
): string | undefined {
  return words !== undefined && /^\s\p{Lu}/u.test(after) ? capital(words, language) : words;
}

function rulerForms({ rulers }: RankWords): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(rulers).flatMap(([form, names]) => [...wordSet(names)].map((name) => [name, form] as const)),
  );
}

function rulerWords(
  { value, stop }: Rank,
  form: string,
  { grammar, numbers, language }: RankedLanguage,
): string | undefined {
  const { upTo = Infinity, article = '', hasCapital = false } = grammar.ranks;
  if (value > upTo) return numbers.counting(String(value)) + stop;
  const words = numbers.ordinal(value, form === '-' ? '' : form);
  return words === undefined ? undefined : article + (hasCapital ? capital(words, language) : words) + stop;
}

function highest({ value, stop }: Rank, form: string, { grammar: { ranks }, numbers }: RankedLanguage): string {
  const words = value <= (ranks.upTo ?? Infinity) ? numbers.ordinal(value, form === '-' ? '' : form) : undefined;
  return (words ?? numbers.counting(String(value))) + stop;
}

function capital(word: string, language: string): string {
  return word.slice(0, 1).toLocaleUpperCase(language) + word.slice(1);
}
