import { minRepeatedShare, nearWord, repeatedWords } from './limits.ts';

/** Returns how many words of a text come again, alone or with their neighbors, right after them: 2 in "no, no, no". */
export function countDoubledWords(text: string): number {
  const words = foldedWords(text);
  const doubled = new Set<number>();
  for (let length = 1; length <= Math.min(repeatedWords.max, words.length / 2); length += 1) {
    let same = 0;
    for (const [index, word] of words.entries()) {
      same = word === words[index + length] ? same + 1 : 0;
      if (same >= length) for (let back = 0; back < length; back += 1) doubled.add(index - back);
    }
  }
  return doubled.size;
}

/** Reports whether a text has a longer word again soon, so that a short part of its sound is there twice. */
export function repeatsAWord(text: string): boolean {
  const words = foldedWords(text);
  return words.some((word, at) => {
    return word.length >= nearWord.letters && words.slice(at + 1, at + 1 + nearWord.within).includes(word);
  });
}

/** Reports whether a text has words that come again right after them, as refrains do. */
export function repeatsItself(text: string): boolean {
  const words = foldedWords(text);
  for (let length = repeatedWords.min; length <= Math.min(repeatedWords.max, words.length / 2); length += 1) {
    let common = 0;
    for (const [index, word] of words.entries()) {
      if (word === words[index + length]) common += 1;
      if (index >= length && words[index - length] === words[index]) common -= 1;
      if (index >= length - 1 && common >= length * minRepeatedShare) return true;
    }
  }
  return false;
}

/** Returns the words of a text in small letters. */
export function foldedWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
