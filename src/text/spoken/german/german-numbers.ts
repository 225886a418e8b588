import type { Gender } from '../../../languages/whole-grammar.ts';

const small =
  `null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn
  achtzehn neunzehn`.split(/\s+/u);
const tens = ['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];
const scales = [
  ['Billion', 'Billionen', 1e12],
  ['Milliarde', 'Milliarden', 1e9],
  ['Million', 'Millionen', 1e6],
] as const;

/** Names of the digits. */
export const germanDigits: readonly string[] = small.slice(0, 10).with(1, 'eins');

/** Returns the German words of a whole number of at most 15 digits, as it is counted: "eins", "hunderteins". */
export function germanCardinal(digits: string): string {
  const words = inCompound(Number(digits));
  return words.endsWith('ein') ? `${words}s` : words;
}

/** Returns the German words of a number before a noun: "ein", "eine", "hunderteins". */
export function germanCount(digits: string, gender: Gender): string {
  if (Number(digits) !== 1) return germanCardinal(digits);
  return gender === 'feminine' ? 'eine' : 'ein';
}

/** Returns the German words of a number as they begin a compound: "ein-mal", "hundertein-jährig". */
export function inCompound(number: number): string {
  if (number === 0) return 'null';
  const parts: string[] = [];
  let rest = number;
  for (const [one, many, value] of scales) {
    const count = Math.floor(rest / value);
    if (count > 0) parts.push(count === 1 ? `eine ${one}` : `${belowMillion(count)} ${many}`);
    rest %= value;
  }
  if (rest > 0) parts.push(belowMillion(rest));
  return parts.join(' ');
}

function belowMillion(number: number): string {
  const thousands = Math.floor(number / 1000);
  const start = thousands === 0 ? '' : `${thousands === 1 ? '' : belowThousand(thousands, true)}tausend`;
  return start + belowThousand(number % 1000, thousands > 0);
}

function belowThousand(number: number, isInner: boolean): string {
  const hundreds = Math.floor(number / 100);
  const start = hundreds === 0 ? '' : `${hundreds === 1 && !isInner ? '' : small[hundreds]}hundert`;
  return start + belowHundred(number % 100);
}

function belowHundred(number: number): string {
  if (number === 0) return '';
  if (number < 20) return small[number] ?? '';
  const unit = number % 10;
  return (unit === 0 ? '' : `${small[unit]}und`) + (tens[Math.floor(number / 10)] ?? '');
}

/** Returns the words of a year: "neunzehnhundertfünf", "zweitausendneun". */
export function germanYear(digits: string): string {
  const century = Number(digits.slice(0, -2));
  if (century < 11 || century > 19) return germanCardinal(digits);
  const words = `${inCompound(century)}hundert${belowHundred(Number(digits.slice(-2)))}`;
  return words.endsWith('ein') ? `${words}s` : words;
}

const irregular: Readonly<Record<number, string>> = { 1: 'erst', 3: 'dritt', 7: 'siebt', 8: 'acht' };

/** Returns a German ordinal with an ending: "fünfte", "zwanzigsten". */
export function germanOrdinal(digits: string, ending: string): string {
  const number = Number(digits);
  const last = number % 100;
  const start = number === last ? '' : inCompound(number - last);
  if (last === 0 || last >= 20) return `${inCompound(number)}st${ending}`;
  return `${start}${irregular[last] ?? `${small[last]}t`}${ending}`;
}

/** Returns the words of a fraction: "drei Viertel", "ein Halb". */
export function germanFraction(numerator: string, denominator: string): string {
  const start = germanCount(numerator, 'masculine');
  if (denominator === '2') return numerator === '1' ? 'einhalb' : `${start} halbe`;
  return `${start} ${capital(germanOrdinal(denominator, 'el'))}`;
}

/** Returns a word with a capital, as nouns have it. */
export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
