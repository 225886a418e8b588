import type { PhraseRules } from '../language-rules.ts';
import type { SymbolWords } from '../reading/symbols.ts';

/** Replacements that depend on the words around a mark. */
export const italianPhrases: PhraseRules = [
  [/\be\/o\b/gu, 'e o'],
  [/(?<=\p{L})\/(?=\p{L})/gu, ' '],
  [/(?<=Sant’) (?=\p{Lu})/gu, ''],
  [/§§/gu, ' paragrafi '],
  [/[Cc]opyright ?©|© ?(?=[Cc]opyright)/gu, 'copyright '],
  [/(?<=(?<![\p{L}\p{N}])\p{L})²/gu, ' al quadrato'],
  [/(?<=(?<![\p{L}\p{N}])\p{L})³/gu, ' al cubo'],
];

/** Words of symbols. */
export const italianSymbols: SymbolWords = {
  '&': 'e',
  '%': 'per cento',
  '‰': 'per mille',
  '§': 'paragrafo',
  '°': 'gradi',
  '©': 'copyright',
  '+': 'più',
  '=': 'uguale a',
  '≠': 'diverso da',
  '≈': 'circa',
  '<': 'minore di',
  '>': 'maggiore di',
  '≤': 'al massimo',
  '≥': 'almeno',
  '±': 'più o meno',
  '×': 'per',
  '÷': 'diviso',
  '√': 'radice quadrata di',
  '∞': 'infinito',
  '#': 'cancelletto',
  '@': 'chiocciola',
  $: 'dollaro',
  '€': 'euro',
  '£': 'sterlina',
  '¥': 'yen',
  '/': 'barra',
  '²': 'al quadrato',
  '³': 'al cubo',
};
