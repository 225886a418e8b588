import type { Block } from '../../core/book.ts';
import { splitSentences } from '../../text/split-sentences.ts';

const longestTail = 400;

/** The last sentences of blocks, as context for what follows; at most a few hundred characters. */
export function closingSentences(blocks: readonly Block[], language: string): string {
  const text = blocks
    .map((block) => block.text)
    .join(' ')
    .slice(-longestTail * 2);
  let tail = '';
  for (const sentence of splitSentences(text, language).toReversed()) {
    if (tail.length + sentence.length > longestTail) break;
    tail = `${sentence} ${tail}`;
  }
  return tail.trim() === '' ? text.slice(-longestTail).replace(/^\S*\s/u, '') : tail.trim();
}
