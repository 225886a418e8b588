import { halvesAfter } from '../halves.ts';
import { dashBeforeTime, dashWord, firstWord, lastWord, nameAfter } from '../reading.ts';
import type { AbbreviationContext, Reading, ReadingMatch } from '../reading.ts';
import { spelled } from '../spellout.ts';
import type { Gender, WholeGrammar, WholeRanks } from '../whole-grammar.ts';

const months = 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre';

const signs: WholeGrammar['words'] = {
  point: 'virgola',
  to: 'a',
  minus: 'meno',
  plus: 'più',
  plusMinus: 'più o meno',
  about: 'circa',
  dot: 'punto',
  power: 'elevato a',
  over: 'su',
  outOf: 'su',
};

const scripture = `Gn|Gen|Es|Lv|Nm|Dt|Sal|Salmo|Pr|Is|Ger|Ez|Dn|Mt|Mc|Lc|Gv|At|Rm|Cor|Gal|Ef|Fil|Col|Ts|Tm|Eb|Gc|Pt|Ap|Genesi|Esodo|
  Isaia|Matteo|Marco|Luca|Giovanni|Atti|Romani|Corinzi|Apocalisse`;

/** Returns the grammar with which Italian is read aloud. */
export function italianGrammar(): WholeGrammar {
  return {
    marks: { decimal: ',', group: '. ' },
    cardinal,
    count,
    number: plainNumber,
    words: signs,
    ratio: 'a',
    times: 'per',
    powers: { '2': 'al quadrato', '3': 'al cubo' },
    fractions: halvesAfter({
      cardinal,
      count,
      fraction,
      and: 'e',
      half: { masculine: 'mezzo', feminine: 'mezza', neuter: 'mezzo' },
      lone: ({ one, gender }) => `${gender === 'feminine' ? 'mezza' : 'mezzo'} ${one}`,
      of: (unit) => ` di ${unit}`,
    }),
    months,
    date: (day, month, year) =>
      `${Number(day) === 1 ? 'primo' : cardinal(day)} ${months.split(' ')[Number(month) - 1]} ${cardinal(year)}`,
    names: 'fig(?:ura)?\\.?|tabella|sezione|capitolo|esercizio|esempio|tavola|volo',
    scripture,
    afterScale: (noun) => ` di ${noun}`,
    money: (major, _minor, cents) => `${major} e ${cardinal(cents)}`,
    per: 'per',
    numero: ['numero', 'numeri'],
    sections: 'paragrafi',
    copyright: 'copyright',
    // Elsewhere it is a verb.
    early: [[/(?<=\d ?)ha(?= di\b)/gu, ' ettari']],
    phrases: [[/(?<=Sant’) (?=\p{Lu})/gu, '']],
    contexts: { 's.': saint },
    roman,
    readings: [
      { pattern: new RegExp(String.raw`1[°º]?(?=\s(?:${months.replaceAll(' ', '|')})\b)`, 'uy'), say: () => 'primo' },
      { pattern: /(?<n>\d{1,4})(?<end>\.?[°º]|\^(?!-?\d)|\.?ª)/uy, say: sayOrdinal },
      {
        pattern: /['’‘](?<y>\d\d)(?![\p{L}\p{N}]|[.,:]\d)/uy,
        say: ({ groups: { y = '' }, before }) => (/[\d]$/u.test(before) ? undefined : decade(y, before)),
      },
      ...timeReadings,
    ],
  };
}

/** Numerals of parts of books, of centuries and of rulers. */
const roman: WholeRanks = {
  ranks: {
    labels: 'secoli|pagina|pagine|nota|figura|tavola|numero|Apollo|Rocky|tipo|fase|appendice|allegato',
    before: {
      '-': 'capitolo|libro|tomo|volume|atto|canto|secolo|articolo|titolo|quaderno|salmo',
      feminine: 'parte|scena|sezione|lettera|giornata|puntata|stagione',
    },
    rulers: {
      '-': `Luigi Carlo Francesco Enrico Filippo Napoleone Giovanni Paolo Pio Leone Gregorio Benedetto Clemente Innocenzo
        Guglielmo Federico Nicola Niccolò Alessandro Pietro Ivan Giorgio Edoardo Giacomo Riccardo Roberto Ferdinando
        Alfonso Leopoldo Alberto Baldovino Ramses Ramsete Tolomeo Ottone Sisto Giulio Bonifacio Urbano Massimiliano
        Giuseppe Gustavo Cristiano Umberto Vittorio Emanuele Amedeo Cosimo Lorenzo Ludovico Galeazzo Corrado Rodolfo
        Costantino Teodosio Dario Serse Solimano Maometto Eugenio Martino Callisto Adriano Celestino`,
      feminine: 'Elisabetta Caterina Maria Isabella Cristina Margherita Anna Vittoria Giovanna Cleopatra',
    },
  },
  ordinalNouns: `secolo -, millennio -, guerra feminine, dinastia feminine, legione feminine, repubblica feminine,
    internazionale -, concilio -, reich -, impero -, edizione feminine, parte feminine, crociata feminine, atto -,
    capitolo -, libro -, canto -, volume -, tomo -, sezione feminine`,
  ordinal: (number, form) => ordinal(String(number), form === 'feminine' ? form : 'masculine'),
};

/** "ventitré", "millenovecento": "tre" at the end of a longer word has an accent. */
function cardinal(digits: string): string {
  return spelled('it', digits, 'numbering')
    .replaceAll(/(?<=\p{L})tr[eé](?!\p{L})/gu, 'tré')
    .replaceAll(/tré(?=\p{L})/gu, 'tre');
}

/** "un", "una", "ventuno" */
function count(digits: string, gender: Gender): string {
  if (Number(digits) !== 1) return cardinal(digits);
  return gender === 'feminine' ? 'una' : 'un';
}

const first = ' primo secondo terzo quarto quinto sesto settimo ottavo nono decimo'.split(' ');

/** "primo", "quattordicesima" */
function ordinal(digits: string, gender: Gender = 'masculine'): string {
  const words = first[Number(digits)] ?? `${stemOf(cardinal(digits))}esimo`;
  return gender === 'feminine' ? words.replace(/o$/u, 'a') : words;
}

function stemOf(words: string): string {
  if (/(?:tré|sei)$/u.test(words)) return words.replace(/é$/u, 'e');
  return words.replace(/mila$/u, 'mill').replace(/[aeio]$/u, '');
}

const notRanked =
  /^(?:di|a|al|in|e|o|sotto|sopra|all|nord|sud|est|ovest|centigradi|gradi|C|F|N|S|E|W|C|per|con|il|la|dal|verso|ma|era|è)$/u;

/** "3° piano" is a rank, "30° all'ombra" an angle or a temperature. */
function sayOrdinal({ groups: { n = '', end = '' }, after }: ReadingMatch): string | undefined {
  if (end.endsWith('ª')) return ordinal(n, 'feminine');
  const noun = firstWord(after);
  return (noun === '' || notRanked.test(noun) || !after.startsWith(' ')) && end === '°' ? undefined : ordinal(n);
}

/** "gli anni ’60" */
function decade(digits: string, before: string): string {
  const words = cardinal(digits);
  return /(?:anni|nel|del|dal|al|il|maggio|giugno|aprile|nell|dell)[\s]?$/iu.test(before) ? words : `’${words}`;
}

const timeReadings: readonly Reading[] = [
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

function clock({ h = '', m = '', s = '' }: Readonly<Record<string, string>>): string {
  const hour = Number(h) === 1 ? 'una' : cardinal(h);
  if (s !== '' && s !== '00')
    return `${hour}, ${cardinal(m)} minuti e ${count(s, 'masculine')} second${s === '01' ? 'o' : 'i'}`;
  return m === '00' ? hour : `${hour} e ${cardinal(m)}`;
}

function fraction(top: string, bottom: string): string {
  if (bottom === '2') return top === '1' ? 'mezzo' : `${cardinal(top)} mezzi`;
  const name = ordinal(bottom);
  return `${count(top, 'masculine')} ${top === '1' ? name : name.replace(/o$/u, 'i')}`;
}

/** San Pietro, Santa Maria, Sant’Anna, Santo Stefano, but initials before another one. */
function saint({ text, after }: AbbreviationContext): string | undefined {
  const name = nameAfter(after);
  if (name === undefined) return text;
  if (/^[AEIOU]/u.test(name)) return 'Sant’';
  if (/^S[^aeiou]|^Z/u.test(name)) return 'Santo';
  return name.endsWith('a') && !/^(?:Luca|Nicola|Andrea|Mattia)$/u.test(name) ? 'Santa' : 'San';
}

function plainNumber(digits: string, { before, after }: ReadingMatch): string {
  const noun = firstWord(after);
  if (
    digits !== '1' ||
    !/^\p{Ll}/u.test(noun) ||
    /^(?:e|a|al|alla|allo|ai|alle|di|del|della|o|il|la|in|nel|nella|per|che|è|numero)$/u.test(noun)
  )
    return cardinal(digits);
  return /^(?:capitolo|pagina|numero|ore|parte)$/iu.test(lastWord(before)) ? 'uno' : count('1', genderOf(noun));
}

const masculineInA =
  /^(?:problema|sistema|tema|clima|poeta|pianeta|programma|poema|dramma|fantasma|papa|\p{L}{2,20}ista)$/u;
const feminineOthers =
  /^(?:notte|volte|madre|luce|voce|croce|legge|nave|parte|chiave|torre|arte|mano|classe|fonte|carne|gente|\p{L}{2,20}(?:zione|sione|tà|tù|ice))$/u;

/** Returns the gender of a noun in the singular, as far as its ending shows it. */
function genderOf(noun: string): Gender {
  return feminineOthers.test(noun) || (noun.endsWith('a') && !masculineInA.test(noun)) ? 'feminine' : 'masculine';
}
