import { isContextWord } from '../../../../languages/en/context-words.ts';
import type { ContextKind } from '../../../../languages/en/context-words.ts';

/** A word in its text. */
export interface SentenceWord {
  /** In small letters, with straight apostrophes inside. */
  readonly lower: string;
  /** The text up to the next word when a mark is in it or the text ends, otherwise nothing. */
  readonly after: string;
}

/** A word and those around it that no mark parts from it. */
export interface Place {
  readonly words: readonly SentenceWord[];
  readonly index: number;
  readonly lower: string;
  readonly after: string;
  readonly next: string | undefined;
  readonly before: string | undefined;
  /** The word before, without adverbs, which may stand between a verb and its subject. */
  readonly head: string | undefined;
  /** What follows begins an object: `the`, `her`. */
  readonly takesObject: boolean;
}

/** A rule for a word at its place. The first of a list that holds decides. */
export type PlaceRule<Result> = readonly [holds: (place: Place) => boolean, result: (place: Place) => Result];

/** Returns a word with its neighbours. */
export function placeOf(words: readonly SentenceWord[], index: number): Place {
  const { lower = '', after = '' } = words[index] ?? {};
  const next = after === '' ? words[index + 1]?.lower : undefined;
  const takesObject = isContextWord(next, 'article', 'object', 'possessive');
  const before = wordBefore(words, index);
  return { words, index, lower, after, next, before, head: headBefore(words, index), takesObject };
}

/** Returns the word before another when no mark is between them. */
export function wordBefore(words: readonly SentenceWord[], index: number): string | undefined {
  const previous = words[index - 1];
  return previous?.after === '' ? previous.lower : undefined;
}

/** Reports whether the word before another is of one of the kinds. */
export function isAfter(words: readonly SentenceWord[], index: number, ...kinds: readonly ContextKind[]): boolean {
  return isContextWord(wordBefore(words, index), ...kinds);
}

/** Returns the result of the first rule that holds, or undefined. */
export function decide<Result>(rules: readonly PlaceRule<Result>[], place: Place): Result | undefined {
  return rules.find(([holds]) => holds(place))?.[1](place);
}

function headBefore(words: readonly SentenceWord[], index: number): string | undefined {
  for (let at = index; ; at -= 1) {
    const word = wordBefore(words, at);
    if (word === undefined || (!isContextWord(word, 'adverb') && !/..ly$/u.test(word))) return word;
  }
}
