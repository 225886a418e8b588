import type { Block, Chapter } from '../core/book.ts';
import { AudiobookError } from '../core/errors.ts';
import { cleanText } from '../text/clean-text.ts';
import { countWordsOf } from '../text/count-words.ts';
import { pauseAfterMs, pauseInsideMs, pausesMs } from '../text/pause-after-ms.ts';
import { isSpeakable, splitBySentence, splitIntoSegments } from '../text/split-into-segments.ts';
import type { SegmentOptions } from '../text/split-into-segments.ts';
import { charactersOf } from '../text/text-length.ts';

/** One piece of speech and the silence after it. */
export interface Segment {
  /** Place of its chapter in the plan, from 0. */
  readonly chapter: number;
  /** Place in the whole book, from 0. */
  readonly index: number;
  readonly text: string;
  /** BCP-47 code. */
  readonly language: string;
  /** Silence after it, in milliseconds. */
  readonly pauseMs: number;
  /** False when it holds no letter or digit: its pause is all that is heard. */
  readonly spoken: boolean;
  /** The sentence that it is, or is a part of; only in a plan by sentences. */
  readonly sentence?: SentencePlace;
}

/** Where a sentence stands in its chapter. */
export interface SentencePlace {
  /** Index into the chapter's blocks. */
  readonly block: number;
  /** Its number in the block, from 0. */
  readonly number: number;
}

export interface PlanOptions extends SegmentOptions {
  /** One sentence a segment, so that the times of each are known. */
  readonly bySentence?: boolean;
}

/** A chapter as it will be heard. */
export interface PlannedChapter {
  readonly title: string;
  /** What it was planned from. */
  readonly blocks: readonly Block[];
  /** Never empty: the first is the silence that the chapter begins with. */
  readonly segments: readonly Segment[];
}

/** Everything that will be heard, in order. */
export interface Plan {
  readonly chapters: readonly PlannedChapter[];
  /** Code points of all spoken segments. */
  readonly characters: number;
  /** Words of all spoken segments. */
  readonly words: number;
}

/** Plans a book: every block becomes segments within the provider's limit, each with its pause. Throws `internal` when a character would be lost. */
export function planBook(chapters: readonly Chapter[], options: PlanOptions): Plan {
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

/** Plans one chapter; `first` is the place of its first segment. Throws `internal` when a character would be lost. */
export function planChapter(
  chapter: Chapter,
  first: Pick<Segment, 'chapter' | 'index'>,
  options: PlanOptions,
): PlannedChapter {
  const segments: Segment[] = [];
  for (const draft of draftChapter(chapter.blocks, options)) {
    segments.push({ ...draft, chapter: first.chapter, index: first.index + segments.length });
  }
  const planned = { title: chapter.title, blocks: chapter.blocks, segments };
  assertWholeText(chapter, planned, first.chapter);
  return planned;
}

/**
 * The ledger: every character of the chapter, white space and bare `<<` `>>` markers apart, is in exactly one segment, in order.
 * Throws `internal` with the chapter and the first place where they differ.
 */
export function assertWholeText(chapter: Chapter, { segments }: Pick<PlannedChapter, 'segments'>, place = 0): void {
  // Not by cleanText: the ledger also watches over the cleaning.
  const wanted = chapter.blocks.map((block) => block.text.replaceAll(/<<|>>|\s+/gu, '')).join('');
  const got = segments.map((segment) => segment.text.replaceAll(/\s+/gu, '')).join('');
  if (got !== wanted) throw differenceError(place, chapter.title, wanted, got);
}

type Draft = Omit<Segment, 'chapter' | 'index'>;
type CleanBlock = Required<Pick<Block, 'kind' | 'text' | 'language'>> & { readonly place: number };

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

/** The block's segments; the pause after the last one is left to the caller. */
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

function differenceError(place: number, title: string, wanted: string, got: string): AudiobookError {
  let at = 0;
  while (at < wanted.length && wanted[at] === got[at]) at += 1;
  const show = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 20), at + 20));
  return new AudiobookError(
    'internal',
    `The plan of chapter ${place + 1} ("${title}") differs from its text at character ${at + 1}: ` +
      `the text has ${show(wanted)}, the plan ${show(got)}.`,
  );
}
