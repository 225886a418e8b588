import { dashBefore, dashWord, firstWord, lastWord } from '../reading.ts';
import type { Reading, ReadingMatch } from '../reading.ts';
import type { Noun, WholeGrammar, WrittenFraction } from '../whole-grammar.ts';
import { germanDateReadings } from './german-dates.ts';
import { germanCardinal, germanCount, germanFraction, germanYear, inCompound } from './german-numbers.ts';
import { germanGender, germanMonths } from './german-ordinals.ts';
import { germanRoman } from './german-roman.ts';

/** Returns the grammar with which German is read aloud. */
export function germanGrammar(): WholeGrammar {
  return {
    marks: { decimal: ',', group: ". '’" },
    cardinal: germanCardinal,
    count: germanCount,
    number: plainNumber,
    spellsDecimals: true,
    words: signs,
    ratio: 'zu',
    times: 'mal',
    fractions: { fraction: germanFraction, mixed, measured },
    months: germanMonths.join(' '),
    names: 'abb(?:ildung)?\\.?|tab(?:elle)?\\.?|abschnitt|aufgabe|übung|beispiel|tafel|zimmer|flug',
    scripture: `Mose|Jos|Sam|Kön|Ps|Psalm|Spr|Pred|Jes|Jer|Hes|Dan|Matth|Mt|Mk|Mark|Lk|Luk|Joh|Apg|Röm|Kor|Korinther|Gal|Eph|Phil|
      Kol|Thess|Tim|Hebr|Jak|Petr|Offb|Matthäus|Markus|Lukas|Johannes|Römer|Offenbarung`,
    hasCapitalNouns: true,
    afterScale: (noun) => ` ${noun}`,
    money: (major, _minor, cents) => `${major} ${germanCardinal(cents)}`,
    per: 'pro',
    sections: 'Paragrafen',
    copyright: 'Copyright',
    phrases: [
      [/(?<=\p{L}) ?\/ ?km²/gu, ' pro Quadratkilometer'],
      [/(?<=\p{L}) ?\/ ?m²/gu, ' pro Quadratmeter'],
      [/(?<=Liter) ?\/ ?(?=hundert Kilometer)/gu, ' auf '],
    ],
    // "des 19. Jh." is "des neunzehnten Jahrhunderts".
    contexts: {
      'jh.': ({ before }) => (/\bdes\s[\dIVXLC]{1,6}\.\s?$/u.test(before) ? 'Jahrhunderts' : undefined),
    },
    romanReadings: [germanRoman],
    readings: [...germanDateReadings(), percentReading, compoundReading, decadeReading, timesReading],
  };
}

const signs: WholeGrammar['words'] = {
  point: 'Komma',
  to: 'bis',
  minus: 'minus',
  plus: 'plus',
  plusMinus: 'plus minus',
  about: 'etwa',
  dot: 'Punkt',
  power: 'hoch',
  over: 'durch',
  outOf: 'von',
};

/** `50%ig` */
const percentReading: Reading = {
  pattern: /(?<a>\d{1,4})\s?-?%-?(?<rest>ig\p{Ll}{0,2})(?!\p{L})/uy,
  say: ({ groups: { a = '', rest = '' } }) => `${inCompound(a)}prozent${rest}`,
};

/** "3-mal", "5-jährig", "10fach" are one word. */
const compoundReading: Reading = {
  pattern:
    /(?<a>\d{1,4})-?(?<rest>(?:mal|fach|jährig|stündig|tägig|wöchig|monatig|minütig|köpfig|teilig|stellig|prozentig|bändig|stöckig|zeilig|seitig|spurig|sitzig|silbig|gängig|händig|beinig|eckig|mals)\p{Ll}{0,8})(?![\p{L}\p{N}])/uy,
  say: ({ groups: { a = '', rest = '' } }) => inCompound(a) + rest,
};

/** `1960er-80er` */
const decadeReading: Reading = {
  pattern: new RegExp(
    String.raw`(?<a>\d{1,4})er(?<n>n?)(?![\p{L}\p{N}])${dashBefore(String.raw`['’]?\d{2,4}er(?!\p{L})`)}`,
    'uy',
  ),
  say({ groups }) {
    const { a = '', n = '' } = groups;
    return `${a.length === 4 ? germanYear(a) : inCompound(a)}er${n}${dashWord(groups, 'bis')}`;
  },
};

/** `3x` */
const timesReading: Reading = {
  pattern: /(?<a>\d{1,4})[x×](?![\p{L}\p{N}])/uy,
  say: ({ groups: { a = '' } }) => `${inCompound(a)}mal`,
};

function mixed(whole: string, top: string, bottom: string): string {
  if (top === '1' && bottom === '2') return `${inCompound(whole)}einhalb`;
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
