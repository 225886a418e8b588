import type { Gender } from '../reading/quantity.ts';

const small =
  `zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette
  diciotto diciannove`.split(/\s+/u);
const tens = ['', '', 'venti', 'trenta', 'quaranta', 'cinquanta', 'sessanta', 'settanta', 'ottanta', 'novanta'];
const scales = [
  ['bilione', 'bilioni', 1e12],
  ['miliardo', 'miliardi', 1e9],
  ['milione', 'milioni', 1e6],
] as const;

/** Names of the digits. */
export const italianDigits: readonly string[] = small.slice(0, 10);

/** Returns the Italian words of a whole number of at most 15 digits, as it is counted: "ventitré", "millenovecento". */
export function italianCardinal(digits: string): string {
  const number = Number(digits);
  if (number === 0) return 'zero';
  const parts: string[] = [];
  let rest = number;
  for (const [one, many, value] of scales) {
    const count = Math.floor(rest / value);
    if (count > 0) parts.push(count === 1 ? `un ${one}` : `${accented(belowMillion(count))} ${many}`);
    rest %= value;
  }
  if (rest > 0) parts.push(accented(belowMillion(rest)));
  return parts.join(' ');
}

/** Returns the Italian words of a number before a noun: "un", "una", "ventuno". */
export function italianCount(digits: string, gender: Gender): string {
  if (Number(digits) !== 1) return italianCardinal(digits);
  return gender === 'feminine' ? 'una' : 'un';
}

/** "tre" at the end of a longer word has an accent. */
function accented(word: string): string {
  return word.replace(/(?<=\p{L})tre$/u, 'tré');
}

function belowMillion(number: number): string {
  const thousands = Math.floor(number / 1000);
  const start = thousands === 0 ? '' : thousands === 1 ? 'mille' : `${belowThousand(thousands)}mila`;
  return start + belowThousand(number % 1000);
}

function belowThousand(number: number): string {
  const hundreds = Math.floor(number / 100);
  const start = hundreds === 0 ? '' : `${hundreds === 1 ? '' : small[hundreds]}cento`;
  const rest = belowHundred(number % 100);
  // "centotto", "centottanta"
  return (rest.startsWith('ott') ? start.replace(/o$/u, '') : start) + rest;
}

function belowHundred(number: number): string {
  if (number === 0) return '';
  if (number < 20) return small[number] ?? '';
  const ten = tens[Math.floor(number / 10)] ?? '';
  const unit = number % 10;
  if (unit === 0) return ten;
  // "ventuno", "ventotto"
  return (unit === 1 || unit === 8 ? ten.slice(0, -1) : ten) + small[unit];
}

const first = ` primo secondo terzo quarto quinto sesto settimo ottavo nono decimo`.split(' ');

/** Returns an Italian ordinal: "primo", "quattordicesima". */
export function italianOrdinal(digits: string, gender: Gender = 'masculine'): string {
  const cardinal = italianCardinal(digits);
  const words = first[Number(digits)] ?? `${stemOf(cardinal)}esimo`;
  return gender === 'feminine' ? words.replace(/o$/u, 'a') : words;
}

function stemOf(cardinal: string): string {
  if (/(?:tré|sei)$/u.test(cardinal)) return cardinal.replace(/é$/u, 'e');
  return cardinal.replace(/mila$/u, 'mill').replace(/[aeio]$/u, '');
}

const masculineInA =
  /^(?:problema|sistema|tema|clima|poeta|pianeta|programma|poema|dramma|fantasma|papa|\p{L}{2,20}ista)$/u;
const feminineOthers =
  /^(?:notte|volte|madre|luce|voce|croce|legge|nave|parte|chiave|torre|arte|mano|classe|fonte|carne|gente|\p{L}{2,20}(?:zione|sione|tà|tù|ice))$/u;

/** Returns the gender of an Italian noun in the singular, as far as its ending shows it. */
export function italianGender(noun: string): Gender {
  return feminineOthers.test(noun) || (noun.endsWith('a') && !masculineInA.test(noun)) ? 'feminine' : 'masculine';
}
