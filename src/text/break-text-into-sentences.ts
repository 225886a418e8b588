import { breakTooLongSentences } from './cut/break-too-long-sentences.ts';
import { combineSmallSentences, joinSentences } from './combine-small-sentences.ts';
import { splitSentences } from './split-sentences.ts';
import { textLength } from './text-length.ts';

/**
 * Returns a text as sentences to speak one by one. None is longer than `maxLength` code points. A sentence shorter than
 * `minLength` is joined with the next, and a very short last one with the one before.
 */
export function breakTextIntoSentences(text: string, maxLength = 5000, minLength = 20): string[] {
  const sentences: string[] = [];
  let short: string | undefined;
  for (const sentence of splitSentences(text)) {
    const whole: string = short === undefined ? sentence : joinSentences(short, sentence);
    short = whole.length < minLength * 2 && textLength(whole, 'chars') < minLength ? whole : undefined;
    if (short === undefined) sentences.push(whole);
  }
  if (short !== undefined) sentences.push(short);
  return breakTooLongSentences(combineSmallSentences(sentences, Math.min(minLength, 10)), maxLength);
}
