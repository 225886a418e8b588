import { english } from '../languages/en/english.ts';
import { perLanguage } from '../languages/languages.ts';
import { wordSet } from '../languages/word-set.ts';

/** Rules of a language for the end of a sentence. Abbreviations are in lower case, without the last full stop. */
export interface SentenceRules {
  /** Abbreviations before a name or word, which never end a sentence. */
  readonly titles: ReadonlySet<string>;
  /** Abbreviations that are words, too (Russian `им.`): they end a sentence only when the next word is a starter. */
  readonly ambiguous: ReadonlySet<string>;
  /** Abbreviations that do not end a sentence before a number. */
  readonly beforeNumber: ReadonlySet<string>;
  /** Abbreviations that end a sentence when the next word is a starter. */
  readonly closing: ReadonlySet<string>;
  /** Words, in lower case, that begin many sentences and rarely have a capital elsewhere. */
  readonly starters: ReadonlySet<string>;
  /** A text that ends with a word for a chapter or a part. */
  readonly numbered: RegExp;
  /** A number with a full stop is an ordinal (`3. Mai`). */
  readonly ordinals: boolean;
}

/** Returns the rules for a language (BCP-47, regions are ignored); the English ones where a language has none. */
export const sentenceRules = perLanguage(
  ({ sentences = english.sentences, titles = {}, dottedOrdinals = false }): SentenceRules => {
    const words = [titles.chapter, titles.part, titles.scene, titles.numbered].filter(
      (pattern) => pattern !== undefined,
    );
    return {
      numbered: new RegExp(String.raw`(?<!\p{L})(?:${words.join('|') || '(?!)'})\s$`, 'iu'),
      titles: wordSet(sentences.titles),
      ambiguous: wordSet(sentences.ambiguous),
      beforeNumber: wordSet(sentences.beforeNumber),
      closing: wordSet(sentences.closing),
      starters: wordSet(sentences.starters),
      ordinals: dottedOrdinals,
    };
  },
);
