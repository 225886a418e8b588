import type { FlagRow } from '../tables/command-rows.ts';

/** Returns the flag whose value comes after the given words, or undefined. */
export function flagAt(words: readonly string[], flags: readonly FlagRow[]): FlagRow | undefined {
  const at = words.findLastIndex((word) => word.startsWith('-'));
  if (at === -1) return undefined;
  const flag = flags.find(({ names }) => names.includes(words[at] ?? ''));
  if (!flag || flag.values === 'none') return undefined;
  return at === words.length - 1 || flag.values === 'several' ? flag : undefined;
}

/** The last word as the shell sees it, and as it was written. */
export interface JoinedWords {
  readonly words: readonly string[];
  /** The part of the last word that the shell keeps as it is. */
  readonly kept: string;
}

/** Joins the words that bash separates at `=` and `:`: `--voice = flite : slt` was written `--voice=flite:slt`. */
export function joinBashWords(words: readonly string[]): JoinedWords {
  const joined: string[] = [];
  let isOpen = false;
  let kept = '';
  for (const word of words) {
    const isSign = word === '=' || word === ':';
    const last = joined.at(-1);
    if (last !== undefined && (isSign || isOpen)) {
      kept = isSign ? `${last}${word}` : last;
      joined.splice(-1, 1, `${last}${word}`);
    } else {
      kept = '';
      joined.push(word);
    }
    isOpen = isSign;
  }
  return { words: joined, kept };
}
