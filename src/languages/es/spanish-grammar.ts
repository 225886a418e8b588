import { halvesAfter } from '../halves.ts';
import { ordinalSpeller } from '../ordinals.ts';
import { dashBeforeTime, dashWord, firstWord, stopOf } from '../reading.ts';
import type { AbbreviationContext, Reading, ReadingMatch } from '../reading.ts';
import { spelled } from '../spellout.ts';
import type { Gender, PhraseRules, WholeGrammar, WholeRanks } from '../whole-grammar.ts';

/** Countries that write 1,234.56. */
const pointCountries = new Set('MX US GT HN NI PA PE PR DO SV CU 419'.split(' '));
const months = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre';

const scripture = `Gn|Gén|Ex|Éx|Lv|Nm|Dt|Sal|Salmo|Pr|Is|Jr|Ez|Dn|Mt|Mc|Lc|Jn|Hch|Rm|Co|Cor|Ef|Flp|Col|Tes|Tim|Heb|Pe|Ap|Génesis|
  Éxodo|Isaías|Mateo|Marcos|Lucas|Juan|Hechos|Romanos|Corintios|Apocalipsis`;

const early: PhraseRules = [
  [/(?<!\p{L})[sS]\. ?(?=[IVX]{1,6}(?!\p{L}))/gu, 'siglo '],
  // Elsewhere it is a verb.
  [/(?<=\d ?)ha(?= de\b)/gu, ' hectáreas'],
  [/(?<![\p{L}\p{N}])[cC]\/(?=\s?\p{Lu})/gu, 'calle '],
];

/** Returns the grammar with which Spanish is read aloud. In most of America a full stop is the decimal mark. */
export function spanishGrammar(region: string | undefined): WholeGrammar {
  const hasPoint = region !== undefined && pointCountries.has(region);
  const firstDay = region !== undefined && region !== 'ES' ? 'primero' : 'uno';
  return {
    marks: hasPoint ? { decimal: '.', group: ', ' } : { decimal: ',', group: '. ' },
    cardinal,
    count,
    number: plainNumber,
    words: {
      point: hasPoint ? 'punto' : 'coma',
      to: 'a',
      minus: 'menos',
      plus: 'más',
      plusMinus: 'más menos',
      about: 'unos',
      dot: 'punto',
      power: 'elevado a',
      over: 'partido por',
      outOf: 'de',
    },
    ratio: 'a',
    times: 'por',
    powers: { '2': 'al cuadrado', '3': 'al cubo' },
    fractions,
    months,
    date: (day, month, year) =>
      `${Number(day) === 1 ? firstDay : cardinal(day)} de ${months.split(' ')[Number(month) - 1]} de ${cardinal(year)}`,
    names: 'fig(?:ura)?\\.?|tabla|cuadro|sección|capítulo|ejercicio|ejemplo|lámina|vuelo',
    scripture,
    afterScale: (noun) => ` de ${noun}`,
    money: (major, _minor, cents) => `${major} con ${cardinal(cents)}`,
    per: 'por',
    numero: ['número', 'números'],
    sections: 'párrafos',
    copyright: 'copyright',
    early,
    phrases: [[/(?<=(?:millones|mil) de )€/gu, 'euros']],
    // `SS.` in capitals are servants or saints.
    contexts: { 's.': saint, 'ss.': ({ text }) => (text === 'SS.' ? text : undefined) },
    roman,
    readings: [
      { pattern: new RegExp(String.raw`1(?=\sde\s(?:${months.replaceAll(' ', '|')})\b)`, 'uy'), say: () => firstDay },
      ordinalReading,
      timeReading,
      telephoneReading,
    ],
  };
}

/** San Pedro, but `S. M.` are initials. */
function saint({ text, after }: AbbreviationContext): string | undefined {
  return /^\s\p{Lu}\p{Ll}/u.test(after) ? undefined : text;
}

/** Numerals of parts of books, of centuries and of rulers. */
const roman: WholeRanks = {
  ranks: {
    labels: `capítulos?|libros?|tomos?|volumen|actos?|escenas?|partes?|sección|artículos?|cantos?|cartas?|páginas?|
      anexos?|figuras?|láminas?|notas?|números?|Apolo|Rocky|tipos?|fases?|títulos?|salmos?`,
    before: { '-': 'siglos?' },
    rulers: {
      '-': `Felipe Carlos Fernando Alfonso Juan Pablo Pedro Enrique Jaime Sancho Ramiro Ordoño Bermudo García Luis
        Francisco Napoleón Pío León Gregorio Benedicto Clemente Inocencio Guillermo Federico Nicolás Alejandro Iván
        Jorge Eduardo Jacobo Ricardo Roberto Leopoldo Alberto Balduino Ramsés Ptolomeo Otón Sixto Julio Bonifacio
        Urbano Maximiliano José Gustavo Cristián Humberto Víctor Manuel Amadeo Abderramán Alhakén Hixem Constantino
        Teodosio Darío Jerjes Solimán Mehmed Moctezuma`,
      feminine: 'Isabel Catalina María',
    },
    upTo: 10,
  },
  ordinalNouns: `guerra feminine, república feminine, congreso -, concilio -, internacional feminine, imperio -, reich -,
    cruzada feminine, centenario -, dinastía feminine, legión feminine, feria feminine, edición feminine, premio -,
    festival -`,
  ordinal: (number, form) => (form === '' && number > 10 ? cardinal(String(number)) : ordinals(number, form)),
};

/** "veintiuno", "doscientos" */
function cardinal(digits: string): string {
  return spelled('es', digits, 'numbering');
}

/** "un", "veintiún", "doscientas mil" */
function count(digits: string, gender: Gender): string {
  if (gender !== 'feminine') return spelled('es', digits, 'cardinal-masculine');
  return spelled('es', digits, 'cardinal-feminine').replaceAll(/(?<=cient|quinient)os\b(?!.*llon)/gu, 'as');
}

const ordinals = ordinalSpeller(
  {
    small: `primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo décimo_tercero
      décimo_cuarto décimo_quinto décimo_sexto décimo_séptimo décimo_octavo décimo_noveno vigésimo trigésimo cuadragésimo
      quincuagésimo sexagésimo septuagésimo octogésimo nonagésimo`,
    compound: '{t} {u}',
    hundreds: `centésimo ducentésimo tricentésimo cuadringentésimo quingentésimo sexcentésimo septingentésimo octingentésimo
      noningentésimo`,
    thousands: 'milésimo',
    forms: { feminine: 'o a' },
  },
  (number) => cardinal(String(number)),
);

/** Returns an ordinal, and the cardinal where there is none in use. */
function ordinal(digits: string, gender: Gender = 'masculine'): string {
  return ordinals(Number(digits), gender === 'feminine' ? gender : '') ?? cardinal(digits);
}

/** `1.º`, `3ª`, `1.er`, `2da` */
const ordinalReading: Reading = {
  pattern: /(?<n>\d{1,3})\.?(?<end>[ºo]s?|[ªa]s?|er|[dmnrtv][oa]s?)(?![\p{L}\p{N}])/uy,
  // `180º` are degrees.
  say({ text, groups: { n = '', end = '' } }) {
    if (/\d[oa]s?$|^\d{3}º/u.test(text)) return undefined;
    if (end === 'er') return ordinal(n).replace(/(?<=primer|tercer)o$/u, '');
    return ordinal(n, /[ªa]/u.test(end) ? 'feminine' : 'masculine') + (end.endsWith('s') ? 's' : '');
  },
};

const timeReading: Reading = {
  pattern: new RegExp(
    String.raw`(?<h>[01]?\d|2[0-4])(?::|\.(?=\d\d\s?h\b))(?<m>[0-5]\d)(?::(?<s>[0-5]\d))?(?:\s?h(?:oras|rs)?\.?(?!\p{L}))?(?![\d:])${dashBeforeTime}`,
    'uy',
  ),
  say: ({ text, groups, after }) => clock(groups) + dashWord(groups, 'a') + stopOf(text, after),
};

function clock({ h = '', m = '', s = '' }: Readonly<Record<string, string>>): string {
  const hour = count(h, 'feminine');
  if (s !== '' && s !== '00')
    return `${hour}, ${cardinal(m)} minutos y ${count(s, 'masculine')} segundo${s === '01' ? '' : 's'}`;
  if (m === '00') return hour;
  const words = Number(h) <= 12 ? { '15': 'cuarto', '30': 'media' }[m] : undefined;
  return `${hour} y ${words ?? cardinal(m)}`;
}

const telephoneReading: Reading = {
  pattern: /(?:[89]\d \d{3}|[6-9]\d{2} \d{2}) \d{2} \d{2}(?! ?\d)/uy,
  say: ({ text }) => Array.from(text.replaceAll(' ', ''), cardinal).join(' '),
};

function fraction(top: string, bottom: string): string {
  const many = top === '1' ? '' : 's';
  const names: Readonly<Record<string, string>> = {
    '2': `medio${many}`,
    '3': `tercio${many}`,
    '10000': `diezmilésimo${many}`,
    '100000': `cienmilésimo${many}`,
    '1000000': `millonésimo${many}`,
  };
  // Above ten only round numbers have names in common use.
  if (Number(bottom) > 99 && !/^[1-9]0+$/u.test(bottom)) return `${cardinal(top)} sobre ${cardinal(bottom)}`;
  const isOrdinal = Number(bottom) <= 10 || Number(bottom) > 99;
  const name =
    names[bottom] ?? (isOrdinal ? ordinal(bottom) + many : `${cardinal(bottom).replace(/[aeo]$/u, '')}avo${many}`);
  return `${count(top, 'masculine')} ${name}`;
}

const fractions = halvesAfter({
  cardinal,
  count,
  fraction,
  and: 'y',
  half: { masculine: 'medio', feminine: 'media', neuter: 'medio' },
  lone: ({ one, gender }) => `${gender === 'feminine' ? 'media' : 'medio'} ${one}`,
  of: (unit) => ` de ${unit}`,
});

const masculineInA =
  /^(?:días?|mapas?|problemas?|sistemas?|temas?|climas?|idiomas?|poetas?|planetas?|programas?|poemas?|dramas?|fantasmas?|papas?|cometas?|gorilas?|\p{L}{2,20}istas?|\p{L}{2,20}nautas?)$/u;
const feminineOthers =
  /^(?:ve(?:z|ces)|noches?|mujer(?:es)?|calles?|naves?|ley(?:es)?|flor(?:es)?|partes?|tardes?|manos?|llaves?|torres?|fuentes?|clases?|madres?|leguas?|sangres?|cru(?:z|ces)|lu(?:z|ces)|vo(?:z|ces)|\p{L}{2,20}(?:ción|ciones|sión|siones|dad|dades|tud|tudes))$/u;
/** Words, apart from nouns, that follow a number. */
const links =
  /^(?:de|del|y|e|o|u|a|al|en|por|para|que|el|la|los|las|con|sin|se|es|era|fue|ni|más|menos|hasta|entre|según|como|cuando|porque|pero|no|ya|le|lo|ha|había|murió|nació|está|estaba|son|eran|fueron|apenas|mientras|además|quizás|ellas|estas|esas|aquellas|todas)$/u;

/** `En 1579 escribía`. */
const beforeYear = /(?:^|[\s(¿¡—-])(?:en|de|desde|hasta|hacia|año|entre)\s$/iu;

/** What is counted is of the plural, but of one. */
function plainNumber(digits: string, { before, after }: ReadingMatch): string {
  const noun = firstWord(after);
  const isYear = digits.length === 4 && beforeYear.test(before);
  const isCounted = !isYear && !links.test(noun) && (digits === '1' ? /^\p{Ll}/u : /^\p{Ll}+s$/u).test(noun);
  return isCounted ? count(digits, genderOf(noun)) : cardinal(digits);
}

/** Returns the gender of a noun, as far as its ending shows it. */
function genderOf(noun: string): Gender {
  if (feminineOthers.test(noun)) return 'feminine';
  return /as?$/u.test(noun) && !masculineInA.test(noun) ? 'feminine' : 'masculine';
}
