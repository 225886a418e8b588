import type { Block } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';
import { findInOrder } from '../../text/find-in-order.ts';
import { isSpeakable } from '../../text/is-speakable.ts';
import { assertWholeText, textOfBlocks } from '../plan.ts';
import type { ChapterToPlan, Plan, PlannedChapter, Segment, SentencePlace } from '../plan.ts';

/** A plan in little room: where its texts stand in the chapters, which are not in it. */
export interface PackedPlan extends Pick<Plan, 'characters' | 'words'> {
  readonly chapters: readonly PackedChapter[];
}

interface PackedChapter {
  /** Languages, roles, and texts that are not in the chapter as they are spoken. */
  readonly strings: readonly string[];
  /** For each segment the numbers of `packSegment`. */
  readonly numbers: Float64Array;
}

/** Returns a plan as it is stored. */
export function packPlan({ characters, words, chapters }: Plan): PackedPlan {
  return { characters, words, chapters: chapters.map(packChapter) };
}

/** Returns the plan that was packed, with the chapters that it was made from. Throws when that cannot be. */
export function unpackPlan({ characters, words, chapters }: PackedPlan, given: readonly ChapterToPlan[]): Plan {
  require(isCount(characters) && isCount(words) && chapters.length === given.length);
  let index = 0;
  const planned = given.map((chapter, place): PlannedChapter => {
    const segments = unpackSegments(chapters[place], chapter, { chapter: place, index });
    index += segments.length;
    assertWholeText(chapter, { segments }, place);
    return { number: chapter.number ?? place + 1, title: chapter.title, blocks: chapter.blocks, segments };
  });
  return { chapters: planned, characters, words };
}

function packChapter({ blocks, segments }: PlannedChapter): PackedChapter {
  const strings = new Map<string, number>();
  const placeOf = (text: string): number => {
    const place = strings.get(text) ?? strings.size;
    strings.set(text, place);
    return place;
  };
  const ofBook = segments.filter(({ isAnnouncement }) => !isAnnouncement);
  const found = findInOrder(
    textOfBlocks(blocks),
    ofBook.map(({ text }) => text),
  );
  const starts = new Map(ofBook.map((segment, place) => [segment, found?.[place]]));
  const numbers = segments.flatMap((segment) => packSegment(segment, starts.get(segment), placeOf));
  return { strings: [...strings.keys()], numbers: Float64Array.from(numbers) };
}

/** Numbers of a segment. */
const width = 8;
const none = -1;

function packSegment(
  { text, language, role, pauseMs, isAnnouncement, sentence }: Segment,
  start: number | undefined,
  placeOf: (text: string) => number,
): readonly number[] {
  return [
    start ?? none,
    start === undefined ? placeOf(text) : start + text.length,
    placeOf(language),
    role === undefined ? none : placeOf(role),
    pauseMs,
    isAnnouncement ? 1 : 0,
    sentence?.block ?? none,
    sentence?.number ?? none,
  ];
}

function unpackSegments(
  packed: PackedChapter | undefined,
  { blocks }: ChapterToPlan,
  first: Pick<Segment, 'chapter' | 'index'>,
): readonly Segment[] {
  const { strings = [], numbers = new Float64Array() } = packed ?? {};
  const whole = textOfBlocks(blocks);
  const segments: Segment[] = [];
  for (let at = 0; at < numbers.length; at += width) {
    const numberAt = (field: number): number => numbers[at + field] ?? NaN;
    const text = numberAt(0) === none ? strings[numberAt(1)] : whole.slice(numberAt(0), numberAt(1));
    const language = strings[numberAt(2)];
    const pauseMs = numberAt(4);
    require(typeof text === 'string' && typeof language === 'string' && isCount(Math.ceil(pauseMs)));
    segments.push({
      chapter: first.chapter,
      index: first.index + segments.length,
      text,
      language,
      role: strings[numberAt(3)],
      pauseMs,
      spoken: isSpeakable(text),
      isAnnouncement: numberAt(5) === 1 ? true : undefined,
      sentence: unpackSentence(numberAt(6), numberAt(7), blocks),
    });
  }
  require(segments.length > 0);
  return segments;
}

function unpackSentence(block: number, number: number, blocks: readonly Block[]): SentencePlace | undefined {
  if (number === none) return undefined;
  require(blocks[block] !== undefined && isCount(number));
  return { block, number };
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function require(isValid: boolean): asserts isValid {
  if (!isValid) throw new AudiobookError('internal', 'The stored plan is not the plan of this book.');
}
