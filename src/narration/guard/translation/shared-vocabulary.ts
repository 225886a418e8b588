import { countEach } from '../../../core/collections/count-each.ts';
import { allWords } from '../source-text.ts';

/** Number of occurrences of each word of a text. */
export type Vocabulary = ReadonlyMap<string, number>;

/** Counts the words of a text. */
export function vocabularyOf(text: string): Vocabulary {
  return countEach(allWords(text));
}

/** A sentence in the language of a text shares at least its small words with the rest of it. */
const minKnownInPhrase = 0.2;
/** Fewer words show too little of a text's language. */
const minWordsAround = 400;

/**
 * Reports whether a sentence is in another language than the text around it, as a Latin motto in an English book is.
 * Translators leave such sentences alone.
 */
export function isForeignPhrase(sentence: string, around: Vocabulary): boolean {
  const words = [...around.values()].reduce((sum, count) => sum + count, 0);
  if (words < minWordsAround) return false;
  const own = vocabularyOf(sentence);
  const known = [...own].filter(([word, count]) => (around.get(word) ?? 0) > count);
  return known.length < own.size * minKnownInPhrase;
}
