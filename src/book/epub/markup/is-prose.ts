import type { FlowBlock } from './flow-block.ts';

/** True for a block of running text. */
export function isProse({ kind, size, linkedShare: linked }: FlowBlock): boolean {
  return kind !== 'heading' && linked < 0.5 && size >= 15;
}

/** How much all blocks say. */
export function sumSizes(blocks: readonly FlowBlock[]): number {
  return blocks.reduce((sum, { size }) => sum + size, 0);
}

/** True when most of what the blocks say is running text, and there is a page of it; such text is never left out by its name alone. */
export function isMostlyProse(blocks: readonly FlowBlock[]): boolean {
  const prose = sumSizes(blocks.filter(isProse));
  return prose >= 150 && prose > 0.5 * sumSizes(blocks);
}

const legal =
  /©|\(c\)\s*(?:19|20)\d\d|copyright|all rights reserved|\bisbn\b|published by|printed in|licen[sc]e|creative commons|no part of this|library of congress|trademark|public domain|first (?:published|edition)|alle rechte vorbehalten|tous droits réservés|todos los derechos|diritti riservati|alle rechten voorbehouden|все права|авторские права|wszelkie prawa|版权|版權|著作権|無断転載|저작권|כל הזכויות/giu;

/** How many different phrases of copyright pages the text has. */
export function legalPhrases(blocks: readonly FlowBlock[]): number {
  return new Set(blocks.flatMap(({ text }) => text.toLowerCase().match(legal) ?? [])).size;
}
