import { allWords } from './source-text.ts';
import type { SourceText } from './source-text.ts';

/** Number of occurrences of each word of a text. */
export type Vocabulary = ReadonlyMap<string, number>;

/** Counts the words of a text. */
export function vocabularyOf(text: string): Vocabulary {
  const counts = new Map<string, number>();
  for (const word of allWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
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

/** Two texts in one language and about one thing share their small words and names: half of all words or more. */
const minKnownInText = 0.25;
const minWordsOfSource = 100;

/** Reports whether a text has so few words of its source that it is in another language or about something else. */
export function isUnrelated(text: string, source: SourceText): boolean {
  const known = allWords(source.text);
  const words = allWords(text);
  if (known.length < minWordsOfSource || words.length < minWordsOfSource / 4) return false;
  const vocabulary = new Set(known);
  return words.filter((each) => vocabulary.has(each)).length < words.length * minKnownInText;
}
