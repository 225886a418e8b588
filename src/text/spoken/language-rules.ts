import type { InitialRules } from './reading/initials.ts';
import type { Reading } from './reading/readings.ts';
import type { SymbolWords } from './reading/symbols.ts';
import type { AddressWords } from './reading/web-addresses.ts';

/** Replacements in order; the words may hold `$1` for a group. */
export type PhraseRules = readonly (readonly [pattern: RegExp, words: string])[];

/** The rules for reading texts of a language aloud. The steps are applied in this order. */
export interface LanguageRules {
  /** Mark that this language writes between groups of three digits. It replaces spaces that do not break. */
  readonly groupMark: string;
  /** Replacements before everything else, such as `n°`. */
  readonly early?: PhraseRules | undefined;
  readonly addresses: AddressWords;
  /** Writes out abbreviations. */
  readonly abbreviations: (text: string) => string;
  readonly roman: readonly Reading[];
  readonly initials: InitialRules;
  /** Tried in order at each number. */
  readonly numbers: readonly Reading[];
  /** Replacements of the language that need no table, before the symbols. */
  readonly phrases: PhraseRules;
  readonly symbols: SymbolWords;
}
