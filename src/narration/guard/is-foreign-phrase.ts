import { allWords } from './source-text.ts';

/** How often each word stands in a text. */
export type Vocabulary = ReadonlyMap<string, number>;

export function vocabularyOf(text: string): Vocabulary {
  const counts = new Map<string, number>();
  for (const word of allWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** A sentence in the language of a text shares at least its small words with the rest of it. */
const leastKnown = 0.2;
/** The rest of a shorter text says nothing about its language. */
const enoughWords = 400;

/** Whether a sentence is in another language than the text around it, as a Latin motto in an English book, which no translator touches. */
export function isForeignPhrase(sentence: string, around: Vocabulary): boolean {
  const words = [...around.values()].reduce((sum, count) => sum + count, 0);
  if (words < enoughWords) return false;
  const own = vocabularyOf(sentence);
  const known = [...own].filter(([word, count]) => (around.get(word) ?? 0) > count);
  return known.length < own.size * leastKnown;
}
