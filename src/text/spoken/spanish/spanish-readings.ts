import { spanishSpoken } from '../../../languages/es/spanish-spoken.ts';
import { countedNouns } from '../language-rules.ts';
import { digitRowReadings } from '../reading/digit-rows.ts';
import { fractionReadings } from '../reading/fractions.ts';
import type { WrittenFraction } from '../reading/fractions.ts';
import { numericDates } from '../reading/numeric-dates.ts';
import { powerReadings } from '../reading/powers.ts';
import { quantityReadings } from '../reading/quantity.ts';
import type { Noun } from '../reading/quantity.ts';
import { dashBeforeTime, dashWord } from '../reading/ranges.ts';
import { firstWord } from '../reading/readings.ts';
import type { Reading, ReadingMatch } from '../reading/readings.ts';
import { stopOf } from '../reading/sentence-end.ts';
import { versionReading } from '../reading/versions.ts';
import {
  spanishCardinal,
  spanishCount,
  spanishDigits,
  spanishGender,
  spanishLinks,
  spanishOrdinal,
} from './spanish-numbers.ts';

const months = `enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre`.split(' ');
/** Countries that write 1,234.56. */
const pointCountries = new Set('MX US GT HN NI PA PE PR DO SV CU 419'.split(' '));

const powers = { '2': 'al cuadrado', '3': 'al cubo' };

const nouns = countedNouns(spanishSpoken);

/** Returns the Spanish readings of numbers, the more special ones first. */
export function spanishReadings(region: string | undefined): readonly Reading[] {
  const hasPoint = region !== undefined && pointCountries.has(region);
  const isAmerican = region !== undefined && region !== 'ES';
  return [
    ...dateReadings(isAmerican ? 'primero' : 'uno'),
    ordinalReading,
    timeReading,
    spanishTelephone,
    ...digitRowReadings({ digits: spanishDigits, plus: 'más', cardinal: spanishCardinal, language: 'es' }),
    ...powerReadings({ cardinal: spanishCardinal, names: powers, words: { to: 'elevado a', minus: 'menos' } }),
    versionReading(spanishCardinal, 'punto', hasPoint ? 2 : 1),
    ...fractionReadings({
      ...nouns,
      cardinal: spanishCardinal,
      fraction,
      mixed: (whole, top, bottom) => `${spanishCardinal(whole)} y ${bottom === '2' ? 'medio' : fraction(top, bottom)}`,
      measured,
      words: { over: 'partido por', outOf: 'de', minus: 'menos' },
      months,
    }),
    {
      pattern: /(?<a>\d{1,4}):(?<b>\d{1,4})(?![\d:])/uy,
      say: ({ groups: { a = '', b = '' } }) => `${spanishCardinal(a)} a ${spanishCardinal(b)}`,
    },
    { pattern: /(?<a>\d{1,6})\s?[x×]\s?(?=\d)/uy, say: ({ groups: { a = '' } }) => `${spanishCardinal(a)} por ` },
    ...quantityReadings({
      ...nouns,
      format: hasPoint ? { decimal: '.', group: ', ' } : { decimal: ',', group: '. ' },
      count: spanishCount,
      number: plainNumber,
      decimals,
      words: {
        point: hasPoint ? 'punto' : 'coma',
        to: 'a',
        signs: { '-': 'menos', '−': 'menos', '+': 'más', '±': 'más menos', '~': 'unos', '≈': 'unos' },
      },
      names: /^(?:fig(?:ura)?\.?|tabla|cuadro|sección|capítulo|ejercicio|ejemplo|lámina|vuelo)$/iu,
      afterScale: (noun) => ` de ${noun}`,
      money: (major, _minor, cents) => `${major} con ${spanishCardinal(cents)}`,
    }),
  ];
}

/** `1.º`, `3ª`, `1.er`, `2da` */
const ordinalReading: Reading = {
  pattern: /(?<n>\d{1,3})\.?(?<end>[ºo]s?|[ªa]s?|er|[dmnrtv][oa]s?)(?![\p{L}\p{N}])/uy,
  // `180º` are degrees.
  say: ({ text, groups: { n = '', end = '' } }) => (/\d[oa]s?$|^\d{3}º/u.test(text) ? undefined : sayOrdinal(n, end)),
};

const timeReading: Reading = {
  pattern: new RegExp(
    String.raw`(?<h>[01]?\d|2[0-4]):(?<m>[0-5]\d)(?::(?<s>[0-5]\d))?(?:\s?h(?:oras|rs)?\.?(?!\p{L}))?(?![\d:])${dashBeforeTime}`,
    'uy',
  ),
  say: ({ text, groups, after }) => clock(groups) + dashWord(groups, 'a') + stopOf(text, after),
};

const spanishTelephone: Reading = {
  pattern: /(?:[89]\d \d{3}|[6-9]\d{2} \d{2}) \d{2} \d{2}(?! ?\d)/uy,
  say: ({ text }) => Array.from(text.replaceAll(' ', ''), (digit) => spanishDigits[Number(digit)]).join(' '),
};

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

function clock({ h = '', m = '', s = '' }: Readonly<Record<string, string>>): string {
  const hour = spanishCount(h, 'feminine');
  if (s !== '' && s !== '00')
    return `${hour}, ${spanishCardinal(m)} minutos y ${spanishCount(s, 'masculine')} segundo${s === '01' ? '' : 's'}`;
  if (m === '00') return hour;
  const words = Number(h) <= 12 ? { '15': 'cuarto', '30': 'media' }[m] : undefined;
  return `${hour} y ${words ?? spanishCardinal(m)}`;
}

function fraction(top: string, bottom: string): string {
  const many = top === '1' ? '' : 's';
  const names: Readonly<Record<string, string>> = { '2': `medio${many}`, '3': `tercio${many}` };
  // Above ten only round numbers have names in common use.
  if (Number(bottom) > 99 && !/^[1-9]0+$/u.test(bottom))
    return `${spanishCardinal(top)} sobre ${spanishCardinal(bottom)}`;
  const isOrdinal = Number(bottom) <= 10 || Number(bottom) > 99;
  const name =
    names[bottom] ??
    (isOrdinal ? spanishOrdinal(bottom) + many : `${spanishCardinal(bottom).replace(/[aeo]$/u, '')}avo${many}`);
  return `${spanishCount(top, 'masculine')} ${name}`;
}

/** "medio litro", "tres cuartos de litro", "dos litros y medio" */
function measured({ whole, top, bottom }: WrittenFraction, { one, many, gender }: Noun): string {
  const half = gender === 'feminine' ? 'media' : 'medio';
  const isHalf = top === '1' && bottom === '2';
  if (whole === '') return isHalf ? `${half} ${one}` : `${fraction(top, bottom)} de ${one}`;
  return `${spanishCount(whole, gender)} ${Number(whole) === 1 ? one : many} y ${isHalf ? half : fraction(top, bottom)}`;
}
