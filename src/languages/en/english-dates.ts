import { dashBefore, dashWord } from '../reading.ts';
import type { Reading, ReadingMatch } from '../reading.ts';
import { englishCardinal, englishOrdinal, englishPlural, englishYear } from './english-numbers.ts';

/** Names of the months. */
export const englishMonths =
  `January February March April May June July August September October November December`.split(' ');
const monthNames = englishMonths.join('|');
const ordinalEnd = '(?:st|nd|rd|th|d)?';
const writtenMonths = [...englishMonths, ...englishMonths.map((month) => month.toUpperCase())].join('|');

/** Returns the English readings of dates, decades and times. `isBritish`: the day comes first in 3/4/1998. */
export function englishDateReadings(isBritish: boolean): readonly Reading[] {
  return [...writtenInNumbers(isBritish), ...beside(monthNames), ...yearReadings(isBritish)];
}

function writtenInNumbers(isBritish: boolean): readonly Reading[] {
  const year = (digits: string): string => sayYear(digits, isBritish);
  const dayOf = (day: string, month: string, digits: string): string =>
    `${englishMonths[Number(month) - 1]} ${englishOrdinal(day)}, ${year(digits)}`;
  return [
    {
      pattern: /(?<y>\d{4})-(?<m>0[1-9]|1[0-2])-(?<d>0[1-9]|[12]\d|3[01])(?!\d|-)/uy,
      say: ({ groups: { y = '', m = '', d = '' } }) => dayOf(d, m, y),
    },
    {
      pattern: /(?<a>\d{1,2})(?<mark>[/.–-])(?<b>\d{1,2})\k<mark>(?<y>\d{4}|\d\d)(?![\d/.–-]\d|\d)/uy,
      say({ groups: { a = '', b = '', y = '', mark } }) {
        const isDayFirst = isBritish || mark === '.' || Number(a) > 12;
        const [day, month] = isDayFirst ? [a, b] : [b, a];
        return isDate(day, month, y, mark) ? dayOf(day, month, y) : undefined;
      },
    },
  ];
}

/** Returns the readings of days before and after the name of a month. */
function beside(names: string): readonly Reading[] {
  return [
    {
      pattern: new RegExp(
        `(?<a>\\d{1,2})${ordinalEnd}(?:\\s?(?<mark>[-–/])\\s?(?<b>\\d{1,2})${ordinalEnd})?(?=\\s(?:of\\s)?(?:${names})\\b)`,
        'uy',
      ),
      say: dayBeforeMonth,
    },
    {
      pattern: new RegExp(
        `(?<a>\\d{1,2})${ordinalEnd}(?:\\s?[-–]\\s?(?<b>\\d{1,2})${ordinalEnd})?(?![\\d:/%°$£€]|[.,]\\d|\\s?(?:AM|PM|am|pm|[ap]\\.m)\\b)${dashBefore(`(?:${writtenMonths})\\b`)}`,
        'uy',
      ),
      say: dayAfterMonth,
    },
  ];
}

function yearReadings(isBritish: boolean): readonly Reading[] {
  return [
    {
      pattern: new RegExp(String.raw`(?<y>1\d\d0|20\d0)['’]?s(?![\p{L}\p{N}])${dashBefore(decade)}`, 'uy'),
      say({ groups }) {
        const { y = '' } = groups;
        const words = y.endsWith('000') ? `${englishCardinal(y)}s` : englishPlural(englishYear(y));
        return words + dashWord(groups, 'to');
      },
    },
    {
      pattern: new RegExp(String.raw`['’‘]?(?<d>[2-9]0)['’]?s(?![\p{L}\p{N}])${dashBefore(decade)}`, 'uy'),
      say: ({ groups }) => englishPlural(englishCardinal(groups['d'] ?? '')) + dashWord(groups, 'to'),
    },
    {
      pattern: /['’‘](?<y>\d\d)(?![\p{L}\p{N}]|[.,:]\d)/uy,
      say: ({ groups: { y = '' }, before }) => (/[\p{L}\p{N}]$/u.test(before) ? undefined : shortYear(y)),
    },
    {
      pattern: /(?<y>1[0-9]\d\d|20\d\d)[/–-](?<b>\d\d)(?![\d/–-]|[.,]\d)/uy,
      say: ({ groups: { y = '', b = '' }, text }) =>
        Number(b) > Number(y.slice(2))
          ? `${sayYear(y, isBritish)}${text.includes('/') ? ' ' : ' to '}${shortYear(b)}`
          : undefined,
    },
  ];
}

const decade = String.raw`['’‘]?(?:\d\d)?\d0['’]?s(?![\p{L}\p{N}])`;

/** Returns the words of a year of two or four digits. */
function sayYear(digits: string, isBritish: boolean): string {
  return digits.length === 2 ? shortYear(digits) : englishYear(digits, isBritish);
}

function shortYear(digits: string): string {
  return digits.startsWith('0') ? `oh ${englishCardinal(digits.slice(1))}` : englishCardinal(digits);
}

function isDay(day: string): boolean {
  return Number(day) >= 1 && Number(day) <= 31;
}

/** Without the century, dots are those of a version or a section. */
function isDate(day: string, month: string, year: string, mark: string | undefined): boolean {
  return isDay(day) && Number(month) >= 1 && Number(month) <= 12 && (mark !== '.' || year.length === 4);
}

function days({ groups: { a = '', b = '', mark } }: ReadingMatch): string | undefined {
  if (!isDay(a) || (b !== '' && !isDay(b))) return undefined;
  return englishOrdinal(a) + (b === '' ? '' : `${mark === '/' ? ',' : ' to'} ${englishOrdinal(b)}`);
}

const articles = new RegExp(String.raw`\b(?:the|this|that|every|each|of|${monthNames})\s$`, 'iu');
const afterMonth = new RegExp(String.raw`(?<![\p{L}])(?:${writtenMonths})(?: the)?\s$`, 'u');

function dayBeforeMonth(match: ReadingMatch): string | undefined {
  const words = days(match);
  if (words === undefined) return undefined;
  const isOf = /^\sof\b/u.test(match.after);
  const hasArticle = articles.test(match.before);
  return `${hasArticle || isOf ? '' : 'the '}${words}${isOf ? '' : ' of'}`;
}

/** `April 28, 29.` */
const secondDay = new RegExp(String.raw`(?<!\p{L})(?:${writtenMonths})\s\d{1,2},\s$`, 'u');

function dayAfterMonth(match: ReadingMatch): string | undefined {
  const isSecond = secondDay.test(match.before) && /^(?:[.;:)]|$)/u.test(match.after);
  if (!isSecond && !afterMonth.test(match.before)) return undefined;
  if (/^\s(?:miles|people|men|women|years|days|hours|percent|million|thousand)\b/u.test(match.after)) return undefined;
  const words = days(match);
  return words === undefined ? undefined : words + dashWord(match.groups, 'to');
}
