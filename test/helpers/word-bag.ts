const cjk = '[\\p{Script_Extensions=Han}\\p{Script_Extensions=Hiragana}\\p{Script_Extensions=Katakana}]';
const word = new RegExp(`(?=\\p{L})${cjk}|(?:(?!${cjk})[\\p{L}\\p{N}])(?:(?!${cjk})[\\p{L}\\p{M}\\p{N}])*`, 'gu');

/** Returns the words of a text, split in the same way for our text and for another reader's. */
export function wordsOf(text: string): string[] {
  const plain = text
    .replaceAll(/[\u00AD\u200B\u2060\uFEFF]/gu, '')
    .normalize('NFKC')
    .toLowerCase();
  return plain.match(word) ?? [];
}

/** Counts each word. */
function bagOf(words: readonly string[]): Map<string, number> {
  const bag = new Map<string, number>();
  for (const one of words) bag.set(one, (bag.get(one) ?? 0) + 1);
  return bag;
}

/** Returns the words that `one` has more often than `other`, each once per extra occurrence. */
export function surplus(one: readonly string[], other: readonly string[]): string[] {
  const bag = bagOf(other);
  return one.filter((item) => {
    const left = bag.get(item) ?? 0;
    bag.set(item, left - 1);
    return left <= 0;
  });
}
