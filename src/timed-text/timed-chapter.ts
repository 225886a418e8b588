import type { Block } from '../core/book.ts';

/** A chapter with the times of its sentences, in seconds from the beginning of the book. */
export interface TimedChapter {
  readonly title: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly blocks: readonly TimedBlock[];
}

/** A block and its sentences, in order. Text between them, mostly white space, is shown but not heard. */
export interface TimedBlock {
  readonly kind: Block['kind'];
  readonly text: string;
  readonly level: number | undefined;
  /** BCP-47 code when it is not the book's. */
  readonly language: string | undefined;
  /** The position of the text in the book. */
  readonly source?: Block['source'];
  /** Parts of the text that are set off. */
  readonly emphasis?: Block['emphasis'];
  readonly sentences: readonly TimedSentence[];
}

/** A range of a block's text and the time at which it is heard. */
export interface TimedSentence {
  /** Start index in the text. */
  readonly from: number;
  /** End index, exclusive. */
  readonly to: number;
  /** Undefined when it is not in the audio. */
  readonly heard: TimeRange | undefined;
  /** Starts of its words, where the service returned them. Words may be missing. */
  readonly words?: readonly TimedWord[] | undefined;
}

/** A word of a block and when it begins. */
export interface TimedWord {
  /** Index of its first character in the text of the block. */
  readonly from: number;
  readonly startSeconds: number;
}

/** A time range of the audio. */
export interface TimeRange {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** A sentence, or a part of one, that was spoken as one segment. */
export interface SpokenPart {
  /** Index of the block in the chapter. */
  readonly block: number;
  /** Index of the sentence in the block. */
  readonly sentence: number;
  readonly text: string;
  readonly heard?: TimeRange | undefined;
  /** Starts of its words. `offset` is the number of UTF-16 code units of the text before one, white space not counted. */
  readonly words?: readonly { readonly offset: number; readonly startSeconds: number }[] | undefined;
}

interface SpokenChapter extends Pick<TimedChapter, 'title' | 'startSeconds' | 'endSeconds'> {
  readonly blocks: readonly Block[];
  /** All parts, in order. They hold every character of the blocks except white space and bare `<<` `>>` markers. */
  readonly parts: readonly SpokenPart[];
}

/** Aligns the spoken parts with the chapter's text. */
export function timedChapter({ title, startSeconds, endSeconds, blocks, parts }: SpokenChapter): TimedChapter {
  const partsOf = new Map<number, SpokenPart[]>();
  for (const part of parts) partsIn(part.block, partsOf).push(part);
  return {
    title,
    startSeconds,
    endSeconds,
    blocks: blocks.map(({ kind, text, level, language, source, emphasis }, index) => ({
      kind,
      text,
      level,
      language,
      ...(source === undefined ? {} : { source }),
      ...(emphasis === undefined ? {} : { emphasis }),
      sentences: sentencesIn(text, partsOf.get(index) ?? []),
    })),
  };
}

function partsIn(block: number, partsOf: Map<number, SpokenPart[]>): SpokenPart[] {
  const parts = partsOf.get(block) ?? [];
  partsOf.set(block, parts);
  return parts;
}

function sentencesIn(text: string, parts: readonly SpokenPart[]): TimedSentence[] {
  const sentences: TimedSentence[] = [];
  let number = -1;
  let at = 0;
  for (const part of parts) {
    const from = skipBlank(text, at);
    at = skipCharacters(text, from, part.text.replaceAll(/\s/gu, '').length);
    const last = part.sentence === number ? sentences.pop() : undefined;
    const words = [...(last?.words ?? []), ...wordsIn(text, from, part)];
    sentences.push({
      from: last?.from ?? from,
      to: at,
      heard: joined(last?.heard, part.heard),
      ...(words.length > 0 && { words }),
    });
    number = part.sentence;
  }
  return sentences;
}

function wordsIn(text: string, from: number, { words = [] }: SpokenPart): TimedWord[] {
  let [at, before] = [from, 0];
  return words.map(({ offset, startSeconds }) => {
    at = skipBlank(text, skipCharacters(text, at, offset - before));
    before = offset;
    return { from: at, startSeconds };
  });
}

function joined(first: TimeRange | undefined, second: TimeRange | undefined): TimeRange | undefined {
  if (!first || !second) return first ?? second;
  return { startSeconds: first.startSeconds, endSeconds: second.endSeconds };
}

/** Characters outside every sentence. */
const blank = /(?:<<|>>|\s)*/uy;

function skipBlank(text: string, at: number): number {
  blank.lastIndex = at;
  return at + (blank.exec(text)?.[0].length ?? 0);
}

function skipCharacters(text: string, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0; left -= 1) at = skipBlank(text, at) + 1;
  return Math.min(at, text.length);
}
