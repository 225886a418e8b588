import type { Block } from '../core/book.ts';

/** A chapter as it is shown and heard. Times are seconds from the beginning of the book. */
export interface TimedChapter {
  readonly title: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly blocks: readonly TimedBlock[];
}

/** A block and its sentences, in order; what is between them, white space mostly, is shown and not heard. */
export interface TimedBlock {
  readonly kind: Block['kind'];
  readonly text: string;
  readonly level: number | undefined;
  /** BCP-47 code when it is not the book's. */
  readonly language: string | undefined;
  readonly sentences: readonly TimedSentence[];
}

/** A stretch of a block's text and when it is heard. */
export interface TimedSentence {
  /** Where it begins in the text. */
  readonly from: number;
  /** Behind its last character. */
  readonly to: number;
  /** Missing when it is not in the sound. */
  readonly heard: Stretch | undefined;
}

/** A piece of the sound. */
export interface Stretch {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** What was spoken at one go: a sentence, or a part of one. */
export interface SpokenPart {
  /** Index into the chapter's blocks. */
  readonly block: number;
  /** Number of its sentence in the block. */
  readonly sentence: number;
  readonly text: string;
  readonly heard: Stretch | undefined;
}

interface Spoken extends Pick<TimedChapter, 'title' | 'startSeconds' | 'endSeconds'> {
  readonly blocks: readonly Block[];
  /** All of them, in order: together they hold every character of the blocks but white space and bare `<<` `>>` markers. */
  readonly parts: readonly SpokenPart[];
}

/** Lays what was spoken over the chapter's own text. */
export function timedChapter({ title, startSeconds, endSeconds, blocks, parts }: Spoken): TimedChapter {
  const partsOf = new Map<number, SpokenPart[]>();
  for (const part of parts) partsIn(part.block, partsOf).push(part);
  return {
    title,
    startSeconds,
    endSeconds,
    blocks: blocks.map(({ kind, text, level, language }, index) => ({
      kind,
      text,
      level,
      language,
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
    const from = behindBlank(text, at);
    at = behindCharacters(text, from, part.text.replaceAll(/\s/gu, '').length);
    const last = part.sentence === number ? sentences.pop() : undefined;
    sentences.push({ from: last?.from ?? from, to: at, heard: joined(last?.heard, part.heard) });
    number = part.sentence;
  }
  return sentences;
}

function joined(first: Stretch | undefined, second: Stretch | undefined): Stretch | undefined {
  if (!first || !second) return first ?? second;
  return { startSeconds: first.startSeconds, endSeconds: second.endSeconds };
}

/** What no sentence holds. */
const blank = /(?:<<|>>|\s)*/uy;

function behindBlank(text: string, at: number): number {
  blank.lastIndex = at;
  return at + (blank.exec(text)?.[0].length ?? 0);
}

function behindCharacters(text: string, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0; left -= 1) at = behindBlank(text, at) + 1;
  return Math.min(at, text.length);
}
