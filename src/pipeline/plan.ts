import type { Block, Chapter } from '../core/book.ts';
import { AudiobookError } from '../core/errors.ts';
import { cleanText } from '../text/clean-text.ts';
import { countWordsOf } from '../text/count-words.ts';
import { pauseAfterMs, pauseInsideMs, pausesMs } from '../text/pause-after-ms.ts';
import { isSpeakable } from '../text/is-speakable.ts';
import { splitBySentence, splitIntoSegments } from '../text/split-into-segments.ts';
import type { SegmentOptions } from '../text/split-into-segments.ts';
import { charactersOf } from '../text/text-length.ts';

/** One request to the speech provider and the silence after it. */
export interface Segment {
  /** Index of its chapter in the plan. */
  readonly chapter: number;
  /** Index in the whole book. */
  readonly index: number;
  readonly text: string;
  /** BCP-47 code. */
  readonly language: string;
  readonly pauseMs: number;
  /** False when the text has neither letter nor digit; only its pause is heard. */
  readonly spoken: boolean;
  /** The sentence it belongs to. Only in a plan by sentence. */
  readonly sentence?: SentencePlace;
}

/** Position of a sentence in its chapter. */
export interface SentencePlace {
  /** Index into the chapter's blocks. */
  readonly block: number;
  /** Index in the block. */
  readonly number: number;
}

/** Options of `planBook`: the provider's limits and the language. */
export interface PlanOptions extends SegmentOptions {
  /** One sentence per segment, so that the time of each sentence is known. */
  readonly bySentence?: boolean;
}

/** A chapter and, when it is not its position in the plan, its number in the book. */
export interface ChapterToPlan extends Chapter {
  /** Counted from 1. */
  readonly number?: number | undefined;
}

/** A chapter divided into segments. */
export interface PlannedChapter {
  /** Number in the book, counted from 1. */
  readonly number: number;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Never empty: the first is the silence at the start of the chapter. */
  readonly segments: readonly Segment[];
}

/** All segments of a book, in order. */
export interface Plan {
  readonly chapters: readonly PlannedChapter[];
  /** Code points of all spoken segments. */
  readonly characters: number;
  /** Words of all spoken segments. */
  readonly words: number;
}

/** Divides a book into segments within the provider's limit. Throws `internal` when a character would be lost or doubled. */
export function planBook(chapters: readonly ChapterToPlan[], options: PlanOptions): Plan {
  const planned: PlannedChapter[] = [];
  let index = 0;
  for (const [place, chapter] of chapters.entries()) {
    const next = planChapter(chapter, { chapter: place, index }, options);
    index += next.segments.length;
    planned.push(next);
  }
  const spoken = planned.flatMap((chapter) => chapter.segments).filter((segment) => segment.spoken);
  return {
    chapters: planned,
    characters: charactersOf(spoken),
    words: countWordsOf(spoken),
  };
}

/** Divides one chapter into segments. `first` gives the indexes of its first segment. Throws as `planBook` does. */
export function planChapter(
  chapter: ChapterToPlan,
  first: Pick<Segment, 'chapter' | 'index'>,
  options: PlanOptions,
): PlannedChapter {
  const segments: Segment[] = [];
  for (const draft of draftChapter(chapter.blocks, options)) {
    segments.push({ ...draft, chapter: first.chapter, index: first.index + segments.length });
  }
  const number = chapter.number ?? first.chapter + 1;
  const planned = { number, title: chapter.title, blocks: chapter.blocks, segments };
  assertWholeText(chapter, planned, first.chapter);
  return planned;
}

/**
 * Asserts that every character of the chapter is in exactly one segment, in order (docs/specification.md, "Purpose"). White
 * space and bare `<<` `>>` markers do not count. Throws `internal` with the chapter and the first difference.
 */
export function assertWholeText(chapter: Chapter, { segments }: Pick<PlannedChapter, 'segments'>, place = 0): void {
  // Does not use cleanText: this also checks the cleaning.
  const expected = chapter.blocks.map((block) => block.text.replaceAll(/<<|>>|\s+/gu, '')).join('');
  const actual = segments.map((segment) => segment.text.replaceAll(/\s+/gu, '')).join('');
  if (actual !== expected) throw differenceError({ place, title: chapter.title, expected, actual });
}

type Draft = Omit<Segment, 'chapter' | 'index'>;
type CleanBlock = Pick<Block, 'kind' | 'text'> & { readonly language: string; readonly place: number };

function draftChapter(allBlocks: readonly Block[], options: PlanOptions): Draft[] {
  const blocks: CleanBlock[] = [];
  for (const [place, { kind, text, language = options.language }] of allBlocks.entries()) {
    const cleaned = cleanText(text);
    if (kind === 'scene-break' || cleaned !== '') blocks.push({ kind, text: cleaned, language, place });
  }
  const drafts: Draft[] = [{ text: '', language: options.language, pauseMs: pausesMs.chapterStart, spoken: false }];
  for (const [place, block] of blocks.entries()) {
    drafts.push(...draftBlock(block, options));
    lengthenLast(drafts, pauseAfterMs(block.kind, blocks[place + 1]?.kind));
  }
  return drafts;
}

/** Returns the segments of a block. The caller sets the pause after the last one. */
function draftBlock(block: CleanBlock, options: PlanOptions): Draft[] {
  const { language } = block;
  const parts = partsOf(block, { ...options, language });
  return parts.map(({ text, ...sentence }, place) => ({
    text,
    language,
    pauseMs: place < parts.length - 1 ? pauseInsideMs(text) : 0,
    spoken: isSpeakable(text),
    ...sentence,
  }));
}

function partsOf({ text, place }: CleanBlock, options: PlanOptions): Pick<Segment, 'text' | 'sentence'>[] {
  if (!options.bySentence) return splitIntoSegments(text, options).map((part) => ({ text: part }));
  return splitBySentence(text, options).map((part) => ({
    text: part.text,
    sentence: { block: place, number: part.sentence },
  }));
}

function lengthenLast(drafts: Draft[], ms: number): void {
  const last = drafts.pop();
  if (last !== undefined) drafts.push({ ...last, pauseMs: last.pauseMs + ms });
}

interface TextDifference {
  readonly place: number;
  readonly title: string;
  readonly expected: string;
  readonly actual: string;
}

function differenceError({ place, title, expected, actual }: TextDifference): AudiobookError {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at += 1;
  const show = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 20), at + 20));
  return new AudiobookError(
    'internal',
    `The plan of chapter ${place + 1} ("${title}") differs from its text at character ${at + 1}: ` +
      `the text has ${show(expected)}, the plan ${show(actual)}.`,
  );
}
