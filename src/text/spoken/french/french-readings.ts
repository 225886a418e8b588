import { sentenceRules } from '../../sentence-rules.ts';
import { digitRowReadings } from '../reading/digit-rows.ts';
import { fractionReadings } from '../reading/fractions.ts';
import { numericDates } from '../reading/numeric-dates.ts';
import { quantityReading } from '../reading/quantity.ts';
import { firstWord } from '../reading/readings.ts';
import type { Reading } from '../reading/readings.ts';
import type { Gender } from '../reading/quantity.ts';
import { versionReading } from '../reading/versions.ts';
import { frenchDigits, frenchGender, frenchOrdinal } from './french-numbers.ts';
import { frenchCurrencies, frenchScales, frenchUnits } from './french-units.ts';

const months = `janvier février mars avril mai juin juillet août septembre octobre novembre décembre`.split(' ');

/** Returns the French readings of numbers, the more special ones first. */
export function frenchReadings(cardinal: (digits: string, gender?: Gender) => string): readonly Reading[] {
  const plain = (digits: string): string => cardinal(digits);
  return [
    ...dateReadings(cardinal),
    ...digitRowReadings(frenchDigits, 'plus'),
    versionReading(plain, 'point', 1),
    ...fractionReadings({
      cardinal: plain,
      fraction: (top, bottom) => fraction(top, bottom, plain),
      mixed: (whole, top, bottom) =>
        `${plain(whole)} et ${top === '1' && bottom === '2' ? 'demi' : fraction(top, bottom, plain)}`,
      over: 'sur',
    }),
    {
      pattern: /(?<a>\d{1,4}):(?<b>\d{1,4})(?![\d:])/uy,
      say: ({ groups: { a = '', b = '' } }) => `${plain(a)} à ${plain(b)}`,
    },
    { pattern: /(?<a>\d{1,6})\s?[x×]\s?(?=\d)/uy, say: ({ groups: { a = '' } }) => `${plain(a)} fois ` },
    quantityReading({
      starters: sentenceRules('fr').starters,
      format: { decimal: ',', group: ' .' },
      count: cardinal,
      number: (digits, { after }) => cardinal(digits, frenchGender(firstWord(after))),
      decimals: (digits) => decimals(digits, plain),
      words: {
        point: 'virgule',
        to: 'à',
        signs: { '-': 'moins', '−': 'moins', '+': 'plus', '±': 'plus ou moins', '~': 'environ', '≈': 'environ' },
      },
      units: frenchUnits,
      currencies: frenchCurrencies,
      scales: frenchScales,
      afterScale: (noun) => (/^[aeéiouyh]/u.test(noun) && noun !== 'yens' ? ` d'${noun}` : ` de ${noun}`),
      money: (major, _minor, cents) => `${major} ${cents}`,
    }),
  ];
}

function dateReadings(cardinal: (digits: string, gender?: Gender) => string): readonly Reading[] {
  const plain = (digits: string): string => cardinal(digits);
  return [
    ...numericDates((day, month, year) => {
      return `${Number(day) === 1 ? 'premier' : plain(day)} ${months[Number(month) - 1]} ${plain(year)}`;
    }),
    {
      pattern: /(?<n>\d{1,4})\s?(?<end>ers?|res?|ères?|èmes?|ièmes?|es?|ᵉʳ|ᵉ|nde?s?)(?![\p{L}\p{N}])/uy,
      say: ({ text, groups: { n = '', end = '' } }) => (/\s/u.test(text) ? undefined : sayOrdinal(n, end, plain)),
    },
    {
      pattern: /(?<h>[01]?\d|2[0-4])(?:\s?h\s?(?<m>[0-5]\d)?|:(?<n>[0-5]\d))(?![\p{L}\p{N}:])/uy,
      say({ groups: { h = '', m = '', n = '' } }) {
        const minutes = m + n === '00' ? '' : m + n;
        return `${cardinal(h, 'feminine')} heure${Number(h) > 1 ? 's' : ''}${minutes === '' ? '' : ` ${cardinal(minutes, 'feminine')}`}`;
      },
    },
    {
      pattern: /(?<a>0\d(?:[ .]\d\d){4})(?!\d)/uy,
      say: ({ groups: { a = '' } }) =>
        a
          .split(/[ .]/u)
          .map((pair) => (pair.startsWith('0') ? `zéro ${plain(pair.slice(1))}` : plain(pair)))
          .join(', '),
    },
  ];
}

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
