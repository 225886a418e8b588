import { segmenter } from '../../text/segmenter.ts';
import { inkLength } from '../../text/text-length.ts';

/** A word of a text. */
export interface PlacedWord {
  readonly text: string;
  /** Index in the text. */
  readonly index: number;
  /** UTF-16 code units before it without white space, as in `WordStart`. */
  readonly offset: number;
}

/** Returns the words of a text in order, without what is between them. */
export function wordsIn(text: string): PlacedWord[] {
  const words: PlacedWord[] = [];
  let offset = 0;
  for (const { segment, index, isWordLike } of segmenter('word').segment(text)) {
    if (isWordLike) words.push({ text: segment, index, offset });
    offset += inkLength(segment);
  }
  return words;
}
