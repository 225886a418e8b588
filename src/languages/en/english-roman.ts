import { lastWord } from '../reading.ts';
import type { Reading, ReadingMatch } from '../reading.ts';
import { romanValue } from '../roman.ts';
import { englishCardinal, englishOrdinal } from './english-numbers.ts';

/** The reading of Roman numerals: after names of parts and of rulers, and alone in a heading. "I" the pronoun is left. */
export const englishRoman: Reading = {
  pattern: /(?:[IVXLCDM]{1,15}|[ivxl]{1,8})(?:\.(?=,|\s[\p{Ll}\d]))?(?![\p{L}\p{N}\p{M}])(?!['’](?!s\b))/uy,
  say,
};

function say(match: ReadingMatch): string | undefined {
  const { before } = match;
  // `vol. ii. p. 33`, `Louis XVI. of France`: old books write a full stop after a numeral.
  const text = match.text.replace('.', '');
  const value = romanValue(text);
  if (value === undefined) return undefined;
  const word = lastWord(before);
  const isCapital = text === text.toUpperCase();
  const stop = isCapital ? match.text.slice(text.length) : '';
  const numeral = { ...match, text, after: stop + match.after };
  if (isHeading(numeral) || isPart(numeral, word)) return capitalized(englishCardinal(String(value)), text) + stop;
  return isCapital ? afterName({ ...match, text }, word, value) : undefined;
}

/** Tells whether the numeral follows the word for a part, a page or a rank, another numeral, or stands in brackets. */
function isPart({ text, before, after }: ReadingMatch, word: string): boolean {
  if (isLetter(text)) return false;
  // `the page I read`
  if (parts.test(word) || pages.test(word)) return text !== 'I' || /^\p{Lu}/u.test(word);
  if (/[ivxlcdm][-–]$/u.test(before)) return true;
  // Other letters are those of a name, such as (MCC).
  return /^(?:[IVX]{2,}|[ivx]{2,})$/u.test(text) && before.endsWith('(') && after.startsWith(')');
}

const pages = /^(?:pages?|lines?|notes?|chapters?|verses?)$/iu;

const parts =
  /^(?:chapter|book|part|volume|act|scene|canto|section|appendix|article|stave|letter|psalm|lesson|phase|stage|episode|season|round|figure|table|plate|number|amendment|corps|legion|type|class|grade|level|mark|tome|vol|cycle|fit|fytte|sonnet|symphony|title|division|proposition|theorem|case|day|night|lecture|sermon|opus|group|bowl|war)s?$/iu;

/** Letters that name parts as well: "Appendix C", "Part D". */
function isLetter(text: string): boolean {
  return /^[CDLMcdlm]$/u.test(text);
}

/** The numeral is all there is, or begins a heading with a full stop, as in "IV. The Storm". */
function isHeading({ text, before, after }: ReadingMatch): boolean {
  if (before !== '' || text !== text.toUpperCase()) return false;
  if (/^\.?$/u.test(after)) return !isLetter(text);
  return text.length > 1
    ? /^[.:)—–-]\s/u.test(after)
    : /^[IVX]$/u.test(text) && /^[.)]\s["“‘]?\p{Lu}\p{L}* \p{L}/u.test(after);
}

function afterName(match: ReadingMatch, word: string, value: number): string | undefined {
  const { text, before } = match;
  if (!/^\p{Lu}/u.test(word) || !/\s$/u.test(before)) return undefined;
  const isRuler = rulers.has(word.toLowerCase());
  if (isRuler ? !isRank(match, word) : text.length === 1 || value > 50) return undefined;
  const isPerson = isRuler || (value <= 5 && namesakes.test(before));
  const words = String(value);
  return isPerson ? `the ${capitalized(englishOrdinal(words), text)}` : capitalized(englishCardinal(words), text);
}

/** "Henry I" and "Charles V", but not "Henry I knew", and not "Malcolm X". */
function isRank({ text, before, after }: ReadingMatch, word: string): boolean {
  if (text === 'I') return isFirst(before, after);
  return text.length > 1 || text === 'V' || (text === 'X' && word !== 'Malcolm');
}

/** "King Henry I", or what cannot follow the pronoun: a mark, "of", "and", a possessive. */
function isFirst(before: string, after: string): boolean {
  if (
    /(?:King|Queen|Emperor|Empress|Pope|Tsar|Czar|Kaiser|Sultan|Prince|Duke|Count) \p{Lu}\p{L}{1,30}\s$/u.test(before)
  )
    return true;
  return /^(?:$|['’]s\b|[.,;:!?)\]](?:["'”’\s)]|$)| (?:of|and|in|at|from|to|by|as|on|with|or|upon|the)\b)/u.test(after);
}

/** "Thurston Howell III": a given name and a family name before the numeral. */
const namesakes =
  /(?:^|[\s("“‘])(?:John|Thomas|Joseph|Samuel|Walter|Arthur|Albert|Alfred|Benjamin|Daniel|Thurston|Martin|Theodore|Andrew|Anthony|Frank|Harry|Jack|Paul|Richard|Robert|William|James|Charles|George|Edward|Henry|David|Peter|Philip|Michael|Francis|Frederick|Howard|Hunter|Davis|Loudon|Cornelius) (?:\p{Lu}\.? )?\p{Lu}\p{L}{1,30},?\s$/u;

const rulers = new Set(
  `henry edward richard george william charles james elizabeth mary anne john stephen harold edmund alfred athelstan ethelred
  robert david malcolm alexander duncan kenneth louis philip francis napoleon nicholas catherine peter paul ivan boris
  frederick wilhelm friedrich otto conrad rudolf rudolph maximilian leopold joseph franz ferdinand karl albert albrecht ludwig
  sigismund wenceslas ottokar bela andrew ladislaus stanislaus casimir sigmund augustus christian haakon olaf olav magnus erik eric
  gustav gustavus oscar carl canute knut sweyn valdemar alfonso alphonse sancho pedro juan carlos isabella felipe manuel emmanuel
  umberto amadeus victor pius leo gregory innocent benedict clement urban boniface celestine adrian hadrian sixtus julius
  eugene martin nicholas callixtus honorius alexius constantine justinian theodosius basil michael andronicus romanus tiberius
  ramses rameses ptolemy thutmose tuthmosis amenhotep seti cleopatra berenice arsinoe darius xerxes cyrus artaxerxes cambyses
  antiochus seleucus mithridates attalus shapur yazdegerd mehmed mehmet murad bayezid selim suleiman ahmed mustafa abdulhamid hamid
  osman orhan abbas akbar baldwin godfrey roger tancred bohemond raymond fulk geoffrey hugh theobald rama mongkut kamehameha
  menelik haile pomare farouk fuad hussein abdullah zog carol michael alexander umberto willem wilhelmina juliana margrethe`.split(
    /\s+/u,
  ),
);

function capitalized(words: string, numeral: string): string {
  return numeral === numeral.toUpperCase()
    ? words.replaceAll(/(?<![\p{L}])\p{Ll}/gu, (letter) => letter.toUpperCase())
    : words;
}
