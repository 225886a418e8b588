import { splitSentences } from '../../text/split-sentences.ts';
import type { Passage } from './answer/labels.ts';
import { normalizeWords } from './source-text.ts';

/** Returns paragraphs without given sentences, or several in a row, as they stand there word for word. A paragraph without any other goes. */
export function withoutSentences(
  paragraphs: readonly Passage[],
  sentences: readonly string[],
  language: string,
): Passage[] {
  const unwanted = sentences.map(normalizeWords).filter((words) => words !== '');
  return paragraphs.flatMap((paragraph) => {
    if (unwanted.includes(normalizeWords(paragraph.text))) return [];
    const parts = splitSentences(paragraph.text, language);
    const isCut = cutIn(parts, unwanted);
    if (!isCut.includes(true)) return [paragraph];
    const text = parts.filter((_, index) => isCut[index] !== true).join(' ');
    return text === '' ? [] : [{ ...paragraph, text }];
  });
}

/** Marks the sentences that are unwanted, alone or together with those after them. */
function cutIn(parts: readonly string[], unwanted: readonly string[]): boolean[] {
  const isCut = parts.map(() => false);
  for (const [from] of parts.entries())
    for (let to = from + 1; to <= parts.length; to += 1)
      if (unwanted.includes(normalizeWords(parts.slice(from, to).join(' ')))) isCut.fill(true, from, to);
  return isCut;
}
