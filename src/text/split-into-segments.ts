import { findCut } from './find-cut.ts';
import { isSpeakable } from './is-speakable.ts';
import { sentenceEnds } from './split-sentences.ts';
import { textLength } from './text-length.ts';
import type { LengthUnit } from './text-length.ts';

export interface SegmentOptions {
  /** What a segment never exceeds. */
  readonly limit: { readonly max: number; readonly unit: LengthUnit };
  /** Length that sounds best, in the limit's unit. */
  readonly target: number;
  /** BCP-47 code of the text. */
  readonly language: string;
}

/** A sentence this much longer than the target is still better whole. */
const tolerance = 1.5;
/** What is shorter, in the limit's unit, sounds clipped when it is spoken alone. */
const clipped = 20;

/**
 * A text as segments for a speech provider, in order, white space between them dropped: cut at sentence ends, a sentence that is too long at
 * clauses, then words; packed towards the target, evenly, so that the last one is no stub.
 */
export function splitIntoSegments(text: string, options: SegmentOptions): string[] {
  const sizes = sizesOf(options);
  const whole = text.trim();
  if (whole === '') return [];
  if (textLength(whole, sizes.unit) <= sizes.target) return [whole];
  return pack(piecesOf(whole, options.language, sizes), sizes).map((segment) => segment.text.trim());
}

/** A segment of one sentence, or of a part of one that is too long. */
export interface SentenceSegment {
  readonly text: string;
  /** Number of its sentence in the text, from 0. */
  readonly sentence: number;
}

/**
 * A text as segments that never hold more than one sentence, however short, in order, white space between them dropped. What has
 * no letter or digit ("…") belongs to the sentence before it, else to the next; a sentence that is too long is cut as by `splitIntoSegments`.
 */
export function splitBySentence(text: string, options: SegmentOptions): SentenceSegment[] {
  const sizes = sizesOf(options);
  return speakableSentences(text.trim(), options.language).flatMap((whole, sentence) =>
    breakEvenly(whole, sizes)
      .map((part) => ({ text: part.trim(), sentence }))
      .filter((part) => part.text !== ''),
  );
}

interface Sizes {
  readonly target: number;
  /** What a sentence or a joined stub may reach. */
  readonly most: number;
  readonly max: number;
  readonly unit: LengthUnit;
}

interface Piece {
  readonly text: string;
  readonly length: number;
}

function sizesOf({ limit, target }: SegmentOptions): Sizes {
  const within = Math.max(1, Math.min(target, limit.max));
  return {
    target: within,
    most: Math.min(limit.max, Math.floor(within * tolerance)),
    max: limit.max,
    unit: limit.unit,
  };
}

/** Sentences, and parts of those that are too long; put together they are the text. */
function piecesOf(text: string, language: string, sizes: Sizes): Piece[] {
  return sentencesOf(text, language)
    .flatMap((sentence) => breakEvenly(sentence, sizes))
    .map((part) => ({ text: part, length: textLength(part, sizes.unit) }));
}

/** Sentences with the white space before them; put together they are the text. */
function sentencesOf(text: string, language: string): string[] {
  const ends = [...sentenceEnds(text, language), text.length];
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

/** The same, but what cannot be spoken alone is joined to a neighbour. */
function speakableSentences(text: string, language: string): string[] {
  const sentences: string[] = [];
  let lastIsSpeakable = true;
  for (const sentence of sentencesOf(text, language)) {
    const last = sentences.at(-1);
    const speakable = isSpeakable(sentence);
    if (last !== undefined && !(lastIsSpeakable && speakable)) {
      sentences[sentences.length - 1] = last + sentence;
      lastIsSpeakable ||= speakable;
    } else {
      sentences.push(sentence);
      lastIsSpeakable = speakable;
    }
  }
  return sentences;
}

function breakEvenly(sentence: string, sizes: Sizes): string[] {
  let left = textLength(sentence, sizes.unit);
  if (left <= sizes.most) return [sentence];
  const parts: string[] = [];
  let start = 0;
  while (left > sizes.target) {
    const goal = Math.ceil(left / Math.ceil(left / sizes.target));
    const end = findCut(sentence, start, { goal, max: sizes.target, unit: sizes.unit });
    const part = sentence.slice(start, end);
    parts.push(part);
    left -= textLength(part, sizes.unit);
    start = end;
  }
  if (start < sentence.length) parts.push(sentence.slice(start));
  return parts;
}

function pack(pieces: readonly Piece[], sizes: Sizes): Piece[] {
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const goal = total / Math.ceil(total / sizes.target);
  const segments: Piece[] = [];
  for (const piece of pieces) {
    const last = segments.at(-1);
    if (last !== undefined && belongTogether(last, piece, goal, sizes))
      segments[segments.length - 1] = join(last, piece);
    else segments.push(piece);
  }
  return withoutStub(segments, sizes);
}

function belongTogether(last: Piece, next: Piece, goal: number, sizes: Sizes): boolean {
  const together = last.length + next.length;
  if (Math.min(last.length, next.length) < clipped) return together <= sizes.most;
  return together <= sizes.target && last.length + next.length / 2 <= goal;
}

function withoutStub(segments: readonly Piece[], sizes: Sizes): Piece[] {
  const last = segments.at(-1);
  const before = segments.at(-2);
  if (last === undefined || before === undefined || last.length >= sizes.target / 3) return [...segments];
  return before.length + last.length <= sizes.most ? [...segments.slice(0, -2), join(before, last)] : [...segments];
}

function join(left: Piece, right: Piece): Piece {
  return { text: left.text + right.text, length: left.length + right.length };
}
