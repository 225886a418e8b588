import { firstWord, lastWord } from '../reading/readings.ts';
import type { Reading, ReadingMatch } from '../reading/readings.ts';
import type { Gender } from '../reading/quantity.ts';
import { clearRomanValue, isHeadingNumeral, romanPattern } from '../reading/roman-numeral.ts';
import { spanishCardinal, spanishOrdinal } from './spanish-numbers.ts';

/** Returns the Spanish reading of Roman numerals: "capítulo cuatro", "siglo quinto", "Felipe segundo", "Alfonso trece". */
export function spanishRoman(): readonly Reading[] {
  return [{ pattern: romanPattern, say }];
}

function say(match: ReadingMatch): string | undefined {
  const { text, before, after } = match;
  const value = clearRomanValue(text);
  if (value === undefined) return undefined;
  const digits = String(value);
  const gender = rankedGender(lastWord(before), firstWord(after), value);
  if (gender) return value > 10 && gender !== 'feminine' ? spanishCardinal(digits) : spanishOrdinal(digits, gender);
  return parts.test(lastWord(before)) || isHeadingNumeral(match) ? spanishCardinal(digits) : undefined;
}

/** Returns the gender of what the numeral ranks, or undefined when it ranks nothing. Above ten, only what follows is ranked. */
function rankedGender(before: string, after: string, value: number): Gender | undefined {
  if (ranked.test(after) && value <= 30) return feminine.test(after) ? 'feminine' : 'masculine';
  if (queens.test(before)) return 'feminine';
  return rulers.test(before) || /^siglos?$/iu.test(before) ? 'masculine' : undefined;
}

const parts =
  /^(?:capítulo|libro|tomo|volumen|acto|escena|parte|sección|artículo|canto|carta|página|páginas|anexo|figura|lámina|nota|número|Apolo|Rocky|tipo|fase|título|salmo)s?$/iu;
const ranked =
  /^(?:Guerra|República|Congreso|Concilio|Internacional|Imperio|Reich|Cruzada|Centenario|Dinastía|Legión|Feria|Edición|Premio|Festival)$/u;
const feminine = /^(?:Guerra|República|Internacional|Cruzada|Dinastía|Legión|Feria|Edición)$/u;
const rulers =
  /^(?:Felipe|Carlos|Fernando|Isabel|Alfonso|Juan|Pablo|Pedro|Enrique|Jaime|Sancho|Ramiro|Ordoño|Bermudo|García|Luis|Francisco|Napoleón|Pío|León|Gregorio|Benedicto|Clemente|Inocencio|Catalina|María|Guillermo|Federico|Nicolás|Alejandro|Iván|Jorge|Eduardo|Jacobo|Ricardo|Roberto|Leopoldo|Alberto|Balduino|Ramsés|Ptolomeo|Otón|Sixto|Julio|Bonifacio|Urbano|Maximiliano|José|Gustavo|Cristián|Humberto|Víctor|Manuel|Amadeo|Abderramán|Alhakén|Hixem|Constantino|Teodosio|Darío|Jerjes|Solimán|Mehmed|Moctezuma)$/u;
const queens = /^(?:Isabel|Catalina|María)$/u;
