import type { TimeRange, TimedBlock, TimedChapter, TimedSentence, TimedWord } from '../timed-chapter.ts';

/** The unit that is marked at a time. */
export type ReadAlongUnit = 'sentence' | 'word' | 'paragraph';

/**
 * Returns chapters whose times are those of words or paragraphs in place of sentences. Words whose times are not known share the
 * time between those that are by their length.
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

function wordsOf(block: TimedBlock, language: string): readonly TimedSentence[] {
  const words = segmenterOf(language);
  return block.sentences.flatMap((sentence) => {
    const { heard } = sentence;
    const ranges = wordRangesOf(block.text, sentence, words);
    if (heard === undefined || ranges.length < 2) return [sentence];
    const starts = startsOf(ranges, heard, sentence.words ?? []);
    return ranges.map((range, index) => ({
      ...range,
      heard: { startSeconds: starts[index] ?? 0, endSeconds: starts[index + 1] ?? heard.endSeconds },
    }));
  });
}

/** Numbers of words by how their times are known. */
export interface WordCounts {
  /** Told by the service, or the first of a sentence, whose time is exact. */
  readonly known: number;
  readonly estimated: number;
}

/** Counts the words in the sound by how their times are known. */
export function countWordTimes(chapters: readonly TimedChapter[], language: string): WordCounts {
  let [known, estimated] = [0, 0];
  for (const block of chapters.flatMap(({ blocks }) => blocks)) {
    const segmenter = segmenterOf(block.language ?? language);
    for (const sentence of block.sentences) {
      if (sentence.heard === undefined) continue;
      const ranges = wordRangesOf(block.text, sentence, segmenter);
      const { size } = anchorsOf(ranges, sentence.heard, sentence.words ?? []);
      known += size;
      estimated += Math.max(1, ranges.length) - size;
    }
  }
  return { known, estimated };
}

interface WordRange {
  readonly from: number;
  readonly to: number;
}

function wordRangesOf(text: string, { from, to }: TimedSentence, words: Intl.Segmenter): WordRange[] {
  return wordRanges(text.slice(from, to), words).map((word) => ({ from: from + word.from, to: from + word.to }));
}

/** Returns the start of each word in seconds. */
function startsOf(ranges: readonly WordRange[], heard: TimeRange, words: readonly TimedWord[]): number[] {
  const anchors = anchorsOf(ranges, heard, words);
  const indexes = [...anchors.keys(), ranges.length];
  return ranges.map((_, index) => {
    const place = indexes.findLastIndex((anchor) => anchor <= index);
    const [first = 0, next = ranges.length] = [indexes[place], indexes[place + 1]];
    const start = anchors.get(first) ?? heard.startSeconds;
    const end = anchors.get(next) ?? heard.endSeconds;
    const share = lengthOf(ranges.slice(first, index)) / lengthOf(ranges.slice(first, next));
    return start + (end - start) * share;
  });
}

function lengthOf(ranges: readonly WordRange[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Shortest time of a word, in seconds. Shorter ones would be nothing when they are rounded. */
const minSeconds = 0.01;

/** Returns the known starts by the index of the word, in order. The first word begins with its sentence. */
function anchorsOf(
  ranges: readonly WordRange[],
  { startSeconds, endSeconds }: TimeRange,
  words: readonly TimedWord[],
): ReadonlyMap<number, number> {
  const anchors = new Map([[0, startSeconds]]);
  let last = 0;
  for (const [index, { from, to }] of ranges.entries()) {
    const start = words.find((word) => word.from >= from && word.from < to)?.startSeconds;
    const earliest = (anchors.get(last) ?? 0) + minSeconds * (index - last);
    const latest = endSeconds - minSeconds * (ranges.length - index);
    if (index === 0 || start === undefined || start < earliest || start > latest) continue;
    anchors.set(index, start);
    last = index;
  }
  return anchors;
}

/** Returns words with the punctuation at them, which is not set apart by white space. */
function wordRanges(sentence: string, words: Intl.Segmenter): WordRange[] {
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
