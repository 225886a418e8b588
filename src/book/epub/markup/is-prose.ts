import type { FlowBlock } from './flow-block.ts';

/** Reports whether a block is running text. */
export function isProse({ kind, size, linkedShare }: FlowBlock): boolean {
  return kind !== 'heading' && linkedShare < 0.5 && size >= 15;
}

/** Returns the total size of blocks in words. */
export function sumSizes(blocks: readonly FlowBlock[]): number {
  return blocks.reduce((sum, { size }) => sum + size, 0);
}

/** Reports whether blocks hold at least a page of running text, and more of it than anything else. */
export function isMostlyProse(blocks: readonly FlowBlock[]): boolean {
  const prose = sumSizes(blocks.filter(isProse));
  return prose >= 150 && prose > 0.5 * sumSizes(blocks);
}

/** In small letters, which costs far less than ignoring the case. */
const legal =
  /©|\(c\)\s*(?:19|20)\d\d|copyright|all rights reserved|\bisbn\b|published by|printed in|licen[sc]e|creative commons|no part of this|library of congress|trademark|public domain|first (?:published|edition)|alle rechte vorbehalten|tous droits réservés|todos los derechos|diritti riservati|alle rechten voorbehouden|все права|авторские права|wszelkie prawa|版权|版權|著作権|無断転載|저작권|כל הזכויות/gu;

/** Returns the number of different phrases of copyright pages in the text. */
export function countLegalPhrases(blocks: readonly FlowBlock[]): number {
  return new Set(blocks.flatMap(({ text }) => text.toLowerCase().match(legal) ?? [])).size;
}

/** Reports whether a title has a phrase of copyright pages. */
export function holdsLegalPhrase(title: string): boolean {
  return title.toLowerCase().search(legal) !== -1;
}

/** Phrases, in lower case, that occur on copyright pages only. Others also occur in notes on a text or an author. */
const rights =
  /(?:©|\(c\)|copyright)[^.]{0,60}\b(?:1[5-9]|20)\d\d\b|\b(?:1[5-9]|20)\d\d\s*©|all rights reserved|no part of this|alle rechte vorbehalten|tous droits réservés|todos los derechos|todos os direitos|diritti riservati|alle rechten voorbehouden|все права|wszelkie prawa|版权所有|版權所有|無断転載|무단\s*전재|כל הזכויות/u;

/** Returns the number of blocks with a year of rights or a reservation of rights. */
export function countRightsNotices(blocks: readonly FlowBlock[]): number {
  return blocks.filter(({ text }) => rights.test(text.toLowerCase())).length;
}

/** Reports whether a block has the number of a book. */
export function holdsBookNumber({ text }: FlowBlock): boolean {
  return /\bisbn\b/iu.test(text);
}
