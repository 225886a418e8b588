import { sentenceRules } from '../../sentence-rules.ts';
import type { LanguageRules } from '../language-rules.ts';
import { abbreviationReader } from '../reading/abbreviations.ts';
import { ratePhrase } from '../reading/rates.ts';
import { frenchAbbreviations, frenchAcronyms } from './french-abbreviations.ts';
import { frenchCardinals } from './french-numbers.ts';
import { frenchReadings } from './french-readings.ts';
import { frenchRoman } from './french-roman.ts';
import { frenchPhrases, frenchSymbols } from './french-symbols.ts';

/** Returns the rules of French. */
export function frenchRules(region: string | undefined): LanguageRules {
  const { starters } = sentenceRules('fr');
  const cardinal = frenchCardinals(region);
  return {
    groupMark: ' ',
    early: [
      ratePhrase('par'),
      [/(?<![\p{L}\p{N}])[nN][°º](?=\s?\d)/gu, 'numéro'],
      [/(?<![\p{L}\p{N}])[nN][°º]s(?=\s?\d)/gu, 'numéros'],
    ],
    addresses: { at: 'arobase', dot: 'point', slash: 'barre oblique', dash: 'tiret', underscore: 'tiret bas' },
    abbreviations: abbreviationReader({ table: frenchAbbreviations, starters }),
    roman: frenchRoman(cardinal),
    initials: { acronyms: frenchAcronyms, starters },
    numbers: frenchReadings(cardinal),
    phrases: frenchPhrases,
    symbols: frenchSymbols,
  };
}
