import { italianSpoken } from '../../../languages/it/italian-spoken.ts';
import { countedNouns } from '../language-rules.ts';
import { digitRowReadings } from '../reading/digit-rows.ts';
import { fractionReadings } from '../reading/fractions.ts';
import type { WrittenFraction } from '../reading/fractions.ts';
import { numericDates } from '../reading/numeric-dates.ts';
import { powerReadings } from '../reading/powers.ts';
import { quantityReadings } from '../reading/quantity.ts';
import type { Noun } from '../reading/quantity.ts';
import { dashBeforeTime, dashWord } from '../reading/ranges.ts';
import { firstWord, lastWord } from '../reading/readings.ts';
import type { Reading, ReadingMatch } from '../reading/readings.ts';
import { versionReading } from '../reading/versions.ts';
import { italianCardinal, italianCount, italianDigits, italianGender, italianOrdinal } from './italian-numbers.ts';

const months = `gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre`.split(
  ' ',
);
const monthNames = months.join('|');

const powers = { '2': 'al quadrato', '3': 'al cubo' };

const nouns = countedNouns(italianSpoken);

/** Returns the Italian readings of numbers, the more special ones first. */
export function italianReadings(): readonly Reading[] {
  return [
    ...dateReadings(),
    ...digitRowReadings({ digits: italianDigits, plus: 'più', cardinal: italianCardinal, language: 'it' }),
    ...powerReadings({ cardinal: italianCardinal, names: powers, words: { to: 'elevato a', minus: 'meno' } }),
    versionReading(italianCardinal, 'punto', 1),
    ...fractionReadings({
      ...nouns,
      cardinal: italianCardinal,
      fraction,
      mixed: (whole, top, bottom) => `${italianCardinal(whole)} e ${bottom === '2' ? 'mezzo' : fraction(top, bottom)}`,
      measured,
      words: { over: 'su', outOf: 'su', minus: 'meno' },
      months,
    }),
    {
      pattern: /(?<a>\d{1,4}):(?<b>\d{1,4})(?![\d:])/uy,
      say: ({ groups: { a = '', b = '' } }) => `${italianCardinal(a)} a ${italianCardinal(b)}`,
    },
    { pattern: /(?<a>\d{1,6})\s?[x×]\s?(?=\d)/uy, say: ({ groups: { a = '' } }) => `${italianCardinal(a)} per ` },
    ...quantityReadings({
      ...nouns,
      format: { decimal: ',', group: '. ' },
      count: italianCount,
      number: plainNumber,
      decimals,
      words: {
        point: 'virgola',
        to: 'a',
        signs: { '-': 'meno', '−': 'meno', '+': 'più', '±': 'più o meno', '~': 'circa', '≈': 'circa' },
      },
      names: /^(?:fig(?:ura)?\.?|tabella|sezione|capitolo|esercizio|esempio|tavola|volo)$/iu,
      afterScale: (noun) => ` di ${noun}`,
      money: (major, _minor, cents) => `${major} e ${italianCardinal(cents)}`,
    }),
  ];
}

function dateReadings(): readonly Reading[] {
  return [
    ...numericDates((day, month, year) => {
      return `${Number(day) === 1 ? 'primo' : italianCardinal(day)} ${months[Number(month) - 1]} ${italianCardinal(year)}`;
    }),
    { pattern: new RegExp(`1[°º]?(?=\\s(?:${monthNames})\\b)`, 'uy'), say: () => 'primo' },
    { pattern: /(?<n>\d{1,4})(?<end>[°º]|\^(?!-?\d)|ª)/uy, say: sayOrdinal },
    {
      pattern: /['’‘](?<y>\d\d)(?![\p{L}\p{N}]|[.,:]\d)/uy,
      say: ({ groups: { y = '' }, before }) => (/[\d]$/u.test(before) ? undefined : decade(y, before)),
    },
    {
      pattern: new RegExp(
        String.raw`(?<h>[01]?\d|2[0-4]):(?<m>[0-5]\d)(?::(?<s>[0-5]\d))?(?![\d:])${dashBeforeTime}`,
        'uy',
      ),
      say: ({ groups }) => clock(groups) + dashWord(groups, 'a'),
    },
    {
      pattern: /(?<h>[01]?\d|2[0-4])[.,](?<m>[0-5]\d)(?![\d.,]\d|\d)/uy,
      say: ({ groups, before }) => (/^(?:alle|ore|dalle|le|all)$/iu.test(lastWord(before)) ? clock(groups) : undefined),
    },
  ];
}

function plainNumber(digits: string, { before, after }: ReadingMatch): string {
  const noun = firstWord(after);
  if (digits !== '1' || !/^\p{Ll}/u.test(noun) || /^(?:e|a|di|o|il|la|in|per|che|è|numero)$/u.test(noun))
    return italianCardinal(digits);
  return /^(?:capitolo|pagina|numero|ore|parte)$/iu.test(lastWord(before))
    ? 'uno'
    : italianCount('1', italianGender(noun));
}

/** Two digits are one number; zeros and longer rows are read one by one. */
function decimals(digits: string): string {
  if (digits.length <= 2 && !digits.startsWith('0')) return italianCardinal(digits);
  return Array.from(digits, (digit) => italianDigits[Number(digit)] ?? '').join(' ');
}

const notRanked =
  /^(?:di|a|al|in|e|o|sotto|sopra|all|nord|sud|est|ovest|centigradi|gradi|C|F|N|S|E|W|C|per|con|il|la|dal|verso|ma|era|è)$/u;

/** "3° piano" is a rank, "30° all'ombra" an angle or a temperature. */
function sayOrdinal({ groups: { n = '', end = '' }, after }: ReadingMatch): string | undefined {
  if (end === 'ª') return italianOrdinal(n, 'feminine');
  const noun = firstWord(after);
  return (noun === '' || notRanked.test(noun) || !after.startsWith(' ')) && end === '°' ? undefined : italianOrdinal(n);
}

/** "gli anni ’60" */
function decade(digits: string, before: string): string {
  const words = italianCardinal(digits);
  return /(?:anni|nel|del|dal|al|il|maggio|giugno|aprile|nell|dell)[\s]?$/iu.test(before) ? words : `’${words}`;
}

function clock({ h = '', m = '', s = '' }: Readonly<Record<string, string>>): string {
  const hour = Number(h) === 1 ? 'una' : italianCardinal(h);
  if (s !== '' && s !== '00')
    return `${hour}, ${italianCardinal(m)} minuti e ${italianCount(s, 'masculine')} second${s === '01' ? 'o' : 'i'}`;
  return m === '00' ? hour : `${hour} e ${italianCardinal(m)}`;
}

function fraction(top: string, bottom: string): string {
  if (bottom === '2') return top === '1' ? 'mezzo' : `${italianCardinal(top)} mezzi`;
  const name = italianOrdinal(bottom);
  return `${italianCount(top, 'masculine')} ${top === '1' ? name : name.replace(/o$/u, 'i')}`;
}

/** "mezzo litro", "tre quarti di litro", "due litri e mezzo" */
function measured({ whole, top, bottom }: WrittenFraction, { one, many, gender }: Noun): string {
  const half = gender === 'feminine' ? 'mezza' : 'mezzo';
  const isHalf = top === '1' && bottom === '2';
  if (whole === '') return isHalf ? `${half} ${one}` : `${fraction(top, bottom)} di ${one}`;
  return `${italianCount(whole, gender)} ${Number(whole) === 1 ? one : many} e ${isHalf ? half : fraction(top, bottom)}`;
}
