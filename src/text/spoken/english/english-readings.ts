import { englishSpoken } from '../../../languages/en/english-spoken.ts';
import { firstWord, lastWord } from '../../../languages/reading.ts';
import type { Reading, ReadingMatch } from '../../../languages/reading.ts';
import { countedNouns } from '../language-rules.ts';
import { digitRowReadings } from '../reading/digit-rows.ts';
import { quantityReadings } from '../reading/quantity.ts';
import { englishDateReadings } from './english-dates.ts';
import { englishFractionReadings } from './english-fractions.ts';
import {
  englishCardinal,
  englishDigits,
  englishOrdinal,
  englishPairs,
  englishYear,
  spellDigits,
} from './english-numbers.ts';
import { englishSpecialReadings } from './english-special.ts';
import { englishTimeReadings } from './english-times.ts';

const nouns = countedNouns(englishSpoken);

/** Returns the English readings of numbers, the more special ones first. */
export function englishReadings(isBritish: boolean): readonly Reading[] {
  const cardinal = (digits: string): string => englishCardinal(digits, isBritish);
  return [
    ...englishDateReadings(isBritish),
    ...englishTimeReadings(),
    ...englishSpecialReadings(cardinal),
    ...digitRowReadings({
      digits: englishDigits,
      plus: 'plus',
      cardinal: (digits) => (digits.length === 4 ? englishYear(digits) : cardinal(digits)),
      language: 'en',
    }),
    ...englishFractionReadings(cardinal, nouns),
    ordinalReading(isBritish),
    ...quantityReadings({
      ...nouns,
      format: { decimal: '.', group: ',' },
      count: cardinal,
      number: (digits, match) => plainNumber(digits, match, isBritish),
      decimals: spellDigits,
      words: { point: 'point', to: 'to', signs: englishSigns },
      names:
        /^(?:fig(?:ure)?\.?|table|section|chapter|equation|exercise|example|problem|plate|room|model|boeing|flight|highway|route|article|amendment|bulletin|revision)$/iu,
      isAdjective: isBeforeNoun,
      afterScale: (noun) => ` ${noun}`,
      money: (major, minor) => `${major} and ${minor}`,
    }),
  ];
}

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

const englishSigns: Readonly<Record<string, string>> = {
  '-': 'minus',
  '−': 'minus',
  '+': 'plus',
  '±': 'plus or minus',
  '~': 'about',
  '≈': 'about',
};
