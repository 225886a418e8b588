import type { Block, BlockRange } from '../../core/book.ts';
import type { Delivery } from '../../core/delivery.ts';
import { isSpeakable } from '../../text/is-speakable.ts';
import { sentenceEnds } from '../../text/split-sentences.ts';
import { directedSpans } from './directed-parts.ts';
import type { SaysDelivery } from './directed-parts.ts';

/** A part of a block that one voice speaks. */
export interface BlockPart {
  /** With the white space around it. The parts of a block, joined, are its text. */
  readonly text: string;
  /** BCP-47 code. */
  readonly language: string;
  /** Name of the cast member who says it; undefined for the narrator. */
  readonly role?: string | undefined;
  /** How it is said, where the voice says that. */
  readonly delivery?: Delivery | undefined;
  /** Silence after it in addition to that of its end, in milliseconds. */
  readonly beatMs?: number | undefined;
  /** Whether its sentence goes on in the next part. */
  readonly isOpen: boolean;
  /** Whether it goes on with the sentence of the part before, by the same speaker. */
  readonly isSameSentence: boolean;
}

/**
 * Divides a block at the ends of its ranges. Of ranges inside of one another the shortest decides. A part without letters
 * and digits belongs to the one before it, and so do punctuation marks after a part. A range that is not in the text is
 * ignored. `says` tells which deliveries the voice of a part says. Default: none.
 */
export function blockParts(
  { text, language: own, role, ranges = [] }: Pick<Block, 'text' | 'language' | 'role' | 'ranges'>,
  bookLanguage: string,
  says: SaysDelivery = () => undefined,
): readonly BlockPart[] {
  const language = own ?? bookLanguage;
  const valid = ranges.filter(({ from, to }) => from >= 0 && from < to && to <= text.length);
  if (valid.length === 0) return [{ text, language, role, isOpen: false, isSameSentence: false }];
  const whole = { from: 0, to: text.length, language, role };
  const layers = [...valid.map((range) => withEndMarks(range, text)), whole].toSorted(
    (a, b) => lengthOf(a) - lengthOf(b),
  );
  const parts: Part[] = [];
  for (const span of spansOf(layers)) {
    const part = {
      ...span,
      role: inside(span, layers, 'role'),
      language: inside(span, layers, 'language') ?? language,
    };
    const last = parts.at(-1);
    const joined = last && joinedParts(last, part, text);
    if (joined) parts[parts.length - 1] = joined;
    else parts.push(part);
  }
  const directed = { text, language, ranges: valid, says };
  const spans = parts.flatMap((part) => directedSpans(part, directed).map((span) => ({ ...part, ...span })));
  return withOpenEnds(spans, text, language);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Part extends Span, Pick<BlockPart, 'language' | 'role' | 'delivery' | 'beatMs'> {}

function lengthOf({ from, to }: Span): number {
  return to - from;
}

/** Marks that belong to what stands before them, as the comma in `“Yes”, she said`. */
const endMarks = /^[,.;:!?…،؛؟。，、！？；：]+/u;

function withEndMarks(range: BlockRange, text: string): BlockRange {
  return { ...range, to: range.to + (endMarks.exec(text.slice(range.to))?.[0].length ?? 0) };
}

function spansOf(layers: readonly Span[]): Span[] {
  const cuts = [...new Set(layers.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b);
  return cuts.slice(1).map((to, index) => ({ from: cuts[index] ?? 0, to }));
}

/** Returns what the shortest range around a span says of its language or role. */
function inside(span: Span, layers: readonly BlockRange[], field: 'language' | 'role'): string | undefined {
  const around = layers.filter(({ from, to }) => from <= span.from && to >= span.to);
  return around.find((layer) => layer[field] !== undefined)?.[field];
}

/** Returns two neighbours as one part, or undefined when each needs a voice of its own. */
function joinedParts(last: Part, part: Part, text: string): Part | undefined {
  const span = { from: last.from, to: part.to };
  if (last.language === part.language && last.role === part.role) return { ...last, ...span };
  if (!isSpeakable(text.slice(part.from, part.to))) return { ...last, ...span };
  return isSpeakable(text.slice(last.from, last.to)) ? undefined : { ...part, ...span };
}

function withOpenEnds(parts: readonly Part[], text: string, language: string): BlockPart[] {
  const ends = new Set(sentenceEnds(text, language));
  const isOpen = (part: Part | undefined): boolean =>
    part !== undefined && part.to < text.length && !ends.has(text.slice(0, part.to).trimEnd().length);
  return parts.map((part, index) => {
    const before = parts[index - 1];
    return {
      text: text.slice(part.from, part.to),
      language: part.language,
      role: part.role,
      ...(part.delivery && { delivery: part.delivery }),
      ...(part.beatMs && { beatMs: part.beatMs }),
      isOpen: isOpen(part),
      isSameSentence: before?.role === part.role && isOpen(before),
    };
  });
}
