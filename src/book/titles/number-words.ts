import { romanSource, romanValue } from '../../languages/roman.ts';

/**
 * Numbers in words: the cardinal and ordinal forms of the languages whose chapter words we know, one list per number, from 1.
 * Genders and cases that titles use are included.
 */
const small: readonly string[] = [
  `one first eins erster erstes ersten erste une un premier première uno primero primera primer primo prima prim um primeiro primeira
   eerste een pierwsza pierwsze pierwszy jeden prvni první första ett første ensimmäinen első egy первая первый первое першай перша перший
   перши першей перше πρώτο πρώτη πρώτος birinci bir ראשון ראשונה אחד الأول الأولى أول`,
  `two second zwei zweiter zweites zweiten zweite deux deuxième seconde dos due dois segundo segunda secondo seconda tweede twee druga
   drugi druge dwa druhá druhý druhé andra två anden andet andre toinen második вторая второй второе другай друга другий други другей друге
   δεύτερο δεύτερη δεύτερος ikinci iki שני שנייה שניה الثاني الثانية`,
  `three third drei dritter drittes dritten dritte trois troisième tres tercero tercera tercer tre terzo terza três terceiro terceira derde
   drie trzecia trzecie trzeci třetí tredje kolmas harmadik третья третий третье третя третє τρίτο τρίτη τρίτος üçüncü üç שלישי שלישית
   الثالث الثالثة`,
  `four fourth vier vierter viertes vierten vierte quatre quatrième cuatro cuarto cuarta quattro quarto quarta quatro vierde czwarta
   czwarte czwarty čtvrtá čtvrtý čtvrté fjärde fjerde neljäs negyedik четвертая четвертый четвертое четверта четвертий четверте четвёртая
   четвёртый четвёртое четвёрта четвёртий четвёрте τέταρτο τέταρτη τέταρτος dördüncü dört רביעי רביעית الرابع الرابعة`,
  `five fifth fünf fünfter fünftes fünften fünfte cinq cinquième cinco quinto quinta cinque vijfde vijf piąta piąte piąty pátá pátý páté
   femte viides ötödik пятая пятый пятое п'ята п'ятий п'яте пята пятий пяте πέμπτο πέμπτη πέμπτος beşinci beş חמישי חמישית الخامس الخامسة`,
  `six sixth sechs sechster sechstes sechsten sechste sixième seis sexto sexta sei sesto sesta zesde zes szósta szóste szósty šestá šestý
   šesté sjätte sjette kuudes hatodik шестая шестой шестое шостай шоста шостий шости шостей шосте έκτο έκτη έκτος altıncı altı שישי ששי
   שישית السادس السادسة`,
  `seven seventh sieben siebenter siebentes siebenten siebente siebter siebtes siebten siebte sept septième siete séptimo séptima sette
   settimo settima sete sétimo sétima zevende zeven siódma siódme siódmy sedmá sedmý sedmé sjunde sjuende syvende seitsemäs hetedik седьмая
   седьмой седьмое сьомай сьома сьомий сьоми сьомей сьоме έβδομο έβδομη έβδομος yedinci yedi שביעי שביעית السابع السابعة`,
  `eight eighth acht achter achtes achten achte huit huitième ocho octavo octava otto ottavo ottava oito oitavo oitava achtste ósma ósme
   ósmy osmá osmý osmé åttonde åttende ottende kahdeksas nyolcadik восьмая восьмой восьмое восьма восьмий восьме όγδοο όγδοη όγδοος
   sekizinci sekiz שמיני שמינית الثامن الثامنة`,
  `nine ninth neun neunter neuntes neunten neunte neuf neuvième nueve noveno novena nove nono nona negende negen dziewiąta dziewiąte
   dziewiąty devátá devátý deváté nionde niende yhdeksäs kilencedik девятая девятый девятое дев'ята дев'ятий дев'яте девята девятий девяте
   ένατο ένατη ένατος dokuzuncu dokuz תשיעי תשיעית التاسع التاسعة`,
  `ten tenth zehn zehnter zehntes zehnten zehnte dix dixième diez décimo décima dieci decimo decima dez tiende tien dziesiąta dziesiąte
   dziesiąty desátá desátý desáté tionde kymmenes tizedik десятая десятый десятое десята десятий десяте δέκατο δέκατη δέκατος onuncu עשירי
   עשירית العاشر العاشرة`,
  `eleventh eleven elf elfter elftes elften elfte onze onzième once undici undicesimo undicesima undécimo undécima elfde одиннадцатая
   одиннадцатый одиннадцатое`,
  `twelve twelfth zwölf zwölfter zwölftes zwölften zwölfte douze douzième doce dodici dodicesimo dodicesima duodécimo duodécima twaalfde
   twaalf двенадцатая двенадцатый двенадцатое`,
  'thirteenth thirteen dreizehnter dreizehntes dreizehnten dreizehnte dreizehn treizième treize',
  'fourteenth fourteen vierzehnter vierzehntes vierzehnten vierzehnte vierzehn quatorzième quatorze',
  'fifteenth fifteen fünfzehnter fünfzehntes fünfzehnten fünfzehnte fünfzehn quinzième quinze',
  'sixteenth sixteen sechzehnter sechzehntes sechzehnten sechzehnte sechzehn seizième seize',
  'seventeenth seventeen siebzehnter siebzehntes siebzehnten siebzehnte siebzehn',
  'eighteenth eighteen achtzehnter achtzehntes achtzehnten achtzehnte achtzehn',
  'nineteenth nineteen neunzehnter neunzehntes neunzehnten neunzehnte neunzehn',
];
/** From 20, in steps of 10. */
const tens: readonly string[] = [
  'twenty twentieth',
  'thirty thirtieth',
  'forty fortieth',
  'fifty fiftieth',
  'sixty sixtieth',
];

/** Small letters, with plain apostrophes. A word for two numbers (`tiende`) is the lower one. */
const valuesByWord: ReadonlyMap<string, number> = new Map(
  [
    ...tens.flatMap((words, index) => valuesOf(words, (index + 2) * 10)),
    ...small.flatMap((words, index) => valuesOf(words, index + 1)),
  ].toReversed(),
);

function valuesOf(words: string, value: number): [string, number][] {
  return words.split(/\s+/u).map((word) => [word, value]);
}

/** Stands for a number in words. */
const numberMark = '\uE000';

/**
 * Returns a title in small letters with a mark in place of each number in words: a pattern of all of them would take longer
 * to compile than a book takes to parse.
 */
export function markNumberWords(title: string): string {
  return title.replaceAll(/\p{L}(?:[\p{L}\p{M}'’]*[\p{L}\p{M}])?/gu, (word) =>
    valueOf(word) === undefined ? word : numberMark,
  );
}

function valueOf(word: string): number | undefined {
  return valuesByWord.get(word.toLowerCase().replaceAll('’', "'"));
}

/** A number in digits of any script, in Roman numerals or as a mark of `markNumberWords`, as the source of a pattern for small letters. */
export const numberPattern = `\\p{N}+|${romanSource}|${numberMark}`;

/** An ordinal before a part word: `2nd`, `2ª`, `2.` or the mark of a number word. */
export const ordinalPattern = `\\p{N}+(?:st|nd|rd|th|[.ªºa°]|e|er|re|[èe]me|-?[йяое]|-?ша|-?га)?|${numberMark}`;

/** Returns the number that a word means (`twelfth`, `XII`, `十二`, `12` → 12), or undefined. */
export function numberOf(word: string): number | undefined {
  const plain = word.normalize('NFKC');
  if (/^\d{1,4}$/u.test(plain)) return Number(plain);
  if (hanNumber.test(plain)) return hanValue(plain);
  return romanValue(plain.toLowerCase()) ?? valueOf(word);
}

const hanDigits = '〇一二三四五六七八九';
const hanUnits: ReadonlyMap<string, number> = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
]);
const hanNumber =
  /^(?:[〇一二三四五六七八九]{1,4}|[零〇一二三四五六七八九十百千]{0,7}[十百千][零〇一二三四五六七八九十百千]{0,7})$/u;

/** Reads both `二十一` and `二一`. */
function hanValue(numeral: string): number {
  let [sum, digits] = [0, 0];
  for (const sign of numeral) {
    const unit = hanUnits.get(sign);
    if (unit === undefined) digits = digits * 10 + Math.max(hanDigits.indexOf(sign), 0);
    else [sum, digits] = [sum + (digits || 1) * unit, 0];
  }
  return sum + digits;
}
