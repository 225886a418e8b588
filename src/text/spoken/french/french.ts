import { frenchSpoken } from '../../../languages/fr/french-spoken.ts';
import { languageRules } from '../language-rules.ts';
import type { LanguageRules, PhraseRules } from '../language-rules.ts';
import { ratePhrase } from '../reading/rates.ts';
import { frenchCardinals } from './french-numbers.ts';
import { frenchReadings } from './french-readings.ts';
import { frenchRoman } from './french-roman.ts';

/** Returns the rules of French. */
export function frenchRules(region: string | undefined): LanguageRules {
  const cardinal = frenchCardinals(region);
  return languageRules(frenchSpoken, {
    groupMark: ' ',
    early: [
      ratePhrase('par'),
      // Formats of books.
      [/(?<=(?<!\p{L})[Ii]n-)4(?:[°ºo]|to)?(?![\p{L}\p{N}])/gu, 'quarto'],
      [/(?<=(?<!\p{L})[Ii]n-)8[°ºo]?(?![\p{L}\p{N}])/gu, 'octavo'],
      [/(?<=(?<!\p{L})[Ii]n-\d\d)[°ºo](?![\p{L}\p{N}])/gu, ''],
      [/(?<![\p{L}\p{N}])[nN][°º](?=\s?\d)/gu, 'numéro'],
      [/(?<![\p{L}\p{N}])[nN][°º]s(?=\s?\d)/gu, 'numéros'],
    ],
    roman: frenchRoman(cardinal),
    numbers: frenchReadings(cardinal),
    phrases: frenchPhrases,
  });
}

/** Replacements that depend on the words around a mark. */
const frenchPhrases: PhraseRules = [
  [/\bet\/ou\b/gu, 'et ou'],
  [/(?<=\p{L})\/(?=\p{L})/gu, ' '],
  [/§§/gu, ' paragraphes '],
  [/[Cc]opyright ?©|© ?(?=[Cc]opyright)/gu, 'copyright '],
];
