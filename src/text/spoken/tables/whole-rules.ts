import type { SpokenWords } from '../../../languages/language.ts';
import { lastWord } from '../../../languages/reading.ts';
import type { Reading } from '../../../languages/reading.ts';
import { wordSet } from '../../../languages/word-set.ts';
import type { Noun, PhraseRules, WholeGrammar, WholeRanks } from '../../../languages/whole-grammar.ts';
import { countedNouns, languageRules } from '../language-rules.ts';
import type { LanguageRules } from '../language-rules.ts';
import { digitRowReadings } from '../reading/digit-rows.ts';
import { fractionReadings } from '../reading/fractions.ts';
import { englishThousands } from '../reading/number-format.ts';
import { numericDates } from '../reading/numeric-dates.ts';
import { powerReadings } from '../reading/powers.ts';
import { quantityReadings } from '../reading/quantity.ts';
import { versionReading } from '../reading/versions.ts';
import { decimalWords } from './table-amounts.ts';
import { oneLine } from './table-place.ts';
import { romanReadings } from './table-ranks.ts';
import type { RankedLanguage } from './table-ranks.ts';

/** Returns the rules of a language (its BCP-47 base code) that leaves no number as it is. */
export function wholeRules(language: string, words: SpokenWords, grammar: WholeGrammar): LanguageRules {
  const { roman, marks } = grammar;
  return languageRules(words, {
    groupMark: marks.group.includes(' ') ? ' ' : marks.group,
    early: [...earlyPhrases(grammar), ...(grammar.early ?? [])],
    special: grammar.contexts,
    roman: [
      ...(grammar.romanReadings ?? []),
      ...(roman === undefined ? [] : romanReadings(ranked(language, grammar, roman))),
    ],
    numbers: numberReadings(language, words, grammar),
    phrases: [...(grammar.phrases ?? []), ...latePhrases(grammar)],
  });
}

function ranked(language: string, { cardinal, words }: WholeGrammar, roman: WholeRanks): RankedLanguage {
  return { language, grammar: roman, numbers: { counting: cardinal, ordinal: roman.ordinal }, to: words.to };
}

function earlyPhrases({ per, numero, marks }: WholeGrammar): PhraseRules {
  const phrases: (readonly [RegExp, string])[] = marks.decimal === ',' ? [englishThousands] : [];
  if (per !== undefined) phrases.push([/(?<=[€$£]) ?\/ ?(?=\p{L}{3})/gu, ` ${per} `]);
  if (numero !== undefined)
    phrases.push(
      [/(?<![\p{L}\p{N}])[nN]\.?[°º](?=\s?\d)/gu, numero[0]],
      [/(?<![\p{L}\p{N}])[nN]\.?[°º]s(?=\s?\d)/gu, numero[1]],
    );
  return phrases;
}

function latePhrases({ sections, copyright }: WholeGrammar): PhraseRules {
  return [
    [/(?<=\p{L})\/(?=\p{L})/gu, ' '],
    [/§§/gu, ` ${sections} `],
    [/[Cc]opyright ?©|© ?(?=[Cc]opyright)/gu, `${copyright} `],
  ];
}

/** Returns the readings of numbers, the more special ones first. */
function numberReadings(language: string, spoken: SpokenWords, grammar: WholeGrammar): readonly Reading[] {
  const { cardinal, words, marks } = grammar;
  const nouns = countedNouns(spoken);
  const digits = Array.from('0123456789', cardinal);
  return [
    ...(grammar.date === undefined ? [] : numericDates(grammar.date)),
    ...(grammar.scripture === undefined ? [] : [verseReading(grammar, grammar.scripture)]),
    ...grammar.readings,
    minutesReading(grammar, nouns.units),
    ...digitRowReadings({ digits, plus: words.plus, cardinal: grammar.inRow ?? cardinal, language }),
    ...powerReadings({
      cardinal,
      names: grammar.powers,
      words: { to: words.power, minus: words.minus },
      exponent: grammar.exponent,
    }),
    versionReading(cardinal, words.dot, marks.decimal === '.' ? 2 : 1),
    ...fractionReadings({ ...nouns, ...grammar.fractions, cardinal, words, months: [...wordSet(grammar.months)] }),
    ...pairReadings(grammar),
    ...(grammar.lateReadings ?? []),
    ...quantityReadings({
      ...nouns,
      format: marks,
      count: grammar.count,
      number: grammar.number,
      decimals: (text) => decimalWords(text, cardinal, grammar.spellsDecimals),
      words: { point: words.point, to: words.to, signs: signWords(words) },
      hasCapitalNouns: grammar.hasCapitalNouns,
      names: new RegExp(`^(?:${oneLine(grammar.names)})$`, 'iu'),
      isAdjective: grammar.isAdjective,
      afterScale: grammar.afterScale,
      money: grammar.money,
    }),
  ];
}

/** `3:1`, `3 x 4`, and the number of a law with its year, `196/2003`. */
function pairReadings({ cardinal, ratio, times }: WholeGrammar): readonly Reading[] {
  const readings: Reading[] = [
    {
      pattern: /(?<a>[1-9]\d{0,2})\/(?=(?:1[5-9]|20)\d\d(?![\d/]))/uy,
      say: ({ groups: { a = '' } }) => `${cardinal(a)}, `,
    },
  ];
  if (ratio !== undefined)
    readings.push({
      pattern: /(?<a>\d{1,4}):(?<b>\d{1,4})(?![\d:])/uy,
      say: ({ groups: { a = '', b = '' } }) => `${cardinal(a)} ${ratio} ${cardinal(b)}`,
    });
  if (times !== undefined)
    readings.push({
      pattern: /(?<a>\d{1,6})\s?[x×]\s?(?=\d)/uy,
      say: ({ groups: { a = '' } }) => `${cardinal(a)} ${times} `,
    });
  return readings;
}

/** `Joh. 3,16-18` */
function verseReading({ cardinal, words }: WholeGrammar, books: string): Reading {
  const isBook = new RegExp(`^(?:${oneLine(books)})\\.?$`, 'u');
  return {
    pattern: /(?<c>\d{1,3})[,:]\s?(?<v>\d{1,3})(?:[-–](?<end>\d{1,3}))?(?!\d|[.,:]\d|\s?[%€$])/uy,
    say({ groups: { c = '', v = '', end = '' }, before }) {
      if (!isBook.test(lastWord(before))) return undefined;
      return `${cardinal(c)}, ${cardinal(v)}${end === '' ? '' : ` ${words.to} ${cardinal(end)}`}`;
    },
  };
}

/** `4'33"`, `12° 30′`. Fewer than twelve without degrees are inches. */
function minutesReading({ count }: WholeGrammar, units: ReadonlyMap<string, Noun>): Reading {
  const named = (digits: string, sign: string): readonly string[] => {
    const noun = units.get(sign);
    return digits === '' || noun === undefined
      ? []
      : [`${count(digits, noun.gender)} ${Number(digits) === 1 ? noun.one : noun.many}`];
  };
  return {
    pattern: /(?:(?<d>\d{1,3})°\s?)?(?<m>\d{1,2})['′’](?:\s?(?<s>\d{1,2})["″”])?(?![\p{L}\d])/uy,
    say({ groups: { d = '', m = '', s = '' } }) {
      if (d === '' && !(Number(s) >= 12 && Number(s) < 60)) return undefined;
      return [...named(d, '°'), ...named(m, 'min'), ...named(s, units.has('s') ? 's' : 'sec')].join(' ');
    },
  };
}

function signWords({ minus, plus, plusMinus, about }: WholeGrammar['words']): Readonly<Record<string, string>> {
  return { '-': minus, '−': minus, '+': plus, '±': plusMinus, '~': about, '≈': about };
}
