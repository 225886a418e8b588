import type { PhraseRules } from '../language-rules.ts';
import type { SymbolWords } from '../reading/symbols.ts';

/** Replacements that depend on the words around a mark. */
export const germanPhrases: PhraseRules = [
  [/(?<=\p{L}) ?\/ ?km²/gu, ' pro Quadratkilometer'],
  [/(?<=\p{L}) ?\/ ?m²/gu, ' pro Quadratmeter'],
  [/(?<=Liter) ?\/ ?(?=hundert Kilometer)/gu, ' auf '],
  [/(?<=\p{L})\/(?=\p{L})/gu, ' '],
  [/§§/gu, ' Paragrafen '],
  [/[Cc]opyright ?©|© ?(?=[Cc]opyright)/gu, 'Copyright '],
  [/(?<=(?<![\p{L}\p{N}])\p{L})²/gu, ' Quadrat'],
  [/(?<=(?<![\p{L}\p{N}])\p{L})³/gu, ' hoch drei'],
];

/** Words of symbols. */
export const germanSymbols: SymbolWords = {
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
};
