import type { PhraseRules } from '../language-rules.ts';
import type { SymbolWords } from '../reading/symbols.ts';

/** Replacements that depend on the words around a mark. */
export const englishPhrases: PhraseRules = [
  [/&c\.?(?![\p{L}\p{N}])/gu, ' et cetera'],
  [/\band\/or\b/giu, 'and or'],
  [/\bs\/he\b/gu, 'she or he'],
  [/\b([Hh]e|[Hh]is|[Hh]im)\/(she|hers?)\b/gu, '$1 or $2'],
  [/(?<![\p{L}\p{N}])c\/o(?![\p{L}\p{N}])/gu, 'care of'],
  [/(?<![\p{L}\p{N}])w\/o(?![\p{L}\p{N}])/gu, 'without'],
  [/(?<=\p{L})\/(?=\p{L})/gu, ' '],
  [
    /(?:(?<=[Cc]opyright) ?[©]|[©](?= ?[Cc]opyright)|\([Cc]\)(?= ?(?:[Cc]opyright|nineteen|twenty|two thousand)))/gu,
    '',
  ],
  [/(?<=(?<![\p{L}\p{N}])\p{L})²/gu, ' squared'],
  [/(?<=(?<![\p{L}\p{N}])\p{L})³/gu, ' cubed'],
  [/(?<=\p{L})\+\+/gu, ' plus plus'],
  [/§§/gu, ' sections '],
  [/¶¶/gu, ' paragraphs '],
];

/** Words of symbols. */
export const englishSymbols: SymbolWords = {
  '&': 'and',
  '%': 'percent',
  '‰': 'per mille',
  '§': 'section',
  '¶': 'paragraph',
  '°': 'degrees',
  '©': 'copyright',
  '+': 'plus',
  '=': 'equals',
  '≠': 'is not equal to',
  '≈': 'is about',
  '<': 'less than',
  '>': 'greater than',
  '≤': 'at most',
  '≥': 'at least',
  '±': 'plus or minus',
  '×': 'times',
  '÷': 'divided by',
  '√': 'the square root of',
  '∞': 'infinity',
  '#': 'hash',
  '@': 'at',
  $: 'dollar',
  '€': 'euro',
  '£': 'pound',
  '¥': 'yen',
  '¢': 'cent',
  '/': 'slash',
  '²': 'squared',
  '³': 'cubed',
};
