import type { Delivery } from '../../core/delivery.ts';

/** A span of a block's text. */
export interface OperationPlace {
  /** Index of the block in its chapter. */
  readonly block: number;
  /** Start index in the text of the block as the book has it. */
  readonly from: number;
  /** End index, exclusive. */
  readonly to: number;
}

/** Returns what places with the same beginning have in common. */
export function startKey({ block, from }: Pick<OperationPlace, 'block' | 'from'>): string {
  return `${block}:${from}`;
}

/**
 * One direction for a span of a chapter. The words of the book never pass through a model: operations name what is done with a span,
 * and the text outside of them is spoken as the book has it.
 *
 * - `who`: the quotation is spoken by this person of the roster, or by the narrator where `name` is undefined.
 * - `how`: the sentence or quotation is said in this way.
 * - `pause`: a beat after the span, in seconds: 0.2 to 3.
 * - `say`: the span, at most eight words, is said in other words.
 * - `tell`: the table or program (a whole block, or the first of several rows) is told in these words, in place.
 * - `skip`: the reference, which only the eye needs, is not spoken.
 */
export type Operation = OperationPlace &
  (
    | { readonly kind: 'who'; readonly name: string | undefined }
    | { readonly kind: 'how'; readonly delivery: Delivery }
    | { readonly kind: 'pause'; readonly seconds: number }
    | { readonly kind: 'say'; readonly words: string }
    | { readonly kind: 'tell'; readonly words: string; readonly blocks: number }
    | { readonly kind: 'skip' }
  );
