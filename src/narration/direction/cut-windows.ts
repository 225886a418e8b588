import type { CastText } from '../../cast/cast-text.ts';
import { sizeInWords } from '../../text/count-words.ts';
import { packEvenly } from '../pack-evenly.ts';
import { startOf } from './slot.ts';
import type { Slot } from './slot.ts';

/** The part of a chapter that a request asks about: about so many words, or so many places. */
export type Window = { readonly words: number } | { readonly quotations: number };

/** A part of a chapter and the places in it that a request asks about. */
export interface Passage {
  readonly text: CastText;
  /** Indexes of the blocks that the model sees. */
  readonly shown: readonly number[];
  readonly slots: readonly Slot[];
  /** Who speaks each quotation that is not asked about, by its index in the chapter. */
  readonly given: readonly (string | undefined)[];
}

/** Windows of a chapter have about as many words as asked for; a chapter that is a little longer stays whole. */
const maxOverGoal = 1.4;

/** Divides the slots of a chapter among as few requests as the window allows. Only the text around slots is shown. */
export function cutWindows(
  text: CastText,
  slots: readonly Slot[],
  { given, window }: Pick<Passage, 'given'> & { readonly window: Window },
): readonly Passage[] {
  const groups = groupsOf(slots);
  const seen = new Set<number>();
  const words = groups.map((group) => {
    const own = shownAround(text, group).filter((block) => !seen.has(block));
    for (const block of own) seen.add(block);
    return own.reduce((sum, block) => sum + sizeInWords(text.blocks[block]?.text ?? ''), 0);
  });
  const items = groups.map((group, index) => ({ group, words: words[index] ?? 0 }));
  const packed =
    'words' in window
      ? packEvenly(items, (item) => item.words, window.words * maxOverGoal)
      : packEvenly(items, ({ group }) => group.length, window.quotations);
  return packed.map((parts) => {
    const own = parts.flatMap(({ group }) => group);
    return { text, given, slots: own, shown: shownAround(text, own) };
  });
}

/** Returns the slots of each block together. */
function groupsOf(slots: readonly Slot[]): Slot[][] {
  const groups: Slot[][] = [];
  for (const slot of slots) {
    const last = groups.at(-1);
    const isSame = last?.some(({ places }) => places.some(({ block }) => block === startOf(slot).block)) ?? false;
    if (isSame) last?.push(slot);
    else groups.push([slot]);
  }
  return groups;
}

/** Words before a slot that show who is there. */
const contextWords = 120;

/** Returns the blocks of slots, those before with so many words, and the one after. */
export function shownAround({ blocks }: CastText, slots: readonly Slot[], before = contextWords): readonly number[] {
  const shown = new Set<number>();
  for (const { places, blocks: rows = 1 } of slots) {
    const { block: first } = places[0] ?? { block: 0 };
    const last = (places.at(-1)?.block ?? first) + rows - 1;
    const end = Math.min(last + 1, blocks.length - 1);
    for (let block = contextStart(blocks, first, before); block <= end; block += 1) shown.add(block);
  }
  return [...shown].toSorted((a, b) => a - b);
}

/** Returns the first of the blocks before one that have at most so many words together. */
function contextStart(blocks: CastText['blocks'], first: number, maxWords: number): number {
  let words = 0;
  let start = first;
  while (start > 0) {
    words += sizeInWords(blocks[start - 1]?.text ?? '');
    if (words > maxWords) break;
    start -= 1;
  }
  return start;
}
