import type { SpokenWords } from '../../languages/language.ts';
import type { Reading } from '../../languages/reading.ts';
import type { PhraseRules } from '../../languages/whole-grammar.ts';
import { wordSet, wordTable } from '../../languages/word-set.ts';
import { abbreviationReader } from './reading/abbreviations.ts';
import type { AbbreviationRules } from './reading/abbreviations.ts';
import type { InitialRules } from './reading/initials.ts';
import { currencyTable, nounTable } from './reading/nouns.ts';
import type { SymbolWords } from './reading/symbols.ts';

/** What the grammar of a language asks for beside its words. */
export interface Grammar {
  /** Mark that this language writes between groups of three digits. It replaces spaces that do not break. */
  readonly groupMark: string;
  /** Replacements before everything else, such as `n°`. */
  readonly early: PhraseRules;
  readonly special?: AbbreviationRules['special'];
  readonly roman: readonly Reading[];
  /** Tried in order at each number. */
  readonly numbers: readonly Reading[];
  /** Replacements of the language that need no table, before the symbols. */
  readonly phrases: PhraseRules;
}

/** The rules for reading texts of a language aloud. */
export interface LanguageRules extends Omit<Grammar, 'special'> {
  readonly addresses: SpokenWords['addresses'];
  /** Writes out abbreviations. */
  readonly abbreviations: (text: string) => string;
  readonly initials: InitialRules;
  readonly symbols: SymbolWords;
}

/** Returns the rules that words and grammar of a language make together. */
export function languageRules(words: SpokenWords, { special, ...grammar }: Grammar): LanguageRules {
  return {
    ...grammar,
    addresses: words.addresses,
    abbreviations: abbreviationReader({ tables: words.abbreviations, nameWords: words.nameWords, special }),
    initials: { acronyms: wordSet(words.acronyms) },
    symbols: Object.fromEntries(wordTable(words.symbols)),
  };
}

/** Returns the nouns of a language that are counted. */
export function countedNouns({ units, currencies, scales, priceScales }: SpokenWords) {
  return {
    units: nounTable(units),
    currencies: currencyTable(currencies),
    scales: nounTable(scales),
    priceScales: priceScales === undefined ? undefined : nounTable(priceScales),
  };
}
