import { allWords } from './source-text.ts';
import type { SourceText } from './source-text.ts';

/** Two texts in one language share their small words and, about one thing, its names: half of all words and more. */
const leastKnown = 0.25;
/** With fewer words a text has not shown enough of its language. */
const enoughWords = 100;

/** Whether an answer has so few words of its source that it is in another language or about something else. */
export function isUnrelated(text: string, source: SourceText): boolean {
  const known = allWords(source.text);
  const words = allWords(text);
  if (known.length < enoughWords || words.length < enoughWords / 4) return false;
  const vocabulary = new Set(known);
  return words.filter((each) => vocabulary.has(each)).length < words.length * leastKnown;
}
