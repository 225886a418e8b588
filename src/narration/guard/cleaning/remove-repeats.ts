import { countWords } from '../../../text/count-words.ts';
import { normalizeWords } from '../source-text.ts';
import type { SourceText } from '../source-text.ts';

/** A shorter paragraph may be said twice: "He waited." */
const minWords = 8;

/**
 * Removes a paragraph that comes a second time, as in a script that a model wrote twice. A refrain of the source stays, and what comes more
 * often is a loop that no removal mends.
 */
export function removeRepeats(text: string, source: SourceText): string {
  const paragraphs = text.split('\n\n');
  const keys = paragraphs.map((paragraph) => (countWords(paragraph) < minWords ? '' : normalizeWords(paragraph)));
  const isRepeat = (key: string, index: number): boolean =>
    key !== '' &&
    keys.indexOf(key) < index &&
    keys.filter((each) => each === key).length === 2 &&
    !source.contains(paragraphs[index] ?? '');
  return paragraphs.filter((_, index) => !isRepeat(keys[index] ?? '', index)).join('\n\n');
}
