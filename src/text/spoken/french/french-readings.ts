import { frenchSpoken } from '../../../languages/fr/french-spoken.ts';
import { countedNouns } from '../language-rules.ts';
import { digitRowReadings } from '../reading/digit-rows.ts';
import { fractionReadings } from '../reading/fractions.ts';
import type { WrittenFraction } from '../reading/fractions.ts';
import { numericDates } from '../reading/numeric-dates.ts';
import { powerReadings } from '../reading/powers.ts';
import { quantityReadings } from '../reading/quantity.ts';
import type { Gender, Noun } from '../reading/quantity.ts';
import { dashBefore, dashWord } from '../reading/ranges.ts';
import { firstWord } from '../reading/readings.ts';
import type { Reading } from '../reading/readings.ts';
import { versionReading } from '../reading/versions.ts';
import { frenchDigits, frenchGender, frenchOrdinal } from './french-numbers.ts';

const months = `janvier février mars avril mai juin juillet août septembre octobre novembre décembre`.split(' ');

const powers = { '2': 'au carré', '3': 'au cube' };

const nouns = countedNouns(frenchSpoken);

/** Returns the French readings of numbers, the more special ones first. */
export function frenchReadings(cardinal: (digits: string, gender?: Gender) => string): readonly Reading[] {
  const plain = (digits: string): string => cardinal(digits);
  return [
    ...dateReadings(cardinal),
    ...digitRowReadings({ digits: frenchDigits, plus: 'plus', cardinal: plain, language: 'fr' }),
    ...powerReadings({ cardinal: plain, names: powers, words: { to: 'puissance', minus: 'moins' } }),
    versionReading(plain, 'point', 1),
    ...fractionReadings({
      ...nouns,
      cardinal: plain,
      fraction: (top, bottom) => fraction(top, bottom, plain),
      mixed: (whole, top, bottom) =>
        `${plain(whole)} et ${top === '1' && bottom === '2' ? 'demi' : fraction(top, bottom, plain)}`,
      measured: (written, unit) => measured(written, unit, cardinal),
      words: { over: 'sur', outOf: 'sur', minus: 'moins' },
      months,
    }),
    {
      pattern: /(?<a>\d{1,4}):(?<b>\d{1,4})(?![\d:])/uy,
      say: ({ groups: { a = '', b = '' } }) => `${plain(a)} à ${plain(b)}`,
    },
    { pattern: /(?<a>\d{1,6})\s?[x×]\s?(?=\d)/uy, say: ({ groups: { a = '' } }) => `${plain(a)} fois ` },
    ...quantityReadings({
      ...nouns,
      format: { decimal: ',', group: ' .' },
      count: cardinal,
      number: (digits, { after }) => cardinal(digits, frenchGender(firstWord(after))),
      decimals: (digits) => decimals(digits, plain),
      words: {
        point: 'virgule',
        to: 'à',
        signs: { '-': 'moins', '−': 'moins', '+': 'plus', '±': 'plus ou moins', '~': 'environ', '≈': 'environ' },
      },
      names: /^(?:fig(?:ure)?\.?|tableau|section|chapitre|exercice|exemple|planche|chambre|vol)$/iu,
      afterScale: of,
      money: (major, _minor, cents) => `${major} ${plain(cents)}`,
    }),
  ];
}

function dateReadings(cardinal: (digits: string, gender?: Gender) => string): readonly Reading[] {
  const plain = (digits: string): string => cardinal(digits);
  const counted = (digits: string, noun: string): string =>
    `${cardinal(digits, 'feminine')} ${noun}${Number(digits) > 1 ? 's' : ''}`;
  return [
    ...numericDates((day, month, year) => {
      return `${Number(day) === 1 ? 'premier' : plain(day)} ${months[Number(month) - 1]} ${plain(year)}`;
    }),
    {
      pattern: /(?<n>\d{1,4})\s?(?<end>ers?|res?|ères?|èmes?|ièmes?|es?|nde?s?)(?![\p{L}\p{N}])/uy,
      say: ({ text, groups: { n = '', end = '' } }) => (/\s/u.test(text) ? undefined : sayOrdinal(n, end, plain)),
    },
    {
      pattern: new RegExp(
        String.raw`(?<h>[01]?\d|2[0-4])(?:\s?h\s?(?<m>[0-5]\d)?(?:\s?min)?|:(?<n>[0-5]\d))(?:(?:(?<=min)\s?|:)(?<s>[0-5]\d)\s?s?)?(?![\p{L}\p{N}:])${dashBefore(timeOfDay)}`,
        'uy',
      ),
      say({ groups }) {
        const { h = '', m = '', n = '', s = '' } = groups;
        const minutes = Number(m + n) === 0 ? '' : ` ${cardinal(m + n, 'feminine')}`;
        const seconds = Number(s) === 0 ? '' : ` et ${counted(s, 'seconde')}`;
        return counted(h, 'heure') + minutes + seconds + dashWord(groups, 'à');
      },
    },
    {
      pattern: /(?<a>0\d(?:[ .-]\d\d){4})(?!\d)/uy,
      say: ({ groups: { a = '' } }) =>
        a
          .split(/[ .-]/u)
          .map((pair) => (pair.startsWith('0') ? `zéro ${plain(pair.slice(1))}` : plain(pair)))
          .join(', '),
    },
  ];
}

const timeOfDay = String.raw`(?:[01]?\d|2[0-4])(?:\s?h(?![\p{L}])|:[0-5]\d)`;

function sayOrdinal(digits: string, end: string, cardinal: (digits: string) => string): string | undefined {
  const plural = end.endsWith('s') ? 's' : '';
  if (end.startsWith('nd')) return digits === '2' ? `second${end.includes('e') ? 'e' : ''}${plural}` : undefined;
  if (/^(?:er|re|ère)/u.test(end) && digits !== '1') return undefined;
  return frenchOrdinal(cardinal(digits), /^(?:re|ère)/u.test(end) ? 'feminine' : 'masculine') + plural;
}

/** Two digits are one number, as French speakers say them; zeros and longer rows are read one by one. */
function decimals(digits: string, cardinal: (digits: string) => string): string {
  if (digits.length <= 2 && !digits.startsWith('0')) return cardinal(digits);
  return Array.from(digits, (digit) => frenchDigits[Number(digit)] ?? '').join(' ');
}

function fraction(top: string, bottom: string, cardinal: (digits: string) => string): string {
  const many = top === '1' ? '' : 's';
  const names: Readonly<Record<string, string>> = { '2': `demi${many}`, '3': 'tiers', '4': `quart${many}` };
  return `${cardinal(top)} ${names[bottom] ?? frenchOrdinal(cardinal(bottom)) + many}`;
}

/** "de mètres", "d'euros" */
function of(noun: string): string {
  return /^[aeéiouyh]/u.test(noun) && noun !== 'yens' ? ` d'${noun}` : ` de ${noun}`;
}

/** "un demi litre", "trois quarts de litre", "deux litres et demi" */
function measured(
  { whole, top, bottom }: WrittenFraction,
  { one, many, gender }: Noun,
  cardinal: (digits: string, gender?: Gender) => string,
): string {
  const isHalf = top === '1' && bottom === '2';
  const part = fraction(top, bottom, (digits) => cardinal(digits));
  if (whole === '') return isHalf ? `${cardinal('1', gender)} demi ${one}` : part + of(one);
  const half = gender === 'feminine' ? 'demie' : 'demi';
  return `${cardinal(whole, gender)} ${Number(whole) < 2 ? one : many} et ${isHalf ? half : part}`;
}
