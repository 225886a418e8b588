const patterns = {
  block: /^[“"'‘«]?\p{L}{1,2}$/u,
  /** Consonants only, because `A` and `I` are words. */
  inline: /^[“"'‘«]?[B-DF-HJ-NP-TV-Z]$/u,
} as const;

/** Reports whether the text of an element that looks like a drop cap is one: the first letter of the word that follows. */
export function isDropCap(text: string, element: keyof typeof patterns): boolean {
  return patterns[element].test(text);
}
