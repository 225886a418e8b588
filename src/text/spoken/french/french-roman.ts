import { romanValue } from '../../../languages/roman.ts';
import { lastWord } from '../reading/readings.ts';
import type { Reading, ReadingMatch } from '../reading/readings.ts';
import { clearRomanValue, isHeadingNumeral, romanPattern } from '../reading/roman-numeral.ts';
import { frenchOrdinal } from './french-numbers.ts';

/** Returns the French readings of Roman numerals: "chapitre quatre", "dix-neuvième siècle", "Louis quatorze". */
export function frenchRoman(cardinal: (digits: string) => string): readonly Reading[] {
  return [
    {
      pattern: /(?<n>[IVX]|[IVXLCDM]{2,15})(?<end>er|re|ère|e|ème|ième|ᵉ)s?(?![\p{L}\p{N}])/uy,
      say({ groups: { n = '', end = '' } }) {
        const value = romanValue(n);
        if (value === undefined || (value === 1) !== /^(?:er|re|ère)$/u.test(end)) return undefined;
        return frenchOrdinal(cardinal(String(value)), /^(?:re|ère)$/u.test(end) ? 'feminine' : 'masculine');
      },
    },
    { pattern: romanPattern, say: (match) => say(match, cardinal) },
  ];
}

function say(match: ReadingMatch, cardinal: (digits: string) => string): string | undefined {
  const { text, before } = match;
  const value = clearRomanValue(text);
  if (value === undefined) return undefined;
  const word = lastWord(before);
  if (isHeadingNumeral(match)) return cardinal(String(value));
  if (!parts.test(word) && (text !== text.toUpperCase() || !rulers.test(word))) return undefined;
  // Louis Ier, chapitre premier.
  return value === 1 && !feminineParts.test(word) ? 'premier' : cardinal(String(value));
}

const feminineParts = /^(?:partie|scène|section|page|lettre)s?$/iu;
const parts =
  /^(?:chapitre|livre|tome|volume|acte|scène|partie|section|article|chant|lettre|page|pages|annexe|figure|planche|note|numéro|Apollo|Rocky|siècle|type|phase|titre|psaume)s?$/iu;
const rulers =
  /^(?:Louis|Charles|François|Henri|Philippe|Napoléon|Jean|Paul|Pie|Léon|Grégoire|Benoît|Clément|Innocent|Élisabeth|Elisabeth|Elizabeth|Catherine|Guillaume|Frédéric|Nicolas|Alexandre|Pierre|Ivan|George|Georges|Édouard|Edouard|Edward|Jacques|Richard|Robert|Ferdinand|Alphonse|Carlos|Juan|Léopold|Albert|Baudouin|Ramsès|Ptolémée|Othon|Otton|Sixte|Jules|Boniface|Urbain|Maximilien|Joseph|Gustave|Christian|Umberto|Humbert|Victor|Emmanuel|Henry|Isabelle|Childéric|Clovis|Dagobert|Clotaire|Sigebert|Théodose|Constantin|Mehmet|Soliman|Darius|Xerxès|Casimir|Étienne|Hugues)$/u;
