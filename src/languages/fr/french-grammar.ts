import { halvesAfter } from '../halves.ts';
import { dashBefore, dashWord, firstWord } from '../reading.ts';
import type { Reading } from '../reading.ts';
import { romanValue } from '../roman.ts';
import type { RankWords } from '../spoken-grammar.ts';
import { spelled } from '../spellout.ts';
import type { Gender, PhraseRules, WholeGrammar } from '../whole-grammar.ts';

const months = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre';

const signs: WholeGrammar['words'] = {
  point: 'virgule',
  to: 'à',
  minus: 'moins',
  plus: 'plus',
  plusMinus: 'plus ou moins',
  about: 'environ',
  dot: 'point',
  power: 'puissance',
  over: 'sur',
  outOf: 'sur',
};

type Count = (digits: string, gender: Gender) => string;

const scripture = `Gn|Ex|Lv|Nb|Dt|Ps|Psaume|Pr|Is|Jr|Ez|Dn|Mt|Mc|Lc|Jn|Ac|Rm|Co|Ga|Ep|Ph|Col|Th|Tm|He|Jc|Ap|Genèse|Exode|Isaïe|
  Matthieu|Marc|Luc|Jean|Actes|Romains|Corinthiens|Apocalypse`;

/** Measures of the kitchen, and formats of books. */
const early: PhraseRules = [
  [/(?<=\d |[½¼¾] )c\. ?à ?(?=café|soupe|thé)/gu, 'cuillères à '],
  [/(?<=\d |[½¼¾] )c\. ?à ?c\./gu, 'cuillères à café'],
  [/(?<=\d |[½¼¾] )c\. ?à ?s\./gu, 'cuillères à soupe'],
  [/(?<=(?<!\p{L})[Ii]n-)4(?:[°ºo]|to)?(?![\p{L}\p{N}])/gu, 'quarto'],
  [/(?<=(?<!\p{L})[Ii]n-)8[°ºo]?(?![\p{L}\p{N}])/gu, 'octavo'],
  [/(?<=(?<!\p{L})[Ii]n-\d\d)[°ºo](?![\p{L}\p{N}])/gu, ''],
];

/** Returns the grammar with which French is read aloud. Belgium and Switzerland say "septante" and "nonante". */
export function frenchGrammar(region: string | undefined): WholeGrammar {
  const rules = region === 'BE' || region === 'CH' ? 'fr-BE' : 'fr';
  const count: Count = (digits, gender) =>
    spelled(rules, digits, gender === 'feminine' ? 'cardinal-feminine' : 'cardinal-masculine').replaceAll(
      '-et-',
      ' et ',
    );
  const cardinal = (digits: string): string => count(digits, 'masculine');
  return {
    marks: { decimal: ',', group: ' .' },
    cardinal,
    count,
    number: (digits, { after }) => count(digits, genderOf(firstWord(after))),
    words: signs,
    ratio: 'à',
    times: 'fois',
    powers: { '2': 'au carré', '3': 'au cube' },
    fractions: halvesAfter({
      cardinal,
      count,
      fraction: (top, bottom) => fraction(top, bottom, cardinal),
      and: 'et',
      half: { masculine: 'demi', feminine: 'demie', neuter: 'demi' },
      lone: ({ one, gender }) => `${count('1', gender)} demi ${one}`,
      of,
    }),
    months,
    date: (day, month, year) =>
      `${Number(day) === 1 ? 'premier' : cardinal(day)} ${months.split(' ')[Number(month) - 1]} ${cardinal(year)}`,
    names: '[LRD]\\.|fig(?:ure)?\\.?|tableau|section|chapitre|exercice|exemple|planche|chambre|vol',
    scripture,
    afterScale: of,
    money: (major, _minor, cents) => `${major} ${cardinal(cents)}`,
    per: 'par',
    numero: ['numéro', 'numéros'],
    sections: 'paragraphes',
    copyright: 'copyright',
    early,
    phrases: [[/(?<=(?<!\p{L})une?) une?(?= demie? )/gu, '']],
    roman: {
      ranks,
      ordinal: (number) => ordinal(cardinal(String(number))),
    },
    readings: [ordinalReading(cardinal), timeReading(count), telephoneReading(cardinal)],
    romanReadings: [romanOrdinalReading(cardinal)],
  };
}

/** Numerals of parts of books and of rulers. */
const ranks: RankWords = {
  labels: `chapitres?|livres?|tomes?|volumes?|actes?|scènes?|parties?|sections?|articles?|chants?|lettres?|pages?|annexes?|
    figures?|planches?|notes?|numéros?|Apollo|Rocky|siècles?|types?|phases?|titres?|psaumes?`,
  // Louis Ier, chapitre premier.
  before: {
    '-': `chapitres?|livres?|tomes?|volumes?|actes?|articles?|chants?|annexes?|figures?|planches?|notes?|numéros?|
      Apollo|Rocky|siècles?|types?|phases?|titres?|psaumes?`,
  },
  rulers: {
    '-': `Louis Charles François Henri Philippe Napoléon Jean Paul Pie Léon Grégoire Benoît Clément Innocent Élisabeth
      Elisabeth Elizabeth Catherine Guillaume Frédéric Nicolas Alexandre Pierre Ivan George Georges Édouard Edouard
      Edward Jacques Richard Robert Ferdinand Alphonse Carlos Juan Léopold Albert Baudouin Ramsès Ptolémée Othon Otton
      Sixte Jules Boniface Urbain Maximilien Joseph Gustave Christian Umberto Humbert Victor Emmanuel Henry Isabelle
      Childéric Clovis Dagobert Clotaire Sigebert Théodose Constantin Mehmet Soliman Darius Xerxès Casimir Étienne
      Hugues`,
  },
  upTo: 1,
};

/** Returns the ordinal of cardinal words: "premier", "vingt et unième". */
function ordinal(cardinal: string, gender: Gender = 'masculine'): string {
  if (cardinal === 'un') return gender === 'feminine' ? 'première' : 'premier';
  const stem = cardinal
    .replace(/(?<=cent|vingt|million|milliard)s$/u, '')
    .replace(/cinq$/u, 'cinqu')
    .replace(/neuf$/u, 'neuv')
    .replace(/e$/u, '');
  return `${stem}ième`;
}

/** `XIXe`, `Ier` */
function romanOrdinalReading(cardinal: (digits: string) => string): Reading {
  return {
    pattern: /(?<n>[IVX]|[IVXLCDM]{2,15})(?<end>er|re|ère|e|ème|ième|ᵉ)s?(?![\p{L}\p{N}])/uy,
    say({ groups: { n = '', end = '' } }) {
      const value = romanValue(n);
      if (value === undefined || (value === 1) !== /^(?:er|re|ère)$/u.test(end)) return undefined;
      return ordinal(cardinal(String(value)), /^(?:re|ère)$/u.test(end) ? 'feminine' : 'masculine');
    },
  };
}

function ordinalReading(cardinal: (digits: string) => string): Reading {
  return {
    pattern: /(?<n>\d{1,4})\s?(?<end>ers?|res?|ères?|èmes?|ièmes?|es?|nde?s?)(?![\p{L}\p{N}])/uy,
    say: ({ text, groups: { n = '', end = '' } }) => (/\s/u.test(text) ? undefined : sayOrdinal(n, end, cardinal)),
  };
}

function sayOrdinal(digits: string, end: string, cardinal: (digits: string) => string): string | undefined {
  const plural = end.endsWith('s') ? 's' : '';
  if (end.startsWith('nd')) return digits === '2' ? `second${end.includes('e') ? 'e' : ''}${plural}` : undefined;
  if (/^(?:er|re|ère)/u.test(end) && digits !== '1') return undefined;
  return ordinal(cardinal(digits), /^(?:re|ère)/u.test(end) ? 'feminine' : 'masculine') + plural;
}

const timeOfDay = String.raw`(?:[01]?\d|2[0-4])(?:\s?h(?![\p{L}])|:[0-5]\d)`;

function timeReading(count: Count): Reading {
  const counted = (digits: string, noun: string): string =>
    `${count(digits, 'feminine')} ${noun}${Number(digits) > 1 ? 's' : ''}`;
  return {
    pattern: new RegExp(
      String.raw`(?<h>[01]?\d|2[0-4])(?:\s?h\s?(?<m>[0-5]\d)?(?:\s?min)?|:(?<n>[0-5]\d))(?:(?:(?<=min)\s?|:)(?<s>[0-5]\d)\s?s?)?(?![\p{L}\p{N}:])${dashBefore(timeOfDay)}`,
      'uy',
    ),
    say({ groups }) {
      const { h = '', m = '', n = '', s = '' } = groups;
      const minutes = Number(m + n) === 0 ? '' : ` ${count(m + n, 'feminine')}`;
      const seconds = Number(s) === 0 ? '' : ` et ${counted(s, 'seconde')}`;
      return counted(h, 'heure') + minutes + seconds + dashWord(groups, 'à');
    },
  };
}

function telephoneReading(cardinal: (digits: string) => string): Reading {
  return {
    pattern: /(?<a>0\d(?:[ .-]\d\d){4})(?!\d)/uy,
    say: ({ groups: { a = '' } }) =>
      a
        .split(/[ .-]/u)
        .map((pair) => (pair.startsWith('0') ? `zéro ${cardinal(pair.slice(1))}` : cardinal(pair)))
        .join(', '),
  };
}

function fraction(top: string, bottom: string, cardinal: (digits: string) => string): string {
  const many = top === '1' ? '' : 's';
  const names: Readonly<Record<string, string>> = { '2': `demi${many}`, '3': 'tiers', '4': `quart${many}` };
  return `${cardinal(top)} ${names[bottom] ?? ordinal(cardinal(bottom)) + many}`;
}

/** "de mètres", "d'euros" */
function of(noun: string): string {
  return /^[aeéiouyh]/u.test(noun) && noun !== 'yens' ? ` d'${noun}` : ` de ${noun}`;
}

const femininePlural =
  /^(?:fois|heures?|minutes?|secondes?|pages?|années?|semaines?|femmes?|filles?|personnes?|maisons?|villes?|lieues?|guinées?|voitures?|chambres?|portes?|tables?|lettres?|nuits?|journées?|lampes?|pièces?|bouteilles?|tonnes?|choses?|mains?|écoles?|églises?|îles?|rues?|places?|vies?|âmes?|étoiles?|batailles?|armées?|lignes?|cartes?|photos?|vaches?|pommes?|fleurs?|roses?|tours?|voix|croix|dents?|jambes?|phrases?|histoires?|victimes?|bougies?|marches?|caisses?|balles?)$/u;

/** Returns the gender of a noun, as far as its ending or a list of common ones shows it. */
function genderOf(noun: string): Gender {
  return femininePlural.test(noun) ||
    /(?:tions?|sions?|tés?|ées|ures?|ances?|ences?|ettes?|esses?|euses?|trices?|elles?)$/u.test(noun)
    ? 'feminine'
    : 'masculine';
}
