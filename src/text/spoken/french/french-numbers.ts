import type { Gender } from '../reading/quantity.ts';

const small =
  `zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit
  dix-neuf`.split(/\s+/u);
const tens = ['', '', 'vingt', 'trente', 'quarante', 'cinquante', 'soixante'];
const scales = [
  ['billion', 1e12],
  ['milliard', 1e9],
  ['million', 1e6],
] as const;

/** Names of the digits. */
export const frenchDigits: readonly string[] = small.slice(0, 10);

/** Returns a function for the French words of whole numbers of at most 15 digits. Belgium and Switzerland say "septante" and "nonante". */
export function frenchCardinals(region: string | undefined): (digits: string, gender?: Gender) => string {
  const below100 = region === 'BE' || region === 'CH' ? regularTens : belowHundred;
  return (digits, gender = 'masculine') => {
    const words = inWords(Number(digits), below100);
    return gender === 'feminine' ? words.replace(/(?<![\p{L}])un$/u, 'une') : words;
  };
}

function inWords(number: number, below100: (number: number) => string): string {
  if (number === 0) return 'zéro';
  const parts: string[] = [];
  let rest = number;
  for (const [name, value] of scales) {
    const count = Math.floor(rest / value);
    if (count > 0) parts.push(`${belowThousand(count, below100)} ${name}${count > 1 ? 's' : ''}`);
    rest %= value;
  }
  const thousands = Math.floor(rest / 1000);
  // "quatre-vingt mille", without the s of the plural.
  if (thousands > 0)
    parts.push(
      thousands === 1 ? 'mille' : `${belowThousand(thousands, below100).replace(/(?<=cent|vingt)s$/u, '')} mille`,
    );
  if (rest % 1000 > 0) parts.push(belowThousand(rest % 1000, below100));
  return parts.join(' ');
}

function belowThousand(number: number, below100: (number: number) => string): string {
  const hundreds = Math.floor(number / 100);
  const rest = number % 100;
  const start = hundreds === 0 ? '' : hundreds === 1 ? 'cent' : `${small[hundreds]} cent${rest === 0 ? 's' : ''}`;
  return [start, rest === 0 ? '' : below100(rest)].filter((part) => part !== '').join(' ');
}

function belowHundred(number: number): string {
  if (number < 20) return small[number] ?? '';
  if (number < 70) return joined(tens[Math.floor(number / 10)] ?? '', number % 10);
  if (number < 80) return number === 71 ? 'soixante et onze' : `soixante-${small[number - 60]}`;
  return number === 80 ? 'quatre-vingts' : `quatre-vingt-${small[number - 80]}`;
}

function regularTens(number: number): string {
  if (number >= 70 && number < 80) return joined('septante', number % 10);
  if (number >= 90) return joined('nonante', number % 10);
  return belowHundred(number);
}

function joined(ten: string, unit: number): string {
  if (unit === 0) return ten;
  return unit === 1 ? `${ten} et un` : `${ten}-${small[unit]}`;
}

/** Returns the French ordinal of cardinal words: "premier", "vingt et unième". */
export function frenchOrdinal(cardinal: string, gender: Gender = 'masculine'): string {
  if (cardinal === 'un') return gender === 'feminine' ? 'première' : 'premier';
  const stem = cardinal
    .replace(/(?<=cent|vingt|million|milliard)s$/u, '')
    .replace(/cinq$/u, 'cinqu')
    .replace(/neuf$/u, 'neuv')
    .replace(/e$/u, '');
  return `${stem}ième`;
}

const femininePlural =
  /^(?:fois|heures?|minutes?|secondes?|pages?|années?|semaines?|femmes?|filles?|personnes?|maisons?|villes?|lieues?|guinées?|voitures?|chambres?|portes?|tables?|lettres?|nuits?|journées?|lampes?|pièces?|bouteilles?|tonnes?|choses?|mains?|écoles?|églises?|îles?|rues?|places?|vies?|âmes?|étoiles?|batailles?|armées?|lignes?|cartes?|photos?|vaches?|pommes?|fleurs?|roses?|tours?|voix|croix|dents?|jambes?|phrases?|histoires?|victimes?|bougies?|marches?|caisses?|balles?)$/u;

/** Returns the gender of a French noun, as far as its ending or a list of common ones shows it. */
export function frenchGender(noun: string): Gender {
  return femininePlural.test(noun) ||
    /(?:tions?|sions?|tés?|ées|ures?|ances?|ences?|ettes?|esses?|euses?|trices?|elles?)$/u.test(noun)
    ? 'feminine'
    : 'masculine';
}
