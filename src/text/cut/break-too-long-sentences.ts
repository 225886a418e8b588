import { findCut } from './find-cut.ts';
import { textLength } from '../text-length.ts';

/** Returns the sentences with those longer than `maxLength` code points cut: after a clause, otherwise between words, otherwise between graphemes. */
export function breakTooLongSentences(sentences: readonly string[], maxLength = 239): string[] {
  return sentences.flatMap((sentence) =>
    textLength(sentence, 'chars') <= maxLength ? [sentence] : breakSentence(sentence, maxLength),
  );
}

function breakSentence(sentence: string, maxLength: number): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < sentence.length;) {
    const end = findCut(sentence, start, { goal: maxLength, max: maxLength, unit: 'chars' });
    const piece = sentence.slice(start, end).trim();
    if (piece !== '') pieces.push(piece);
    start = end;
  }
  return pieces;
}
