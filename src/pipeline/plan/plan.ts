import type { Block, BlockRange, Chapter } from '../../core/book.ts';
import type { Delivery } from '../../core/delivery.ts';
import { sameLanguage } from '../../core/language.ts';
import { cleanText } from '../../text/clean-text.ts';
import { countWordsOf } from '../../text/count-words.ts';
import { pauseAfterMs, pauseAtVoiceChangeMs, pauseInsideMs, pausesMs } from '../../text/pause-after-ms.ts';
import type { Pauses } from '../../text/pause-after-ms.ts';
import { isSpeakable } from '../../text/is-speakable.ts';
import { sentencesInSegments } from '../../text/sentences-in-segments.ts';
import type { SentenceInSegment } from '../../text/sentences-in-segments.ts';
import {
  sentencesAlone,
  sentencesIntoSegments,
  speakableSentences,
  splitIntoSegments,
} from '../../text/split-into-segments.ts';
import type { SegmentOptions } from '../../text/split-into-segments.ts';
import { withLeadingSpace } from '../../text/split-sentences.ts';
import { blocksWithPauses, cutPauses } from '../../text/written-pauses.ts';
import { charactersOf } from '../../text/text-length.ts';
import { announcementsAround } from './announcements.ts';
import type { Announcement, Announcements } from './announcements.ts';
import { blockParts } from './block-parts.ts';
import type { BlockPart } from './block-parts.ts';
import type { SaysDelivery } from './directed-parts.ts';
import { assertWholeText } from './whole-text.ts';

/** One request to the speech provider and the silence after it. */
export interface Segment {
  /** Index of its chapter in the plan. */
  readonly chapter: number;
  /** Index in the whole book. */
  readonly index: number;
  readonly text: string;
  /** BCP-47 code. */
  readonly language: string;
  /** Name of the cast member who says it; undefined for the narrator. */
  readonly role?: string | undefined;
  /** How it is said. One object for each range of the book. Default: as the voice does by itself. */
  readonly delivery?: Delivery | undefined;
  readonly pauseMs: number;
  /** False when the text has neither letter nor digit, or the user wants nothing of it spoken; only its pause is heard. */
  readonly spoken: boolean;
  /** Whether it is spoken in addition to the text of the book: an intro, a title. */
  readonly isAnnouncement?: boolean | undefined;
  /** The sentences that it holds, in order. Absent where it is not of the text of the book. */
  readonly sentences?: readonly SentencePlace[] | undefined;
}

/** Position of a sentence, or of the rest of one, in its chapter and in its segment. */
export interface SentencePlace {
  /** Index into the chapter's blocks. */
  readonly block: number;
  /** Index in the block. */
  readonly number: number;
  /** UTF-16 code units of the segment before it. White space does not count. */
  readonly offset: number;
}

/** Options of `planBook`: the provider's limits and the language. */
export interface PlanOptions extends SegmentOptions {
  /** One sentence per segment, so that the plan sets the pauses between them, or the first is heard soon. */
  readonly bySentence?: boolean;
  /**
   * BCP-47 codes of the languages with a voice of their own. A phrase in another language is read on by the voice around
   * it, as every cut in a sentence is heard. Default: all languages.
   */
  readonly phraseLanguages?: readonly string[] | undefined;
  /** Tells of a text whether the user wants nothing of it spoken. Default: never. */
  readonly isSilent?: ((text: string, language: string) => boolean) | undefined;
  /** Tells which deliveries the voices say. Default: none. */
  readonly says?: SaysDelivery | undefined;
  readonly pauses?: Pauses | undefined;
  readonly announcements?: Announcements | undefined;
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
  /** Words of the book in all spoken segments. */
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
    words: countWordsOf(spoken.filter(({ isAnnouncement }) => !isAnnouncement)),
  };
}

/** Divides one chapter into segments. `first` gives the indexes of its first segment. Throws as `planBook` does. */
export function planChapter(
  given: ChapterToPlan,
  first: Pick<Segment, 'chapter' | 'index'>,
  options: PlanOptions,
): PlannedChapter {
  const segments: Segment[] = [];
  const { blocks, leadMs } = blocksWithPauses(given.blocks);
  const chapter = { ...given, blocks, title: cutPauses(given.title).text || given.title };
  for (const draft of withAnnouncements(draftChapter(blocks, leadMs, options), chapter, first.chapter, options)) {
    segments.push({ ...draft, chapter: first.chapter, index: first.index + segments.length });
  }
  const number = chapter.number ?? first.chapter + 1;
  const planned = { number, title: chapter.title, blocks: chapter.blocks, segments };
  assertWholeText(chapter, planned, first.chapter);
  return planned;
}

type Draft = Omit<Segment, 'chapter' | 'index'>;

function draftChapter(blocks: readonly Block[], leadMs: number, options: PlanOptions): Draft[] {
  const { language, pauses = pausesMs } = options;
  const drafts: Draft[] = [{ text: '', language, pauseMs: pauses.chapterStart + leadMs, spoken: false }];
  const heard = blocks.map((block, place) => ({ kind: block.kind, drafts: draftBlock(block, place, options) }));
  const lasting = heard.filter((block) => block.kind === 'scene-break' || block.drafts.length > 0);
  for (const [index, block] of lasting.entries()) {
    drafts.push(...block.drafts);
    const after = pauseAfterMs(block.kind, lasting[index + 1]?.kind, pauses);
    setLastPause(drafts, (_text, pauseMs) => pauseMs + after);
  }
  return drafts;
}

/** Adds what is spoken before and after the text of a chapter, behind the silence at its start. */
function withAnnouncements(
  [silence, ...drafts]: readonly Draft[],
  chapter: Chapter,
  place: number,
  options: PlanOptions,
): readonly Draft[] {
  const start = silence === undefined ? [] : [silence];
  if (!options.announcements) return [...start, ...drafts];
  const { before, after } = announcementsAround(chapter, place, options.announcements);
  const draft = (one: Announcement): Draft[] => draftAnnouncement(one, options);
  return [...start, ...before.flatMap(draft), ...drafts, ...after.flatMap(draft)];
}

function draftAnnouncement({ text, pause }: Announcement, options: PlanOptions): Draft[] {
  const { language, pauses = pausesMs } = options;
  const drafts = splitIntoSegments(cleanText(text), options).map((part): Draft => {
    const pauseMs = pauseInsideMs(part, pauses);
    return { text: part, language, pauseMs, spoken: isSpeakable(part), isAnnouncement: true };
  });
  setLastPause(drafts, () => pauses[pause]);
  return drafts;
}

/** Returns the segments of a block, each part with the voice of its own. The caller sets the pause after the last one. */
function draftBlock(block: Block, place: number, options: PlanOptions): Draft[] {
  const drafts: Draft[] = [];
  let sentences = 0;
  let beatMs = 0;
  for (const part of partsToSpeak(block, options)) {
    const first = part.isSameSentence ? sentences - 1 : sentences;
    const texts = segmentsOf(part, options);
    for (const { text, held } of texts) {
      const places = held.map(({ sentence, offset }) => ({ block: place, number: first + sentence, offset }));
      drafts.push(draftText(text, part, options, places));
    }
    if (part.isOpen) setLastPause(drafts, (text) => pauseAtVoiceChangeMs(text, options.pauses));
    ({ beatMs = 0 } = part);
    setLastPause(drafts, (_text, pauseMs) => pauseMs + beatMs);
    sentences = first + (texts.at(-1)?.held.at(-1)?.sentence ?? 0) + 1;
  }
  setLastPause(drafts, () => beatMs);
  return drafts;
}

/** Returns the parts of a block, each with one voice and one delivery. */
export function partsToSpeak(
  block: Block,
  options: Pick<PlanOptions, 'language' | 'phraseLanguages' | 'says'>,
): readonly BlockPart[] {
  const ranges = block.ranges?.map((range) => ownDelivery(withVoice(range, options)));
  return blockParts({ ...block, ranges }, options.language, options.says);
}

/** Two ranges may have one object: here each has its own, by which the heard ones are counted. */
function ownDelivery(range: BlockRange): BlockRange {
  return range.delivery ? { ...range, delivery: { ...range.delivery } } : range;
}

/** Returns a range without its language if that has no voice. */
function withVoice(range: BlockRange, { phraseLanguages }: Pick<PlanOptions, 'phraseLanguages'>): BlockRange {
  const { language } = range;
  if (language === undefined || phraseLanguages === undefined) return range;
  return phraseLanguages.some((code) => sameLanguage(code, language)) ? range : { ...range, language: undefined };
}

function draftText(
  text: string,
  { language, role, delivery }: BlockPart,
  { pauses, isSilent = () => false }: PlanOptions,
  sentences: readonly SentencePlace[],
): Draft {
  const said = { text, language, role, ...(delivery && { delivery }) };
  const spoken = isSpeakable(text) && !isSilent(text, language);
  return { ...said, pauseMs: pauseInsideMs(text, pauses), spoken, sentences };
}

interface SegmentText {
  readonly text: string;
  readonly held: readonly SentenceInSegment[];
}

function segmentsOf({ text, language }: BlockPart, options: PlanOptions): readonly SegmentText[] {
  const sentences = withLeadingSpace(cleanText(text).trim(), language);
  const texts = (options.bySentence ? sentencesAlone : sentencesIntoSegments)(sentences, options);
  const held = sentencesInSegments(texts, speakableSentences(sentences));
  return texts.map((segment, index) => ({ text: segment, held: held[index] ?? [] }));
}

function setLastPause(drafts: Draft[], pause: (text: string, pauseMs: number) => number): void {
  const last = drafts.pop();
  if (last !== undefined) drafts.push({ ...last, pauseMs: pause(last.text, last.pauseMs) });
}
