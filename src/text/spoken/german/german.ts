import { sentenceRules } from '../../sentence-rules.ts';
import type { LanguageRules } from '../language-rules.ts';
import { abbreviationReader } from '../reading/abbreviations.ts';
import type { AbbreviationContext } from '../reading/abbreviations.ts';
import { germanAbbreviations, germanAcronyms } from './german-abbreviations.ts';
import { germanReadings } from './german-readings.ts';
import { germanRoman } from './german-roman.ts';

/** Returns the rules of German. */
export function germanRules(): LanguageRules {
  const { starters } = sentenceRules('de');
  return {
    groupMark: '.',
    addresses: { at: 'at', dot: 'Punkt', slash: 'Schrägstrich', dash: 'Strich', underscore: 'Unterstrich' },
    abbreviations: abbreviationReader({ table: germanAbbreviations, starters, special: { 'jh.': century } }),
    roman: germanRoman(),
    initials: { acronyms: germanAcronyms, starters },
    numbers: germanReadings(),
    phrases: [
      [/(?<=\p{L})\/(?=\p{L})/gu, ' '],
      [/§§/gu, ' Paragrafen '],
      [/[Cc]opyright ?©|© ?(?=[Cc]opyright)/gu, 'Copyright '],
      [/(?<=(?<![\p{L}\p{N}])\p{L})²/gu, ' Quadrat'],
      [/(?<=(?<![\p{L}\p{N}])\p{L})³/gu, ' hoch drei'],
    ],
    symbols: {
      '&': 'und',
      '%': 'Prozent',
      '‰': 'Promille',
      '§': 'Paragraf',
      '°': 'Grad',
      '©': 'Copyright',
      '+': 'plus',
      '=': 'gleich',
      '≠': 'ungleich',
      '≈': 'ungefähr',
      '<': 'kleiner als',
      '>': 'größer als',
      '≤': 'höchstens',
      '≥': 'mindestens',
      '±': 'plus minus',
      '×': 'mal',
      '÷': 'geteilt durch',
      '√': 'Wurzel aus',
      '∞': 'unendlich',
      '#': 'Raute',
      '@': 'at',
      $: 'Dollar',
      '€': 'Euro',
      '£': 'Pfund',
      '¥': 'Yen',
      '/': 'Schrägstrich',
      '²': 'hoch zwei',
      '³': 'hoch drei',
    },
  };
}

/** "des 19. Jh." is "des neunzehnten Jahrhunderts". */
function century({ before }: AbbreviationContext): string | undefined {
  return /\bdes\s[\dIVXLC]{1,6}\.\s?$/u.test(before) ? 'Jahrhunderts' : undefined;
}
