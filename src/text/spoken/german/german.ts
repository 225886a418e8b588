import { germanSpoken } from '../../../languages/de/german-spoken.ts';
import type { AbbreviationContext } from '../../../languages/reading.ts';
import type { PhraseRules } from '../../../languages/whole-grammar.ts';
import { languageRules } from '../language-rules.ts';
import type { LanguageRules } from '../language-rules.ts';
import { germanReadings } from './german-readings.ts';
import { germanRoman } from './german-roman.ts';

/** Returns the rules of German. */
export function germanRules(): LanguageRules {
  return languageRules(germanSpoken, {
    groupMark: '.',
    early: [[/(?<=[€$£]) ?\/ ?(?=\p{L}{3})/gu, ' pro ']],
    special: { 'jh.': century },
    roman: germanRoman(),
    numbers: germanReadings(),
    phrases: germanPhrases,
  });
}

/** "des 19. Jh." is "des neunzehnten Jahrhunderts". */
function century({ before }: AbbreviationContext): string | undefined {
  return /\bdes\s[\dIVXLC]{1,6}\.\s?$/u.test(before) ? 'Jahrhunderts' : undefined;
}

/** Replacements that depend on the words around a mark. */
const germanPhrases: PhraseRules = [
  [/(?<=\p{L}) ?\/ ?km²/gu, ' pro Quadratkilometer'],
  [/(?<=\p{L}) ?\/ ?m²/gu, ' pro Quadratmeter'],
  [/(?<=Liter) ?\/ ?(?=hundert Kilometer)/gu, ' auf '],
  [/(?<=\p{L})\/(?=\p{L})/gu, ' '],
  [/§§/gu, ' Paragrafen '],
  [/[Cc]opyright ?©|© ?(?=[Cc]opyright)/gu, 'Copyright '],
];
