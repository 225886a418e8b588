import { sentenceRules } from '../../sentence-rules.ts';
import type { LanguageRules } from '../language-rules.ts';
import { abbreviationReader } from '../reading/abbreviations.ts';
import { ratePhrase } from '../reading/rates.ts';
import type { AbbreviationContext } from '../reading/abbreviations.ts';
import { germanAbbreviations, germanAcronyms } from './german-abbreviations.ts';
import { germanReadings } from './german-readings.ts';
import { germanRoman } from './german-roman.ts';
import { germanPhrases, germanSymbols } from './german-symbols.ts';

/** Returns the rules of German. */
export function germanRules(): LanguageRules {
  const { starters } = sentenceRules('de');
  return {
    groupMark: '.',
    early: [ratePhrase('pro')],
    addresses: { at: 'at', dot: 'Punkt', slash: 'Schrägstrich', dash: 'Strich', underscore: 'Unterstrich' },
    abbreviations: abbreviationReader({ table: germanAbbreviations, starters, special: { 'jh.': century } }),
    roman: germanRoman(),
    initials: { acronyms: germanAcronyms, starters },
    numbers: germanReadings(),
    phrases: germanPhrases,
    symbols: germanSymbols,
  };
}

/** "des 19. Jh." is "des neunzehnten Jahrhunderts". */
function century({ before }: AbbreviationContext): string | undefined {
  return /\bdes\s[\dIVXLC]{1,6}\.\s?$/u.test(before) ? 'Jahrhunderts' : undefined;
}
