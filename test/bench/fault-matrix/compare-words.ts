/** Difference between the words of a book and of its sound. */
export interface WordDifference {
  /** Words that are missing or in the wrong place. */
  readonly lost: number;
  /** Words that do not belong there. */
  readonly surplus: number;
  /** Whether all of them are in passages that the report lists. */
  readonly isNamed?: boolean | undefined;
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

/** Reports whether the words between some passages are those of a book, whatever is heard in the passages. */
export function isRightBetween(expected: readonly number[], parts: readonly (readonly number[])[]): boolean {
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const last = expected.length - part.length;
    // What is before the first passage begins the book, and what is behind the last one ends it.
    const least = index === parts.length - 1 ? Math.max(at, last) : at;
    const most = index === 0 ? at : last;
    let from = least;
    while (from < most && part.some((code, word) => expected[from + word] !== code)) from += 1;
    if (part.some((code, word) => expected[from + word] !== code)) return false;
    at = from + part.length;
  }
  return true;
}
