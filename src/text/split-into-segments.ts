import { findCut } from './cut/find-cut.ts';
import { isSpeakable } from './is-speakable.ts';
import { withLeadingSpace } from './split-sentences.ts';
import { textLength } from './text-length.ts';
import type { LengthUnit } from './text-length.ts';

/** Lengths of segments. */
export interface SegmentSizes {
  /** Hard limit of a segment. */
  readonly limit: { readonly max: number; readonly unit: LengthUnit };
  /** Length that sounds best, in the limit's unit. */
  readonly target: number;
}

/** Lengths of segments, and the language of the text. */
export interface SegmentOptions extends SegmentSizes {
  /** BCP-47 code of the text. */
  readonly language: string;
}

/** A sentence up to this many times longer than the target is kept whole. */
const tolerance = 1.5;
/** Shorter segments, in the limit's unit, sound clipped when spoken alone. */
const minLength = 20;

/**
 * Returns a text as segments for a speech provider, in order, without the white space between them. Cuts at sentence ends, and
 * a sentence that is too long at clauses, then words. Fills segments evenly towards the target, so that the last is not too short.
 */
export function splitIntoSegments(text: string, options: SegmentOptions): string[] {
  return sentencesIntoSegments(withLeadingSpace(text.trim(), options.language), options);
}

/** Returns a text as `splitIntoSegments` does, from its sentences with the white space before them. */
export function sentencesIntoSegments(sentences: readonly string[], options: SegmentSizes): string[] {
  const sizes = sizesOf(options);
  const whole = sentences.join('').trim();
  if (whole === '') return [];
  if (textLength(whole, sizes.unit) <= sizes.target) return [whole];
  return pack(piecesOf(sentences, sizes), sizes).map((segment) => segment.text.trim());
}

/**
 * Returns a text as segments that hold at most one sentence, however short, in order, without the white space between them, from its
 * sentences with the white space before them. Cuts a long sentence as `splitIntoSegments`.
 */
export function sentencesAlone(sentences: readonly string[], options: SegmentSizes): string[] {
  const sizes = sizesOf(options);
  return speakableSentences(sentences)
    .flatMap((sentence) => breakEvenly(sentence, sizes))
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

interface Sizes {
  readonly target: number;
  /** Maximum of a sentence that is kept whole, or of a segment joined with a short one. */
  readonly maxWhole: number;
  readonly max: number;
  readonly unit: LengthUnit;
}

interface SegmentPiece {
  readonly text: string;
  readonly length: number;
}

function sizesOf({ limit, target }: SegmentSizes): Sizes {
  const within = Math.max(1, Math.min(target, limit.max));
  return {
    target: within,
    maxWhole: Math.min(limit.max, Math.floor(within * tolerance)),
    max: limit.max,
    unit: limit.unit,
  };
}

/** Returns the sentences, with long ones in parts. Joined, they are the text. */
function piecesOf(sentences: readonly string[], sizes: Sizes): SegmentPiece[] {
  return sentences
    .flatMap((sentence) => breakEvenly(sentence, sizes))
    .map((part) => ({ text: part, length: textLength(part, sizes.unit) }));
}

/** Returns the sentences, with those that cannot be spoken alone ("…") joined to the one before, or to the next. */
export function speakableSentences(all: readonly string[]): string[] {
  const sentences: string[] = [];
  let lastIsSpeakable = true;
  for (const sentence of all) {
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
  if (left <= sizes.maxWhole) return [sentence];
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

function pack(pieces: readonly SegmentPiece[], sizes: Sizes): SegmentPiece[] {
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const goal = total / Math.ceil(total / sizes.target);
  const segments: SegmentPiece[] = [];
  for (const piece of pieces) {
    const last = segments.at(-1);
    if (last !== undefined && belongTogether(last, piece, goal, sizes))
      segments[segments.length - 1] = join(last, piece);
    else segments.push(piece);
  }
  return joinShortLast(segments, sizes);
}

function belongTogether(last: SegmentPiece, next: SegmentPiece, goal: number, sizes: Sizes): boolean {
  const together = last.length + next.length;
  if (Math.min(last.length, next.length) < minLength) return together <= sizes.maxWhole;
  return together <= sizes.target && last.length + next.length / 2 <= goal;
}

function joinShortLast(segments: readonly SegmentPiece[], sizes: Sizes): SegmentPiece[] {
  const last = segments.at(-1);
  const before = segments.at(-2);
  if (last === undefined || before === undefined || last.length >= sizes.target / 3) return [...segments];
  return before.length + last.length <= sizes.maxWhole ? [...segments.slice(0, -2), join(before, last)] : [...segments];
}

function join(left: SegmentPiece, right: SegmentPiece): SegmentPiece {
  return { text: left.text + right.text, length: left.length + right.length };
}
