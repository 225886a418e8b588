import type { WordStart } from '../../core/pcm.ts';
import { wordsIn } from './words-in.ts';

/** A word as a service names it, with the sample at which it begins. */
export interface NamedWord {
  readonly text: string;
  readonly sample: number;
}

/** Letters that are skipped at most to find a word again: about ten words, as a number or an abbreviation is read. */
const maxSkipped = 60;
/** Shorter words are too common to be looked for. */
const minSought = 3;

/**
 * Returns where the words that a service spoke are in a text. Services read numbers and abbreviations as words that the text
 * does not have, and divide words like “don't”: such words are left out.
 */
export function findWords(text: string, spoken: readonly NamedWord[]): WordStart[] {
  const { letters, starts } = lettersOf(text);
  const found: WordStart[] = [];
  let at = 0;
  for (const { text: word, sample } of spoken) {
    const sought = folded(word);
    if (sought === '') continue;
    const place = placeOf(sought, letters, at, starts);
    if (place === undefined) continue;
    const offset = starts.get(place);
    if (offset !== undefined) found.push({ offset, sample });
    at = place + sought.length;
  }
  return found;
}

/** Returns the index of a word at or after an index, or undefined when it is not near. */
function placeOf(word: string, letters: string, at: number, starts: ReadonlyMap<number, number>): number | undefined {
  if (letters.startsWith(word, at)) return at;
  if (word.length < minSought) return undefined;
  const near = letters.slice(0, at + maxSkipped + word.length);
  for (let place = near.indexOf(word, at); place >= 0; place = near.indexOf(word, place + 1)) {
    if (starts.has(place)) return place;
  }
  return undefined;
}

/** Returns the letters and digits of the words of a text, and the offsets of the words by the index of their first letter. */
function lettersOf(text: string): { readonly letters: string; readonly starts: ReadonlyMap<number, number> } {
  const starts = new Map<number, number>();
  let letters = '';
  for (const word of wordsIn(text)) {
    starts.set(letters.length, word.offset);
    letters += folded(word.text);
  }
  return { letters, starts };
}

function folded(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '');
}
