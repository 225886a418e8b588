import { sentenceRules } from '../../sentence-rules.ts';
import { digitRowReadings } from '../reading/digit-rows.ts';
import { fractionReadings } from '../reading/fractions.ts';
import { numericDates } from '../reading/numeric-dates.ts';
import { quantityReading } from '../reading/quantity.ts';
import { firstWord } from '../reading/readings.ts';
import type { Reading, ReadingMatch } from '../reading/readings.ts';
import { versionReading } from '../reading/versions.ts';
import {
  spanishCardinal,
  spanishCount,
  spanishDigits,
  spanishGender,
  spanishLinks,
  spanishOrdinal,
} from './spanish-numbers.ts';
import { spanishCurrencies, spanishScales, spanishUnits } from './spanish-units.ts';

const months = `enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre`.split(' ');
/** Countries that write 1,234.56. */
const pointCountries = new Set('MX US GT HN NI PA PE PR DO SV CU 419'.split(' '));

/** Returns the Spanish readings of numbers, the more special ones first. */
export function spanishReadings(region: string | undefined): readonly Reading[] {
  const hasPoint = region !== undefined && pointCountries.has(region);
  const isAmerican = region !== undefined && region !== 'ES';
  return [
    ...dateReadings(isAmerican ? 'primero' : 'uno'),
    {
      pattern: /(?<n>\d{1,3})\.?(?<end>[ºo]s?|[ªa]s?|er)(?![\p{L}\p{N}])/uy,
      say: ({ text, groups: { n = '', end = '' } }) => (/\d[oa]s?$/u.test(text) ? undefined : sayOrdinal(n, end)),
    },
    {
      pattern: /(?<h>[01]?\d|2[0-4]):(?<m>[0-5]\d)(?:\s?h(?:oras|rs)?\.?(?!\p{L}))?(?![\d:])/uy,
      say: ({ groups: { h = '', m = '' } }) => clock(h, m),
    },
    ...digitRowReadings(spanishDigits, 'más'),
    versionReading(spanishCardinal, 'punto', hasPoint ? 2 : 1),
    ...fractionReadings({
      cardinal: spanishCardinal,
      fraction,
      mixed: (whole, top, bottom) => `${spanishCardinal(whole)} y ${bottom === '2' ? 'medio' : fraction(top, bottom)}`,
      over: 'partido por',
    }),
    {
      pattern: /(?<a>\d{1,4}):(?<b>\d{1,4})(?![\d:])/uy,
      say: ({ groups: { a = '', b = '' } }) => `${spanishCardinal(a)} a ${spanishCardinal(b)}`,
    },
    { pattern: /(?<a>\d{1,6})\s?[x×]\s?(?=\d)/uy, say: ({ groups: { a = '' } }) => `${spanishCardinal(a)} por ` },
    quantityReading({
      starters: sentenceRules('es').starters,
      format: hasPoint ? { decimal: '.', group: ', ' } : { decimal: ',', group: '. ' },
      count: spanishCount,
      number: plainNumber,
      decimals,
      words: {
        point: hasPoint ? 'punto' : 'coma',
        to: 'a',
        signs: { '-': 'menos', '−': 'menos', '+': 'más', '±': 'más menos', '~': 'unos', '≈': 'unos' },
      },
      units: spanishUnits,
      currencies: spanishCurrencies,
      scales: spanishScales,
      afterScale: (noun) => ` de ${noun}`,
      money: (major, _minor, cents) => `${major} con ${cents}`,
    }),
  ];
}

function dateReadings(firstDay: string): readonly Reading[] {
  return [
    ...numericDates((day, month, year) => {
      return `${Number(day) === 1 ? firstDay : spanishCardinal(day)} de ${months[Number(month) - 1]} de ${spanishCardinal(year)}`;
    }),
    {
      pattern:
        /1(?=\sde\s(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b)/uy,
      say: () => firstDay,
    },
  ];
}

function plainNumber(digits: string, { after }: ReadingMatch): string {
  const noun = firstWord(after);
  const isCounted = /^\p{Ll}/u.test(noun) && !spanishLinks.test(noun);
  return isCounted ? spanishCount(digits, spanishGender(noun)) : spanishCardinal(digits);
}

/** Two digits are one number; zeros and longer rows are read one by one. */
function decimals(digits: string): string {
  if (digits.length <= 2 && !digits.startsWith('0')) return spanishCardinal(digits);
  return Array.from(digits, (digit) => spanishDigits[Number(digit)] ?? '').join(' ');
}

function sayOrdinal(digits: string, end: string): string {
  if (end === 'er') return spanishOrdinal(digits).replace(/(?<=primer|tercer)o$/u, '');
  return spanishOrdinal(digits, /[ªa]/u.test(end) ? 'feminine' : 'masculine') + (end.endsWith('s') ? 's' : '');
}

function clock(hours: string, minutes: string): string {
  const hour = spanishCount(hours, 'feminine');
  if (minutes === '00') return hour;
  const words = Number(hours) <= 12 ? { '15': 'cuarto', '30': 'media' }[minutes] : undefined;
  return `${hour} y ${words ?? spanishCardinal(minutes)}`;
}

function fraction(top: string, bottom: string): string {
  const many = top === '1' ? '' : 's';
  const names: Readonly<Record<string, string>> = { '2': `medio${many}`, '3': `tercio${many}` };
  const name =
    names[bottom] ??
    (Number(bottom) <= 10
      ? spanishOrdinal(bottom) + many
      : `${spanishCardinal(bottom).replace(/[aeo]$/u, '')}avo${many}`);
  return `${spanishCount(top, 'masculine')} ${name}`;
}
