import { firstWord, lastWord } from '../reading/readings.ts';
import type { Reading, ReadingMatch } from '../reading/readings.ts';
import type { Gender } from '../reading/quantity.ts';
import { clearRomanValue, isHeadingNumeral, romanPattern } from '../reading/roman-numeral.ts';
import { italianCardinal, italianOrdinal } from './italian-numbers.ts';

/** Returns the Italian reading of Roman numerals: "capitolo quarto", "diciannovesimo secolo", "Luigi quattordicesimo". */
export function italianRoman(): readonly Reading[] {
  return [{ pattern: romanPattern, say }];
}

function say(match: ReadingMatch): string | undefined {
  const { text, before, after } = match;
  const value = clearRomanValue(text);
  if (value === undefined) return undefined;
  const word = lastWord(before);
  const gender = genderOf(word, firstWord(after));
  if (gender && text === text.toUpperCase()) return italianOrdinal(String(value), gender);
  return isHeadingNumeral(match) || counted.test(word) ? italianCardinal(String(value)) : undefined;
}

/** Returns the gender of what the numeral ranks, or undefined when it ranks nothing. */
function genderOf(before: string, after: string): Gender | undefined {
  if (rankedAfter.test(after))
    return after.endsWith('a') || /^(?:parte|edizione|legione|sezione)$/iu.test(after) ? 'feminine' : 'masculine';
  if (queens.test(before) || feminineParts.test(before)) return 'feminine';
  return rulers.test(before) || masculineParts.test(before) ? 'masculine' : undefined;
}

const rankedAfter =
  /^(?:secolo|millennio|guerra|Guerra|dinastia|Dinastia|legione|Legione|Repubblica|Internazionale|Concilio|Reich|Impero|edizione|parte|Crociata|crociata|atto|capitolo|libro|canto|volume|tomo|sezione)$/u;
const masculineParts = /^(?:capitolo|libro|tomo|volume|atto|canto|secolo|articolo|titolo|quaderno|salmo)$/iu;
const feminineParts = /^(?:parte|scena|sezione|lettera|giornata|puntata|stagione)$/iu;
const counted = /^(?:pagina|pagine|nota|figura|tavola|numero|Apollo|Rocky|tipo|fase|appendice|allegato)$/iu;
const rulers =
  /^(?:Luigi|Carlo|Francesco|Enrico|Filippo|Napoleone|Giovanni|Paolo|Pio|Leone|Gregorio|Benedetto|Clemente|Innocenzo|Guglielmo|Federico|Nicola|Niccolò|Alessandro|Pietro|Ivan|Giorgio|Edoardo|Giacomo|Riccardo|Roberto|Ferdinando|Alfonso|Leopoldo|Alberto|Baldovino|Ramses|Ramsete|Tolomeo|Ottone|Sisto|Giulio|Bonifacio|Urbano|Massimiliano|Giuseppe|Gustavo|Cristiano|Umberto|Vittorio|Emanuele|Amedeo|Cosimo|Lorenzo|Ludovico|Galeazzo|Corrado|Rodolfo|Costantino|Teodosio|Dario|Serse|Solimano|Maometto|Eugenio|Martino|Callisto|Adriano|Celestino)$/u;
const queens = /^(?:Elisabetta|Caterina|Maria|Isabella|Cristina|Margherita|Anna|Vittoria|Giovanna|Cleopatra)$/u;
