import { inkLength } from './text-length.ts';

/** Where a sentence of a text, or the rest of one, begins in a segment of it. */
export interface SentenceInSegment {
  /** Index of the sentence in the text. */
  readonly sentence: number;
  /** UTF-16 code units of the segment before it. White space does not count, because segments are trimmed. */
  readonly offset: number;
}

/** Returns the sentences that each segment of a text holds, in order. Segments and sentences are the same text but for white space. */
export function sentencesInSegments(
  segments: readonly string[],
  sentences: readonly string[],
): readonly (readonly SentenceInSegment[])[] {
  let end = 0;
  const ends = sentences.map((sentence) => (end += inkLength(sentence)));
  let [at, sentence] = [0, 0];
  return segments.map((segment) => {
    const from = at;
    at += inkLength(segment);
    const held: SentenceInSegment[] = [];
    for (;;) {
      held.push({ sentence, offset: Math.max(0, (ends[sentence - 1] ?? 0) - from) });
      if ((ends[sentence] ?? at) > at) return held;
      sentence += 1;
      if ((ends[sentence - 1] ?? at) >= at) return held;
    }
  });
}

/** Returns the texts of the sentences that a segment holds. */
export function sentenceTexts(segment: string, held: readonly Pick<SentenceInSegment, 'offset'>[]): string[] {
  let [index, ink] = [0, 0];
  const starts = held.map(({ offset }) => {
    for (; index < segment.length && ink < offset; index += 1) ink += inkLength(segment.charAt(index));
    return index;
  });
  return starts.map((start, at) => segment.slice(start, starts[at + 1]).trim());
}
