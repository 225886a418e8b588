import { sentenceRules } from '../../sentence-rules.ts';
import type { LanguageRules } from '../language-rules.ts';
import { abbreviationReader } from '../reading/abbreviations.ts';
import { ratePhrase } from '../reading/rates.ts';
import { spanishAbbreviations, spanishAcronyms } from './spanish-abbreviations.ts';
import { spanishReadings } from './spanish-readings.ts';
import { spanishRoman } from './spanish-roman.ts';
import { spanishPhrases, spanishSymbols } from './spanish-symbols.ts';

/** Returns the rules of Spanish. In most of America a full stop is the decimal mark. */
export function spanishRules(region: string | undefined): LanguageRules {
  const { starters } = sentenceRules('es');
  return {
    groupMark: ' ',
    early: [
      ratePhrase('por'),
      [/(?<!\p{L})s\. ?(?=[IVX]{1,6}(?!\p{L}))/gu, 'siglo '],
      // Elsewhere it is a verb.
      [/(?<=\d ?)ha(?= de\b)/gu, ' hectáreas'],
      [/(?<![\p{L}\p{N}])[nN]\.?[º°](?=\s?\d)/gu, 'número'],
      [/(?<![\p{L}\p{N}])[nN]\.?[º°]s(?=\s?\d)/gu, 'números'],
      [/(?<![\p{L}\p{N}])[cC]\/(?=\s?\p{Lu})/gu, 'calle '],
    ],
    addresses: { at: 'arroba', dot: 'punto', slash: 'barra', dash: 'guion', underscore: 'guion bajo' },
    abbreviations: abbreviationReader({ table: spanishAbbreviations, starters }),
    roman: spanishRoman(),
    initials: { acronyms: spanishAcronyms, starters },
    numbers: spanishReadings(region),
    phrases: spanishPhrases,
    symbols: spanishSymbols,
  };
}
