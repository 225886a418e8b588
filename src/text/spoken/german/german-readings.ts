import { sentenceRules } from '../../sentence-rules.ts';
import { digitRowReadings } from '../reading/digit-rows.ts';
import { fractionReadings } from '../reading/fractions.ts';
import { quantityReading } from '../reading/quantity.ts';
import { firstWord, lastWord } from '../reading/readings.ts';
import type { Reading, ReadingMatch } from '../reading/readings.ts';
import { versionReading } from '../reading/versions.ts';
import { germanCardinal, germanCount, germanDigits, germanFraction, germanYear, inCompound } from './german-numbers.ts';
import { germanDateReadings } from './german-dates.ts';
import { germanGender } from './german-ordinals.ts';
import { germanCurrencies, germanScales, germanUnits } from './german-units.ts';

/** Returns the German readings of numbers, the more special ones first. */
export function germanReadings(): readonly Reading[] {
  return [
    ...germanDateReadings(),
    compoundReading,
    { pattern: /(?<a>\d{1,4})er(?![\p{L}\p{N}])/uy, say: ({ groups: { a = '' } }) => `${inCompound2(a)}er` },
    ...digitRowReadings(germanDigits, 'plus'),
    versionReading(germanCardinal, 'Punkt', 1),
    ...fractionReadings({ cardinal: germanCardinal, fraction: germanFraction, mixed, over: 'durch' }),
    { pattern: /(?<a>\d{1,6})\s?[x×]\s?(?=\d)/uy, say: ({ groups: { a = '' } }) => `${germanCardinal(a)} mal ` },
    { pattern: /(?<a>\d{1,4})[x×](?![\p{L}\p{N}])/uy, say: ({ groups: { a = '' } }) => `${inCompound(Number(a))}mal` },
    quantityReading({
      starters: sentenceRules('de').starters,
      format: { decimal: ',', group: ".'’" },
      count: germanCount,
      number: plainNumber,
      decimals: (digits) => Array.from(digits, (digit) => germanDigits[Number(digit)] ?? '').join(' '),
      words: {
        point: 'Komma',
        to: 'bis',
        signs: { '-': 'minus', '−': 'minus', '+': 'plus', '±': 'plus minus', '~': 'etwa', '≈': 'etwa' },
      },
      units: germanUnits,
      currencies: germanCurrencies,
      scales: germanScales,
      afterScale: (noun) => ` ${noun}`,
      money: (major, _minor, cents) => `${major} ${cents}`,
    }),
  ];
}

/** "3-mal", "5-jährig", "10fach" are one word. */
const compoundReading: Reading = {
  pattern:
    /(?<a>\d{1,4})-?(?<rest>(?:mal|fach|jährig|stündig|tägig|wöchig|monatig|minütig|köpfig|teilig|stellig|prozentig|bändig|stöckig|zeilig|seitig|spurig|sitzig|silbig|gängig|händig|beinig|eckig|mals)\p{Ll}{0,8})(?![\p{L}\p{N}])/uy,
  say: ({ groups: { a = '', rest = '' } }) => inCompound(Number(a)) + rest,
};

function inCompound2(digits: string): string {
  return digits.length === 4 ? germanYear(digits) : inCompound(Number(digits));
}

function mixed(whole: string, top: string, bottom: string): string {
  if (top === '1' && bottom === '2') return `${inCompound(Number(whole))}einhalb`;
  return `${germanCardinal(whole)} ${germanFraction(top, bottom)}`;
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
