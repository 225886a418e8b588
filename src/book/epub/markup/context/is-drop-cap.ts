import type { Element } from '../markup-tree.ts';

const patterns = {
  block: /^[“"'‘«]?\p{L}{1,2}$/u,
  /** Consonants only, because `A` and `I` are words. */
  inline: /^[“"'‘«]?[B-DF-HJ-NP-TV-Z]$/u,
  /** The word goes on behind it without a space. */
  joined: /^[“"'‘«]?\p{L}$/u,
} as const;

/** Reports whether the text of an element that looks like a drop cap is one: the first letter of the word that follows. */
export function isDropCap(text: string, element: keyof typeof patterns): boolean {
  return patterns[element].test(text);
}

/** Returns how text follows an element on its line: `joined` when small letters are right behind it. */
export function followed(element: Element): 'joined' | 'inline' {
  const siblings = element.parent?.children ?? [];
  const next = siblings[siblings.indexOf(element) + 1];
  return typeof next === 'string' && /^\p{Ll}/u.test(next) ? 'joined' : 'inline';
}
