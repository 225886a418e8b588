import { germanSpoken } from '../../../languages/de/german-spoken.ts';
import { dashBefore, dashWord, firstWord, lastWord } from '../../../languages/reading.ts';
import type { Reading, ReadingMatch } from '../../../languages/reading.ts';
import type { Noun, WrittenFraction } from '../../../languages/whole-grammar.ts';
import { countedNouns } from '../language-rules.ts';
import { digitRowReadings } from '../reading/digit-rows.ts';
import { fractionReadings } from '../reading/fractions.ts';
import { powerReadings } from '../reading/powers.ts';
import { quantityReadings } from '../reading/quantity.ts';
import { versionReading } from '../reading/versions.ts';
import { germanDateReadings } from './german-dates.ts';
import { germanCardinal, germanCount, germanDigits, germanFraction, germanYear, inCompound } from './german-numbers.ts';
import { germanGender, germanMonths } from './german-ordinals.ts';

const nouns = countedNouns(germanSpoken);

/** Returns the German readings of numbers, the more special ones first. */
export function germanReadings(): readonly Reading[] {
  return [
    ...germanDateReadings(),
    percentReading,
    compoundReading,
    decadeReading,
    ...digitRowReadings({ digits: germanDigits, plus: 'plus', cardinal: germanCardinal, language: 'de' }),
    ...powerReadings({ cardinal: germanCardinal, words: { to: 'hoch', minus: 'minus' } }),
    versionReading(germanCardinal, 'Punkt', 1),
    ...fractionReadings({
      ...nouns,
      cardinal: germanCardinal,
      fraction: germanFraction,
      mixed,
      measured,
      words: { over: 'durch', outOf: 'von', minus: 'minus' },
      months: germanMonths,
    }),
    { pattern: /(?<a>\d{1,6})\s?[x×]\s?(?=\d)/uy, say: ({ groups: { a = '' } }) => `${germanCardinal(a)} mal ` },
    { pattern: /(?<a>\d{1,4})[x×](?![\p{L}\p{N}])/uy, say: ({ groups: { a = '' } }) => `${inCompound(Number(a))}mal` },
    ...quantityReadings({
      ...nouns,
      format: { decimal: ',', group: ". '’" },
      count: germanCount,
      number: plainNumber,
      decimals: (digits) => Array.from(digits, (digit) => germanDigits[Number(digit)] ?? '').join(' '),
      words: {
        point: 'Komma',
        to: 'bis',
        signs: { '-': 'minus', '−': 'minus', '+': 'plus', '±': 'plus minus', '~': 'etwa', '≈': 'etwa' },
      },
      hasCapitalNouns: true,
      names: /^(?:abb(?:ildung)?\.?|tab(?:elle)?\.?|abschnitt|aufgabe|übung|beispiel|tafel|zimmer|flug)$/iu,
      afterScale: (noun) => ` ${noun}`,
      money: (major, _minor, cents) => `${major} ${germanCardinal(cents)}`,
    }),
  ];
}

/** `50%ig` */
const percentReading: Reading = {
  pattern: /(?<a>\d{1,4})\s?-?%-?(?<rest>ig\p{Ll}{0,2})(?!\p{L})/uy,
  say: ({ groups: { a = '', rest = '' } }) => `${inCompound(Number(a))}prozent${rest}`,
};

/** "3-mal", "5-jährig", "10fach" are one word. */
const compoundReading: Reading = {
  pattern:
    /(?<a>\d{1,4})-?(?<rest>(?:mal|fach|jährig|stündig|tägig|wöchig|monatig|minütig|köpfig|teilig|stellig|prozentig|bändig|stöckig|zeilig|seitig|spurig|sitzig|silbig|gängig|händig|beinig|eckig|mals)\p{Ll}{0,8})(?![\p{L}\p{N}])/uy,
  say: ({ groups: { a = '', rest = '' } }) => inCompound(Number(a)) + rest,
};

/** `1960er-80er` */
const decadeReading: Reading = {
  pattern: new RegExp(
    String.raw`(?<a>\d{1,4})er(?<n>n?)(?![\p{L}\p{N}])${dashBefore(String.raw`['’]?\d{2,4}er(?!\p{L})`)}`,
    'uy',
  ),
  say: ({ groups }) => `${inCompound2(groups['a'] ?? '')}er${groups['n']}${dashWord(groups, 'bis')}`,
};

function inCompound2(digits: string): string {
  return digits.length === 4 ? germanYear(digits) : inCompound(Number(digits));
}

function mixed(whole: string, top: string, bottom: string): string {
  if (top === '1' && bottom === '2') return `${inCompound(Number(whole))}einhalb`;
  return `${germanCardinal(whole)} ${germanFraction(top, bottom)}`;
}

/** "ein halber Liter", "drei Viertel Liter", "zweieinhalb Liter" */
function measured({ whole, top, bottom }: WrittenFraction, { one, many, gender }: Noun): string {
  if (whole !== '') return `${mixed(whole, top, bottom)} ${many}`;
  if (top !== '1' || bottom !== '2') return `${germanFraction(top, bottom)} ${one}`;
  return `${{ feminine: 'eine halbe', masculine: 'ein halber', neuter: 'ein halbes' }[gender]} ${one}`;
}

const counters =
  /^(?:Kapitel|Seiten?|Nummer|Band|Teil|Akt|Szene|Vers|Zeile|Paragraf|Artikel|Abbildung|Tafel|Zimmer|Platz|Gleis|Linie|Absatz|Punkt)$/u;

function plainNumber(digits: string, { text, before, after }: ReadingMatch): string {
  if (digits === '1') {
    const noun = firstWord(after);
    return /^\p{Lu}/u.test(noun) && !counters.test(lastWord(before)) ? germanCount('1', germanGender(noun)) : 'eins';
  }
  return digits.length === 4 && /^[\d–-]+$/u.test(text.trim()) ? germanYear(digits) : germanCardinal(digits);
}
