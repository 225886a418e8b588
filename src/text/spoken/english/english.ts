import { englishSpoken } from '../../../languages/en/english-spoken.ts';
import type { PhraseRules } from '../../../languages/whole-grammar.ts';
import { languageRules } from '../language-rules.ts';
import type { LanguageRules } from '../language-rules.ts';
import { englishContexts } from './english-contexts.ts';
import { englishReadings } from './english-readings.ts';
import { englishRoman } from './english-roman.ts';

/** Returns the rules of English. American English is taken where the region is unknown. */
export function englishRules(region: string | undefined): LanguageRules {
  const isBritish = region !== undefined && !['US', 'PH', 'PR'].includes(region);
  return languageRules(englishSpoken, {
    groupMark: ',',
    // A county that the author does not name.
    early: [
      [/(?<!\S)[—―]{2,}(?=shire)/gu, 'Blank'],
      // Prices as the rest of Europe writes them.
      [/(?<=[€£]\s?\d{1,3}),(?=\d\d(?!\d))/gu, '.'],
      [/(?<=(?<![\d,])\d{1,3}),(?=\d\d\s?€)/gu, '.'],
    ],
    special: englishContexts,
    roman: englishRoman(),
    numbers: englishReadings(isBritish),
    phrases: englishPhrases,
  });
}

/** Replacements that depend on the words around a mark. */
const englishPhrases: PhraseRules = [
  [/&c\.?(?=["'”’)\]\s]*$)/gu, ' et cetera.'],
  [/&c\.?(?![\p{L}\p{N}])/gu, ' et cetera'],
  [/\band\/or\b/giu, 'and or'],
  [/\bs\/he\b/gu, 'she or he'],
  [/\b([Hh]e|[Hh]is|[Hh]im)\/(she|hers?)\b/gu, '$1 or $2'],
  [/(?<![\p{L}\p{N}])c\/o(?![\p{L}\p{N}])/gu, 'care of'],
  [/(?<![\p{L}\p{N}])w\/o(?![\p{L}\p{N}])/gu, 'without'],
  // Amounts: `$20/mo`, `60 miles/hour`.
  [
    / ?\/(?<=(?:dollars?|pounds?|euros?|cents?|pence|yen|miles?|meters?|liters?|grams?) ?\/) ?(?=(?:s|second|min|minute|h|hr|hour|day|night|wk|week|mo|month|yr|year|person|kg|kilogram|lb|pound|gallon|mile)\b)/gu,
    ' per ',
  ],
  [/ per s\b/gu, ' per second'],
  [/ per min\b/gu, ' per minute'],
  [/ per hr?\b/gu, ' per hour'],
  [/ per wk\b/gu, ' per week'],
  [/ per mo\b/gu, ' per month'],
  [/ per yr\b/gu, ' per year'],
  [/ per kg\b/gu, ' per kilogram'],
  [/ per lb\b/gu, ' per pound'],
  [/(?<=\p{L})\/(?=\p{L})/gu, ' '],
  [
    /(?:(?<=[Cc]opyright) ?[©]|[©](?= ?[Cc]opyright)|\([Cc]\)(?= ?(?:[Cc]opyright|nineteen|twenty|two thousand)))/gu,
    '',
  ],
  [/(?<=\p{L})\+\+/gu, ' plus plus'],
  [/§§/gu, ' sections '],
  [/¶¶/gu, ' paragraphs '],
];
