import type { PhraseRules } from '../language-rules.ts';
import type { SymbolWords } from '../reading/symbols.ts';

/** Replacements that depend on the words around a mark. */
export const spanishPhrases: PhraseRules = [
  [/\by\/o\b/gu, 'y o'],
  [/(?<=(?:millones|mil) de )€/gu, 'euros'],
  [/(?<=\p{L})\/(?=\p{L})/gu, ' '],
  [/§§/gu, ' párrafos '],
  [/[Cc]opyright ?©|© ?(?=[Cc]opyright)/gu, 'copyright '],
  [/(?<=(?<![\p{L}\p{N}])\p{L})²/gu, ' al cuadrado'],
  [/(?<=(?<![\p{L}\p{N}])\p{L})³/gu, ' al cubo'],
];

/** Words of symbols. */
export const spanishSymbols: SymbolWords = {
  '&': 'y',
  '%': 'por ciento',
  '‰': 'por mil',
  '§': 'párrafo',
  '°': 'grados',
  '©': 'copyright',
  '+': 'más',
  '=': 'igual a',
  '≠': 'distinto de',
  '≈': 'aproximadamente',
  '<': 'menor que',
  '>': 'mayor que',
  '≤': 'como máximo',
  '≥': 'como mínimo',
  '±': 'más menos',
  '×': 'por',
  '÷': 'dividido por',
  '√': 'raíz cuadrada de',
  '∞': 'infinito',
  '#': 'almohadilla',
  '@': 'arroba',
  $: 'dólar',
  '€': 'euro',
  '£': 'libra',
  '¥': 'yen',
  '/': 'barra',
  '²': 'al cuadrado',
  '³': 'al cubo',
};
