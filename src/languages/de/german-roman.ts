import { clearRomanValue, firstWord, lastWord } from '../reading.ts';
import type { Reading, ReadingMatch } from '../reading.ts';
import { capital, germanCardinal, germanOrdinal } from './german-numbers.ts';
import { declinedOrdinal } from './german-ordinals.ts';

/** The German reading of Roman numerals: "Kapitel vier", "das neunzehnte Jahrhundert", "Ludwig der Vierzehnte". */
export const germanRoman: Reading = {
  pattern: /(?:[IVXLCDM]{1,15}|[ivxl]{1,8})(?![\p{L}\p{N}\p{M}'’])\.?/uy,
  say,
};

function say(match: ReadingMatch): string | undefined {
  const numeral = match.text.replace('.', '');
  const value = clearRomanValue(numeral);
  if (value === undefined) return undefined;
  return isAlone(match, numeral) || parts.test(lastWord(match.before))
    ? germanCardinal(String(value)) + match.text.slice(numeral.length)
    : rankOrOrdinal(match, String(value), numeral);
}

/** The numeral is all there is, or begins a heading with a full stop, as in "IV. Der Sturm". */
function isAlone({ text, before, after }: ReadingMatch, numeral: string): boolean {
  if (before !== '') return false;
  return after === '' || (text !== numeral && numeral.length > 1 && !ordinalNouns.test(firstWord(after)));
}

function rankOrOrdinal({ text, before, after }: ReadingMatch, digits: string, numeral: string): string | undefined {
  if (numeral !== numeral.toUpperCase()) return undefined;
  const word = lastWord(before);
  if (rulers.test(word)) return rank(digits, before, word) + (text !== numeral && after === '' ? '.' : '');
  const noun = firstWord(after);
  return text !== numeral && ordinalNouns.test(noun) ? declinedOrdinal(digits, before, noun) : undefined;
}

const parts =
  /^(?:Kapitel|Teil|Band|Buch|Akt|Szene|Abschnitt|Artikel|Nummer|Tafel|Abbildung|Seiten?|Gesang|Brief|Anhang|Stufe|Typ|Klasse|Apollo|Rocky|Sonate|Symphonie)$/u;
const ordinalNouns =
  /^(?:Weltkriege?s?|Jahrhunderte?s?n?|Kapitel|Teile?s?|Bande?s?|Buche?s?|Akte?s?|Szene|Abschnitte?s?|Internationale|Republik|Reiche?s?|Armee|Korps|Dynastie|Konzils?|Vatikanische[ns]?|Gesange?s?|Akt|Aufzuge?s?|Auftritte?s?)$/u;
const rulers =
  /^(?:Ludwig|Heinrich|Friedrich|Wilhelm|Karl|Otto|Konrad|Rudolf|Maximilian|Leopold|Joseph|Josef|Franz|Ferdinand|Albrecht|Sigismund|Philipp|Johann|Johannes|Georg|Eduard|Jakob|Richard|Robert|Alexander|Nikolaus|Peter|Paul|Iwan|Napoleon|Christian|Gustav|Adolf|Erik|Oskar|Viktor|Emanuel|Umberto|Alfons|Pius|Leo|Gregor|Innozenz|Benedikt|Klemens|Clemens|Urban|Bonifaz|Sixtus|Julius|Ramses|Ptolemäus|Thutmosis|Amenophis|Darius|Xerxes|Mehmed|Murad|Selim|Süleyman|August|Stephan|Stanislaus|Elisabeth|Katharina|Maria|Anna|Isabella|Margarethe|Wilhelmina|Beatrix|Juliana|Kleopatra)s?$/u;
const women = /^(?:Elisabeth|Katharina|Maria|Anna|Isabella|Margarethe|Wilhelmina|Beatrix|Juliana|Kleopatra)s?$/u;
const ranks = String.raw`(?:(?:König|Kaiser|Papst|Zar|Herzog|Fürst|Kurfürst|Graf|Sultan|Königin|Kaiserin|Zarin|dem|den|König[ns]?)\s){0,2}`;
const dative = new RegExp(
  String.raw`(?:^|\s)(?:von|mit|unter|bei|zu|nach|aus|seit|gegenüber|außer|vor|an|hinter|neben)\s${ranks}\p{L}+\s$`,
  'iu',
);
const accusative = new RegExp(String.raw`(?:^|\s)(?:für|gegen|durch|ohne|um|über)\s${ranks}\p{L}+\s$`, 'iu');

/** Returns the ordinal after the name of a ruler, in the case of the name. */
function rank(digits: string, before: string, name: string): string {
  const isWoman = women.test(name);
  if (
    name.endsWith('s') &&
    !/^(?:Johannes|Nikolaus|Klemens|Clemens|Alfons|Pius|Sixtus|Julius|Ramses|Ptolemäus|Thutmosis|Amenophis|Darius|Xerxes|Stanislaus)$/u.test(
      name,
    )
  )
    return `${isWoman ? 'der' : 'des'} ${capital(germanOrdinal(digits, 'en'))}`;
  if (dative.test(before)) return `${isWoman ? 'der' : 'dem'} ${capital(germanOrdinal(digits, 'en'))}`;
  if (accusative.test(before))
    return isWoman ? `die ${capital(germanOrdinal(digits, 'e'))}` : `den ${capital(germanOrdinal(digits, 'en'))}`;
  return `${isWoman ? 'die' : 'der'} ${capital(germanOrdinal(digits, 'e'))}`;
}
