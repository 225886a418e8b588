/** Words of the shortest repetition that counts, and of the longest that is looked for. */
const span = { min: 3, max: 60 };
/** Share of the words that the second time has in the same places: "one hundred and one, one hundred and two". */
const minCommonShare = 0.5;

/** Returns how many words of a text come again, alone or with their neighbors, right after them: 2 in "no, no, no". */
export function countDoubledWords(text: string): number {
  const words = wordsOf(text);
  const doubled = new Set<number>();
  for (let length = 1; length <= Math.min(span.max, words.length / 2); length += 1) {
    let same = 0;
    for (const [index, word] of words.entries()) {
      same = word === words[index + length] ? same + 1 : 0;
      if (same >= length) for (let back = 0; back < length; back += 1) doubled.add(index - back);
    }
  }
  return doubled.size;
}

/** Reports whether a text has words that come again right after them, as refrains do. */
export function repeatsItself(text: string): boolean {
  const words = wordsOf(text);
  for (let length = span.min; length <= Math.min(span.max, words.length / 2); length += 1) {
    let common = 0;
    for (const [index, word] of words.entries()) {
      if (word === words[index + length]) common += 1;
      if (index >= length && words[index - length] === words[index]) common -= 1;
      if (index >= length - 1 && common >= length * minCommonShare) return true;
    }
  }
  return false;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
