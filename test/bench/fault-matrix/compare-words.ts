/** Difference between the words of a book and of its sound. */
export interface WordDifference {
  /** Words that are missing or in the wrong place. */
  readonly lost: number;
  /** Words that do not belong there. */
  readonly surplus: number;
}

/** Compares sequences of words by their longest common subsequence. */
export function compareWords(expected: readonly number[], heard: readonly number[]): WordDifference {
  let lengths = new Uint32Array(heard.length + 1);
  for (const code of expected) {
    const next = new Uint32Array(heard.length + 1);
    for (let index = 0; index < heard.length; index += 1) {
      next[index + 1] =
        heard[index] === code ? (lengths[index] ?? 0) + 1 : Math.max(lengths[index + 1] ?? 0, next[index] ?? 0);
    }
    lengths = next;
  }
  const common = lengths.at(-1) ?? 0;
  return { lost: expected.length - common, surplus: heard.length - common };
}
