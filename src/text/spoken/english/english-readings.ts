import { englishSpoken } from '../../../languages/en/english-spoken.ts';
import { countedNouns } from '../language-rules.ts';
import { digitRowReadings } from '../reading/digit-rows.ts';
import { quantityReadings } from '../reading/quantity.ts';
import { firstWord, lastWord } from '../reading/readings.ts';
import type { Reading, ReadingMatch } from '../reading/readings.ts';
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

const nouns = countedNouns('en', englishSpoken);

/** Returns the English readings of numbers, the more special ones first. */
export function englishReadings(isBritish: boolean): readonly Reading[] {
  const cardinal = (digits: string): string => englishCardinal(digits, isBritish);
  return [
    ...englishDateReadings(isBritish),
    ...englishTimeReadings(),
    ...englishSpecialReadings(cardinal),
    ...digitRowReadings(englishDigits, 'plus', (digits) =>
      digits.length === 4 ? englishYear(digits) : cardinal(digits),
    ),
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
        /^(?:fig(?:ure)?\.?|table|section|chapter|equation|exercise|example|problem|plate|room|model|boeing|flight|highway|route)$/iu,
      afterScale: (noun) => ` ${noun}`,
      money: (major, minor) => `${major} and ${minor}`,
    }),
  ];
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
      /(?<n>\d{1,3}(?:,\d{3}){0,4}|\d{1,9})(?:\s?(?:st|nd|rd|th|ST|ND|RD|TH)(?<many>s|ly)?|d(?=\s\p{Lu}))(?![\p{L}\p{N}])/uy,
    say({ text, groups: { n = '', many = '' } }) {
      if (/\s/u.test(text) || (text.endsWith('d') && !/(?:[23]d|nd|rd)$/iu.test(text))) return undefined;
      return englishOrdinal(n.replaceAll(',', ''), isBritish) + many;
    },
  };
}

const englishSigns: Readonly<Record<string, string>> = {
  '-': 'minus',
  '−': 'minus',
  '+': 'plus',
  '±': 'plus or minus',
  '~': 'about',
  '≈': 'about',
};
