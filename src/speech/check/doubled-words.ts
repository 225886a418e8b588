/** Words of the longest repetition that is looked for. */
const maxRepeatedWords = 60;

/** Returns how many words of a text come again, alone or with their neighbors, right after them: 2 in "no, no, no". */
export function countDoubledWords(text: string): number {
  const words = foldedWords(text);
  const doubled = new Set<number>();
  for (let length = 1; length <= Math.min(maxRepeatedWords, words.length / 2); length += 1) {
    let same = 0;
    for (const [index, word] of words.entries()) {
      same = word === words[index + length] ? same + 1 : 0;
      if (same >= length) for (let back = 0; back < length; back += 1) doubled.add(index - back);
    }
  }
  return doubled.size;
}

/** Returns the words of a text in small letters. */
export function foldedWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
