import type { BlockRange } from '../../core/book.ts';
import type { Delivery } from '../../core/delivery.ts';
import { isSpeakable } from '../../text/is-speakable.ts';
import { sentenceEnds } from '../../text/split-sentences.ts';

/** A span of a block that is said in one way. */
export interface DirectedSpan {
  readonly from: number;
  readonly to: number;
  readonly delivery?: Delivery | undefined;
  /** Silence after it in addition to that of its end, in milliseconds. */
  readonly beatMs?: number | undefined;
}

/** The speaker of a span. */
interface SpokenBy {
  /** BCP-47 code. */
  readonly language: string;
  readonly role?: string | undefined;
}

/** A span that one voice speaks. */
export interface VoiceSpan extends SpokenBy {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns whether a voice says a delivery in the middle of a sentence (`anywhere`), or only from one end of a sentence to the next: a cut in a
 * sentence is heard, and another pace is not worth it. Undefined: the delivery is not heard.
 */
export type SaysDelivery = (delivery: Delivery, voice: SpokenBy) => 'anywhere' | 'sentences' | undefined;

/** A block that is divided for its directions. */
export interface DirectedText {
  readonly text: string;
  readonly language: string;
  /** In the text, and not empty. */
  readonly ranges: readonly BlockRange[];
  readonly says: SaysDelivery;
}

/**
 * Divides what one voice speaks where it is said otherwise, and after ranges with a beat. Of ranges inside of one another the shortest
 * decides. A span without letters and digits belongs to the one before it.
 */
export function directedSpans(voice: VoiceSpan, directed: DirectedText): readonly DirectedSpan[] {
  const { text, ranges } = directed;
  const within = ranges.filter(({ from, to }) => from < voice.to && to > voice.from);
  const said = within
    .flatMap((range) => heardRange(range, voice, directed) ?? [])
    .toSorted((a, b) => lengthOf(a) - lengthOf(b));
  const beats = within
    .filter(({ to }) => to <= voice.to)
    .flatMap(({ to, beatMs }) => (beatMs ? [{ at: afterMarks(text, to, voice.to), beatMs }] : []));
  if (said.length === 0 && beats.length === 0) return [voice];
  const cuts = [voice.from, voice.to, ...said.flatMap(({ from, to }) => [from, to]), ...beats.map(({ at }) => at)];
  const places = [...new Set(cuts)].toSorted((a, b) => a - b);
  const spans = places.slice(1).map((to, index): DirectedSpan => {
    const from = places[index] ?? voice.from;
    const delivery = said.find((range) => range.from <= from && range.to >= to)?.delivery;
    const beatMs = Math.max(0, ...beats.filter(({ at }) => at === to).map((beat) => beat.beatMs));
    return { from, to, delivery: delivery?.manner === 'neutral' ? undefined : delivery, beatMs };
  });
  return joined(spans, text);
}

interface HeardRange {
  readonly from: number;
  readonly to: number;
  readonly delivery: Delivery;
}

function lengthOf({ from, to }: Omit<HeardRange, 'delivery'>): number {
  return to - from;
}

/** Returns the part of a range whose delivery the voice says, or undefined. */
function heardRange(
  { from, to, delivery }: BlockRange,
  voice: VoiceSpan,
  directed: DirectedText,
): HeardRange | undefined {
  const says = delivery && directed.says(delivery, voice);
  if (!says) return undefined;
  const start = Math.max(from, voice.from);
  const end = afterMarks(directed.text, Math.min(to, voice.to), voice.to);
  if (says === 'anywhere') return { from: start, to: end, delivery };
  const ends = [voice.from, ...sentenceEnds(directed.text, directed.language), voice.to];
  const whole = {
    from: Math.max(voice.from, ...ends.filter((place) => place <= firstLetter(start, directed.text))),
    to: Math.min(voice.to, ...ends.filter((place) => place >= end)),
    delivery,
  };
  return lengthOf({ from: start, to: end }) >= minShare * lengthOf(whole) ? whole : undefined;
}

/** Share of whole sentences that a delivery must have to be heard in all of them: a quotation with a short tag, but not two words of a long sentence. */
const minShare = 1 / 3;

/** Returns where the words of a range begin: it may include the space behind a sentence. */
function firstLetter(place: number, text: string): number {
  return place + (/^\s*/u.exec(text.slice(place))?.[0].length ?? 0);
}

/** Marks that close what stands before them. One that may also open, such as `“`, closes only before a space or another mark. */
const closing = /^(?:[\p{Pe}\p{Pf}"'’,.;:!?…،؛؟。，、！？；：]|\p{Pi}(?=[\s\p{P}]|$))+/u;

function afterMarks(text: string, place: number, end: number): number {
  // A range may end with the space behind its last word.
  if (/\s$/u.test(text.slice(0, place))) return place;
  return place + (closing.exec(text.slice(place, end))?.[0].length ?? 0);
}

/** Joins spans that are said alike, and those that cannot be spoken with what stands before them. */
function joined(spans: readonly DirectedSpan[], text: string): readonly DirectedSpan[] {
  const made: DirectedSpan[] = [];
  for (const span of spans) {
    const last = made.at(-1);
    const pair = last && joinedPair(last, span, text);
    if (pair) made[made.length - 1] = pair;
    else made.push(span);
  }
  return made;
}

function joinedPair(last: DirectedSpan, span: DirectedSpan, text: string): DirectedSpan | undefined {
  const whole = { from: last.from, to: span.to };
  const isSilent = ({ from, to }: DirectedSpan): boolean => !isSpeakable(text.slice(from, to));
  if (isSilent(span)) return { ...last, ...whole, beatMs: Math.max(last.beatMs ?? 0, span.beatMs ?? 0) };
  if (isSilent(last)) return { ...span, ...whole };
  const isAlike = last.delivery === span.delivery && !last.beatMs;
  return isAlike ? { ...span, ...whole } : undefined;
}
