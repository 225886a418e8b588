import { spanishSpoken } from '../../../languages/es/spanish-spoken.ts';
import { languageRules } from '../language-rules.ts';
import type { AbbreviationContext } from '../reading/abbreviations.ts';
import type { LanguageRules, PhraseRules } from '../language-rules.ts';
import { ratePhrase } from '../reading/rates.ts';
import { spanishReadings } from './spanish-readings.ts';
import { spanishRoman } from './spanish-roman.ts';

/** Returns the rules of Spanish. In most of America a full stop is the decimal mark. */
export function spanishRules(region: string | undefined): LanguageRules {
  return languageRules(spanishSpoken, {
    groupMark: ' ',
    early: [
      ratePhrase('por'),
      [/(?<!\p{L})[sS]\. ?(?=[IVX]{1,6}(?!\p{L}))/gu, 'siglo '],
      // Elsewhere it is a verb.
      [/(?<=\d ?)ha(?= de\b)/gu, ' hectáreas'],
      [/(?<![\p{L}\p{N}])[nN]\.?[º°](?=\s?\d)/gu, 'número'],
      [/(?<![\p{L}\p{N}])[nN]\.?[º°]s(?=\s?\d)/gu, 'números'],
      [/(?<![\p{L}\p{N}])[cC]\/(?=\s?\p{Lu})/gu, 'calle '],
    ],
    special: { 's.': saint },
    roman: spanishRoman(),
    numbers: spanishReadings(region),
    phrases: spanishPhrases,
  });
}

/** San Pedro, but `S. M.` are initials. */
function saint({ text, after }: AbbreviationContext): string | undefined {
  return /^\s\p{Lu}\p{Ll}/u.test(after) ? undefined : text;
}

/** Replacements that depend on the words around a mark. */
const spanishPhrases: PhraseRules = [
  [/\by\/o\b/gu, 'y o'],
  [/(?<=(?:millones|mil) de )€/gu, 'euros'],
  [/(?<=\p{L})\/(?=\p{L})/gu, ' '],
  [/§§/gu, ' párrafos '],
  [/[Cc]opyright ?©|© ?(?=[Cc]opyright)/gu, 'copyright '],
];
