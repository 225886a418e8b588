import type { Block } from '../../core/book.ts';
import { splitSentences } from '../../text/split-sentences.ts';

const maxClosingLength = 400;

/** Returns the last sentences of blocks as context for what follows, at most 400 characters. */
export function closingSentences(blocks: readonly Block[], language: string): string {
  const text = blocks
    .map((block) => block.text)
    .join(' ')
    .slice(-maxClosingLength * 2);
  let closing = '';
  for (const sentence of splitSentences(text, language).toReversed()) {
    if (closing.length + sentence.length > maxClosingLength) break;
    closing = `${sentence} ${closing}`;
  }
  return closing.trim() === '' ? text.slice(-maxClosingLength).replace(/^\S*\s/u, '') : closing.trim();
}
