import { firstWord, lastWord } from '../reading.ts';
import type { Reading, ReadingMatch } from '../reading.ts';
import type { PhraseRules, WholeGrammar } from '../whole-grammar.ts';
import { englishContexts } from './english-contexts.ts';
import { englishDateReadings, englishMonths } from './english-dates.ts';
import { englishFractions } from './english-fractions.ts';
import { englishCardinal, englishOrdinal, englishPairs, englishYear } from './english-numbers.ts';
import { englishRoman } from './english-roman.ts';
import { englishSpecialReadings } from './english-special.ts';
import { englishTimeReadings } from './english-times.ts';

/** Returns the grammar with which English is read aloud. American English is taken where the region is unknown. */
export function englishGrammar(region: string | undefined): WholeGrammar {
  const isBritish = region !== undefined && !['US', 'PH', 'PR'].includes(region);
  const cardinal = (digits: string): string => englishCardinal(digits, isBritish);
  return {
    marks: { decimal: '.', group: ',' },
    cardinal,
    count: cardinal,
    number: (digits, match) => plainNumber(digits, match, isBritish),
    inRow: (digits) => (digits.length === 4 ? englishYear(digits) : cardinal(digits)),
    spellsDecimals: true,
    words: signs,
    ratio: 'to',
    powers: { '2': 'squared', '3': 'cubed' },
    exponent: englishOrdinal,
    fractions: englishFractions(cardinal),
    months: englishMonths.join(' '),
    names: `fig(?:ure)?\\.?|table|section|chapter|equation|exercise|example|problem|plate|room|model|boeing|flight|highway|
      route|article|amendment|bulletin|revision`,
    isAdjective: isBeforeNoun,
    afterScale: (noun) => ` ${noun}`,
    money: (major, minor) => `${major} and ${minor}`,
    sections: 'sections',
    copyright: 'copyright',
    early: [
      // A county that the author does not name.
      [/(?<!\S)[—―]{2,}(?=shire)/gu, 'Blank'],
      // Old type without the sign of the pound.
      [/(?<![\p{L}\p{N}])L(?=\d{1,3}(?:,\d{3}){1,3}(?!\d)|\d{1,4} \d{1,2}s\.)/gu, '£'],
      // As India writes its numbers, and the rest of the world its thousands and its prices.
      [/(?<=(?<![\d,])\d{1,2}(?:,\d\d){0,3}),(?=\d\d,(?:\d\d,){0,3}\d{3}(?!,?\d))/gu, ''],
      [/(?<=(?<![\d.,-])[1-9]\d{0,2}(?: \d{3})?) (?=(?:\d{3} )?000(?!,?\d))/gu, ','],
      [/(?<=[€£]\s?\d{1,3}),(?=\d\d(?!\d))/gu, '.'],
      [/(?<=(?<![\d,])\d{1,3}),(?=\d\d\s?€)/gu, '.'],
    ],
    phrases,
    contexts: englishContexts,
    romanReadings: [englishRoman],
    readings: [...englishDateReadings(isBritish), ...englishTimeReadings(), ...englishSpecialReadings(cardinal)],
    lateReadings: [ordinalReading(isBritish)],
  };
}

const signs: WholeGrammar['words'] = {
  point: 'point',
  to: 'to',
  minus: 'minus',
  plus: 'plus',
  plusMinus: 'plus or minus',
  about: 'about',
  dot: 'point',
  power: 'to the',
  over: 'over',
  outOf: 'out of',
};

/** `a $5 bill`, `a 45° angle`: after an article and before its noun a unit is singular. */
function isBeforeNoun({ before, after }: ReadingMatch): boolean {
  return (
    /(?<!\p{L})(?:an?|each|every|another)\s$/iu.test(before) &&
    /^\s(?!and|are|but|each|for|from|had|has|less|more|than|that|the|was|were|with)\p{Ll}{3,}/u.test(after)
  );
}

const oneByOne =
  /^(?:room|suite|flight|route|highway|interstate|apartment|bus|boeing|channel|area|unit|box|platform|squadron)$/iu;
const counted =
  /^(?:men|women|people|persons|soldiers|troops|horses|ships|miles|feet|yards|meters|metres|kilometers|kilometres|acres|dollars|pounds|francs|marks|rubles|years|days|hours|minutes|words|pages|copies|times|children|students|members|books|volumes|tons|houses|inhabitants|prisoners|men-at-arms|votes|calories)$/u;

function plainNumber(digits: string, match: ReadingMatch, isBritish: boolean): string {
  const { text, before, after } = match;
  const cardinal = englishCardinal(digits, isBritish);
  if (text.includes(',')) return cardinal;
  if (/^0\d$/u.test(digits)) return `oh ${cardinal}`;
  if (digits.length === 3) return oneByOne.test(lastWord(before)) ? englishPairs(digits) : cardinal;
  const isYear = /^(?:1[1-9]\d\d|10[1-9]\d|20\d\d)$/u.test(digits) && !counted.test(firstWord(after));
  // Fifteen hundred men are counted like a year.
  return isYear || /^1[1-9]00$/u.test(digits) ? englishYear(digits, isBritish) : cardinal;
}

function ordinalReading(isBritish: boolean): Reading {
  return {
    pattern:
      /(?<n>\d{1,3}(?:,\d{3}){0,4}|\d{1,9})(?:\s?(?:st|nd|rd|th|ST|ND|RD|TH)(?<many>s|ly)?|d(?!\.))(?![\p{L}\p{N}])/uy,
    say({ text, groups: { n = '', many = '' }, before, after }) {
      if (/\s/u.test(text) || (/\dd$/u.test(text) && !isOldOrdinal(text, before, after))) return undefined;
      return englishOrdinal(n.replaceAll(',', ''), isBritish) + many;
    },
  };
}

/** `the 43d of Elizabeth`, `the 2d time`, `the 2d Regiment`. Without a sign of it, `2d` are pence. */
function isOldOrdinal(text: string, before: string, after: string): boolean {
  if (!/(?<!1)[23]d$/u.test(text)) return false;
  return (
    /^\s(?:\p{Lu}|of\b)/u.test(after) || /\b(?:the|this|that|his|her|its|our|my|your|their|every)\s$/iu.test(before)
  );
}

/** Replacements that depend on the words around a mark. */
const phrases: PhraseRules = [
  [/&c\.?(?=["'”’)\]\s]*$)/gu, ' et cetera.'],
  [/&c\.?(?![\p{L}\p{N}])/gu, ' et cetera'],
  [/\bs\/he\b/gu, 'she or he'],
  [/\b([Hh]e|[Hh]is|[Hh]im)\/(she|hers?)\b/gu, '$1 or $2'],
  [/(?<![\p{L}\p{N}])c\/o(?![\p{L}\p{N}])/gu, 'care of'],
  [/(?<![\p{L}\p{N}])w\/o(?![\p{L}\p{N}])/gu, 'without'],
  // Amounts: `$20/mo`, `60 miles/hour`.
  [
    / ?\/(?<=(?:dollars?|pounds?|euros?|cents?|pence|yen|miles?|meters?|liters?|grams?) ?\/) ?(?=(?:s|second|min|minute|h|hr|hour|day|night|wk|week|mo|month|yr|year|person|kg|kilogram|lb|pound|gallon|mile)\b)/gu,
    ' per ',
  ],
  [/ per s\b/gu, ' per second'],
  [/ per min\b/gu, ' per minute'],
  [/ per hr?\b/gu, ' per hour'],
  [/ per wk\b/gu, ' per week'],
  [/ per mo\b/gu, ' per month'],
  [/ per yr\b/gu, ' per year'],
  [/ per kg\b/gu, ' per kilogram'],
  [/ per lb\b/gu, ' per pound'],
  [
    /(?:(?<=[Cc]opyright) ?[©]|[©](?= ?[Cc]opyright)|\([Cc]\)(?= ?(?:[Cc]opyright|nineteen|twenty|two thousand)))/gu,
    '',
  ],
  [/(?<![\p{L}\p{N}])w\/(?=\s?\p{L})/gu, 'with '],
  [/(?<=(?<!\p{L})[A-G])#/gu, ' sharp'],
  [/(?<=\p{L})\+\+/gu, ' plus plus'],
  [/¶¶/gu, ' paragraphs '],
];
