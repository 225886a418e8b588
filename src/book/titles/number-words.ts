/**
 * Numbers in words: the cardinal and ordinal forms of the languages whose chapter words we know, one pattern per number,
 * from 1. Genders and cases that titles use are included.
 */
const small: readonly string[] = [
  'one|first|eins|erste[rsn]?|une?|premi(?:er|ère)|uno|prim(?:er)?[oa]?|um|primeir[oa]|eerste|een|pierwsz[aey]|jeden|prvn[ií]|första|ett|første|ensimmäinen|első|egy|перв(?:ая|ый|ое)|перш[аие]й?|πρώτ(?:ο|η|ος)|birinci|bir|ראשון|ראשונה|אחד|الأول|الأولى|أول',
  'two|second|zwei|zweite[rsn]?|deux|deuxième|seconde|dos|due|dois|segund[oa]|second[oa]|tweede|twee|drug[aie]|dwa|druh[áýé]|andra|två|anden|andet|andre|toinen|második|втор(?:ая|ой|ое)|друг[аие]й?|δεύτερ(?:ο|η|ος)|ikinci|iki|שני|שנייה|שניה|الثاني|الثانية',
  'three|third|drei|dritte[rsn]?|trois|troisième|tres|tercer[oa]?|tre|terz[oa]|três|terceir[oa]|derde|drie|trzeci[ae]?|třetí|tredje|kolmas|harmadik|трет(?:ья|ий|ье|я|є)|τρίτ(?:ο|η|ος)|üçüncü|üç|שלישי|שלישית|الثالث|الثالثة',
  'four|fourth|vier|vierte[rsn]?|quatre|quatrième|cuatro|cuart[oa]|quattro|quart[oa]|quatro|vierde|czwart[aey]|čtvrt[áýé]|fjärde|fjerde|neljäs|negyedik|четв[её]рт(?:ая|ый|ое|а|ий|е)|τέταρτ(?:ο|η|ος)|dördüncü|dört|רביעי|רביעית|الرابع|الرابعة',
  "five|fifth|fünf|fünfte[rsn]?|cinq|cinquième|cinco|quint[oa]|cinque|vijfde|vijf|piąt[aey]|pát[áýé]|femte|viides|ötödik|пят(?:ая|ый|ое)|п[’']?ят(?:а|ий|е)|πέμπτ(?:ο|η|ος)|beşinci|beş|חמישי|חמישית|الخامس|الخامسة",
  'six|sixth|sechs|sechste[rsn]?|sixième|seis|sext[oa]|sei|sest[oa]|zesde|zes|szóst[aey]|šest[áýé]|sjätte|sjette|kuudes|hatodik|шест(?:ая|ой|ое)|шост[аие]й?|έκτ(?:ο|η|ος)|altıncı|altı|שישי|ששי|שישית|السادس|السادسة',
  'seven|seventh|sieben|sieb(?:en)?te[rsn]?|sept|septième|siete|séptim[oa]|sette|settim[oa]|sete|sétim[oa]|zevende|zeven|siódm[aey]|sedm[áýé]|sjunde|sjuende|syvende|seitsemäs|hetedik|седьм(?:ая|ой|ое)|сьом[аие]й?|έβδομ(?:ο|η|ος)|yedinci|yedi|שביעי|שביעית|السابع|السابعة',
  'eight|eighth|acht|achte[rsn]?|huit|huitième|ocho|octav[oa]|otto|ottav[oa]|oito|oitav[oa]|achtste|ósm[aey]|osm[áýé]|åttonde|åttende|ottende|kahdeksas|nyolcadik|восьм(?:ая|ой|ое|а|ий|е)|όγδο(?:ο|η|ος)|sekizinci|sekiz|שמיני|שמינית|الثامن|الثامنة',
  "nine|ninth|neun|neunte[rsn]?|neuf|neuvième|nueve|noven[oa]|nove|non[oa]|negende|negen|dziewiąt[aey]|devát[áýé]|nionde|niende|yhdeksäs|kilencedik|девят(?:ая|ый|ое)|дев[’']?ят(?:а|ий|е)|ένατ(?:ο|η|ος)|dokuzuncu|dokuz|תשיעי|תשיעית|التاسع|التاسعة",
  'ten|tenth|zehn|zehnte[rsn]?|dix|dixième|diez|décim[oa]|dieci|decim[oa]|dez|tiende|tien|dziesiąt[aey]|desát[áýé]|tionde|tiende|kymmenes|tizedik|десят(?:ая|ый|ое|а|ий|е)|δέκατ(?:ο|η|ος)|onuncu|עשירי|עשירית|العاشر|العاشرة',
  'eleven(?:th)?|elf|elfte[rsn]?|onze|onzième|once|undici|undicesim[oa]|undécim[oa]|elfde|одиннадцат(?:ая|ый|ое)',
  'twel(?:ve|fth)|zwölf|zwölfte[rsn]?|douze|douzième|doce|dodici|dodicesim[oa]|duodécim[oa]|twaalfde|twaalf|двенадцат(?:ая|ый|ое)',
  'thirteen(?:th)?|dreizehn(?:te[rsn]?)?|treizième|treize',
  'fourteen(?:th)?|vierzehn(?:te[rsn]?)?|quatorzième|quatorze',
  'fifteen(?:th)?|fünfzehn(?:te[rsn]?)?|quinzième|quinze',
  'sixteen(?:th)?|sechzehn(?:te[rsn]?)?|seizième|seize',
  'seventeen(?:th)?|siebzehn(?:te[rsn]?)?',
  'eighteen(?:th)?|achtzehn(?:te[rsn]?)?',
  'nineteen(?:th)?|neunzehn(?:te[rsn]?)?',
];
const tens: readonly string[] = [
  'twent(?:y|ieth)',
  'thirt(?:y|ieth)',
  'fort(?:y|ieth)',
  'fift(?:y|ieth)',
  'sixt(?:y|ieth)',
];

/** Older books write `IIII` and `XXXX`. */
const romanNumeral = '(?=[ivxlcdm])m{0,4}(?:c[md]|d?c{0,4})(?:x[cl]|l?x{0,4})(?:i[xv]|v?i{0,4})';

/** A number in digits of any script, in Roman numerals or in a word, as the source of a pattern with the flags `iu`. */
export const numberPattern = `\\p{N}+|${romanNumeral}|${[...small, ...tens].join('|')}`;

/** An ordinal before a part word: `2nd`, `2ª`, `2.` or a number word. */
export const ordinalPattern = `\\p{N}+(?:st|nd|rd|th|[.ªºa°]|e|er|re|[èe]me|-?[йяое]|-?ша|-?га)?|${[...small, ...tens].join('|')}`;

const smallWords = small.map((source) => new RegExp(`^(?:${source})$`, 'iu'));
const tensWords = tens.map((source) => new RegExp(`^(?:${source})$`, 'iu'));
const romanWord = new RegExp(`^${romanNumeral}$`, 'iu');

/** The same words recur in thousands of titles. */
const known = new Map<string, number | undefined>();
const maxKnown = 10_000;

/** Returns the number that a word means (`twelfth`, `XII`, `12` → 12), or undefined. */
export function numberOf(word: string): number | undefined {
  if (known.has(word)) return known.get(word);
  const number = findNumber(word);
  if (known.size < maxKnown) known.set(word, number);
  return number;
}

function findNumber(word: string): number | undefined {
  if (/^\d{1,4}$/u.test(word)) return Number(word);
  if (romanWord.test(word)) return romanValue(word.toLowerCase());
  const value = smallWords.findIndex((pattern) => pattern.test(word)) + 1;
  if (value > 0) return value;
  const ten = tensWords.findIndex((pattern) => pattern.test(word));
  return ten === -1 ? undefined : (ten + 2) * 10;
}

const romanDigits: ReadonlyMap<string, number> = new Map([
  ['i', 1],
  ['v', 5],
  ['x', 10],
  ['l', 50],
  ['c', 100],
  ['d', 500],
  ['m', 1000],
]);

function romanValue(numeral: string): number {
  const values = Array.from(numeral, (digit) => romanDigits.get(digit) ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}
