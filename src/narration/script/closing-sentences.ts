import { splitSentences } from '../../text/split-sentences.ts';

const maxClosingLength = 400;

/** Returns the last sentences of paragraphs as context for what follows, at most 400 characters. */
export function closingSentences(paragraphs: readonly string[], language: string): string {
  const text = paragraphs.join(' ').slice(-maxClosingLength * 2);
  let closing = '';
  for (const sentence of splitSentences(text, language).toReversed()) {
    if (closing.length + sentence.length > maxClosingLength) break;
    closing = `${sentence} ${closing}`;
  }
  return closing.trim() === '' ? text.slice(-maxClosingLength).replace(/^\S*\s/u, '') : closing.trim();
}
