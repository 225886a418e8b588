import type { TimedBlock, TimedChapter, TimedSentence } from '../timed-chapter.ts';

/** What is marked at a time. */
export type ReadAlongUnit = 'sentence' | 'word' | 'paragraph';

/**
 * Returns chapters whose times are those of words or paragraphs in place of sentences. The times of words are estimated: they
 * share that of their sentence by their length.
 */
export function byUnit(
  chapters: readonly TimedChapter[],
  unit: ReadAlongUnit,
  language: string,
): readonly TimedChapter[] {
  if (unit === 'sentence') return chapters;
  return chapters.map((chapter) => ({
    ...chapter,
    blocks: chapter.blocks.map((block) => ({
      ...block,
      sentences: unit === 'paragraph' ? paragraphOf(block) : wordsOf(block, block.language ?? language),
    })),
  }));
}

function paragraphOf({ sentences }: TimedBlock): readonly TimedSentence[] {
  const heard = sentences.filter((sentence) => sentence.heard !== undefined);
  const [first, last] = [heard[0], heard.at(-1)];
  if (first?.heard === undefined || last?.heard === undefined) return sentences;
  const time = { startSeconds: first.heard.startSeconds, endSeconds: last.heard.endSeconds };
  return [{ from: first.from, to: last.to, heard: time }];
}

function wordsOf({ text, sentences }: TimedBlock, language: string): readonly TimedSentence[] {
  const words = segmenterOf(language);
  return sentences.flatMap((sentence) => {
    const { from, to, heard } = sentence;
    const ranges = wordRanges(text.slice(from, to), words).map((word) => ({
      from: from + word.from,
      to: from + word.to,
    }));
    const total = ranges.reduce((sum, range) => sum + range.to - range.from, 0);
    if (heard === undefined || ranges.length < 2) return [sentence];
    const perCharacter = (heard.endSeconds - heard.startSeconds) / total;
    let at = heard.startSeconds;
    return ranges.map((range) => {
      const startSeconds = at;
      at += (range.to - range.from) * perCharacter;
      return { ...range, heard: { startSeconds, endSeconds: at } };
    });
  });
}

/** Returns words with the punctuation at them, which is not set apart by white space. */
function wordRanges(sentence: string, words: Intl.Segmenter): { readonly from: number; readonly to: number }[] {
  const starts = [...words.segment(sentence)].flatMap(({ index, isWordLike }) => (isWordLike ? [index] : []));
  return starts.map((start, place) => {
    const next = starts[place + 1] ?? sentence.length;
    const before = place === 0 ? 0 : start - openingSigns(sentence.slice(starts[place - 1], start));
    const after = place === starts.length - 1 ? 0 : openingSigns(sentence.slice(start, next));
    return { from: before, to: start + sentence.slice(start, next - after).trimEnd().length };
  });
}

/** Returns the length of the signs after the last white space: they belong to the next word. */
function openingSigns(between: string): number {
  return /\s([^\s\p{L}\p{N}]+)$/u.exec(between)?.[1]?.length ?? 0;
}

function segmenterOf(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'word' });
  } catch {
    return new Intl.Segmenter(undefined, { granularity: 'word' });
  }
}
