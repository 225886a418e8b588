import type { Gender } from '../reading/quantity.ts';

const small =
  `cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho
  diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve`.split(
    /\s+/u,
  );
const tens = ['', '', 'veinte', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'];
const hundreds = ` ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos
  novecientos`.split(/\s+/u);

/** Names of the digits. */
export const spanishDigits: readonly string[] = small.slice(0, 10);

/** Returns the Spanish words of a whole number of at most 15 digits, as it is counted: "veintiuno", "doscientos". */
export function spanishCardinal(digits: string): string {
  const number = Number(digits);
  if (number === 0) return 'cero';
  const billions = Math.floor(number / 1e12);
  const millions = Math.floor((number % 1e12) / 1e6);
  const rest = number % 1e6;
  const parts = [
    billions === 0 ? '' : billions === 1 ? 'un billón' : `${shortened(belowMillion(billions))} billones`,
    millions === 0 ? '' : millions === 1 ? 'un millón' : `${shortened(belowMillion(millions))} millones`,
    rest === 0 ? '' : belowMillion(rest),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Returns the Spanish words of a number before a noun: "un", "veintiún", "doscientas". */
export function spanishCount(digits: string, gender: Gender): string {
  const words = spanishCardinal(digits);
  if (gender !== 'feminine') return shortened(words);
  return words.replaceAll(/(?<=cient|quinient)os\b/gu, 'as').replace(/uno$/u, 'una');
}

function shortened(words: string): string {
  return words.replace(/veintiuno$/u, 'veintiún').replace(/(?<!\p{L})uno$/u, 'un');
}

function belowMillion(number: number): string {
  const thousands = Math.floor(number / 1000);
  const start = thousands === 0 ? '' : thousands === 1 ? 'mil' : `${shortened(belowThousand(thousands))} mil`;
  return [start, belowThousand(number % 1000)].filter((part) => part !== '').join(' ');
}

function belowThousand(number: number): string {
  if (number === 100) return 'cien';
  const rest = number % 100;
  return [hundreds[Math.floor(number / 100)] ?? '', rest === 0 ? '' : belowHundred(rest)]
    .filter((part) => part !== '')
    .join(' ');
}

function belowHundred(number: number): string {
  if (number < 30) return small[number] ?? '';
  const unit = number % 10;
  return (tens[Math.floor(number / 10)] ?? '') + (unit === 0 ? '' : ` y ${small[unit]}`);
}

const units = ' primero segundo tercero cuarto quinto sexto séptimo octavo noveno'.split(' ');
const ordinalTens =
  ` décimo vigésimo trigésimo cuadragésimo quincuagésimo sexagésimo septuagésimo octogésimo nonagésimo`.split(' ');

const ordinalHundreds =
  ` centésimo ducentésimo tricentésimo cuadringentésimo quingentésimo sexcentésimo septingentésimo octingentésimo noningentésimo`.split(
    ' ',
  );
const ordinalPowers: Readonly<Record<string, string>> = {
  '1000': 'milésimo',
  '10000': 'diezmilésimo',
  '100000': 'cienmilésimo',
  '1000000': 'millonésimo',
};

/** Returns a Spanish ordinal up to 999 and of powers of ten, and the cardinal of others, as it is said. */
export function spanishOrdinal(digits: string, gender: Gender = 'masculine'): string {
  const number = Number(digits);
  const words = ordinalPowers[number] ?? (number < 1000 ? ordinalBelowThousand(number) : '');
  if (words === '') return spanishCardinal(digits);
  return gender === 'feminine' ? words.replaceAll(/o(?= |$)/gu, 'a') : words;
}

function ordinalBelowThousand(number: number): string {
  const rest = number % 100;
  const last =
    rest === 11 ? ['undécimo'] : rest === 12 ? ['duodécimo'] : [ordinalTens[Math.floor(rest / 10)], units[rest % 10]];
  return [ordinalHundreds[Math.floor(number / 100)], ...last].filter((part) => part !== '').join(' ');
}

const masculineInA =
  /^(?:días?|mapas?|problemas?|sistemas?|temas?|climas?|idiomas?|poetas?|planetas?|programas?|poemas?|dramas?|fantasmas?|papas?|cometas?|gorilas?|\p{L}{2,20}istas?|\p{L}{2,20}nautas?)$/u;
const feminineOthers =
  /^(?:ve(?:z|ces)|noches?|mujer(?:es)?|calles?|naves?|ley(?:es)?|flor(?:es)?|partes?|tardes?|manos?|llaves?|torres?|fuentes?|clases?|madres?|leguas?|sangres?|cru(?:z|ces)|lu(?:z|ces)|vo(?:z|ces)|\p{L}{2,20}(?:ción|ciones|sión|siones|dad|dades|tud|tudes))$/u;

/** Returns the gender of a Spanish noun, as far as its ending shows it. */
export function spanishGender(noun: string): Gender {
  if (feminineOthers.test(noun)) return 'feminine';
  return /as?$/u.test(noun) && !masculineInA.test(noun) ? 'feminine' : 'masculine';
}

/** Words, apart from nouns, that follow a number. */
export const spanishLinks =
  /^(?:de|del|y|e|o|u|a|al|en|por|para|que|el|la|los|las|con|sin|se|es|era|fue|ni|más|menos|hasta|entre|según|como|cuando|porque|pero|no|ya|le|lo|ha|había|murió|nació|está|estaba|son|eran|fueron)$/u;
