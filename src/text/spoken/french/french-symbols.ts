import type { PhraseRules } from '../language-rules.ts';
import type { SymbolWords } from '../reading/symbols.ts';

/** Replacements that depend on the words around a mark. */
export const frenchPhrases: PhraseRules = [
  [/\bet\/ou\b/gu, 'et ou'],
  [/(?<=\p{L})\/(?=\p{L})/gu, ' '],
  [/§§/gu, ' paragraphes '],
  [/[Cc]opyright ?©|© ?(?=[Cc]opyright)/gu, 'copyright '],
  [/(?<=(?<![\p{L}\p{N}])\p{L})²/gu, ' au carré'],
  [/(?<=(?<![\p{L}\p{N}])\p{L})³/gu, ' au cube'],
];

/** Words of symbols. */
export const frenchSymbols: SymbolWords = {
  '&': 'et',
  '%': 'pour cent',
  '‰': 'pour mille',
  '§': 'paragraphe',
  '°': 'degrés',
  '©': 'copyright',
  '+': 'plus',
  '=': 'égale',
  '≠': 'différent de',
  '≈': 'environ',
  '<': 'inférieur à',
  '>': 'supérieur à',
  '≤': 'au plus',
  '≥': 'au moins',
  '±': 'plus ou moins',
  '×': 'fois',
  '÷': 'divisé par',
  '√': 'racine carrée de',
  '∞': 'infini',
  '#': 'dièse',
  '@': 'arobase',
  $: 'dollar',
  '€': 'euro',
  '£': 'livre',
  '¥': 'yen',
  '/': 'barre oblique',
  '²': 'au carré',
  '³': 'au cube',
};
