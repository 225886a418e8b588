import { titleWords } from '../../titles/title-words.ts';
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
const reserved = titleWords('rights');
const legal = new RegExp(`©|\\(c\\)\\s*(?:19|20)\\d\\d|\\bisbn\\b|${reserved}|${titleWords('legal')}`, 'gu');

/** Returns the number of different phrases of copyright pages in the text. */
export function countLegalPhrases(blocks: readonly FlowBlock[]): number {
  return new Set(blocks.flatMap(({ text }) => text.toLowerCase().match(legal) ?? [])).size;
}

/** Reports whether a title has a phrase of copyright pages. */
export function holdsLegalPhrase(title: string): boolean {
  return title.toLowerCase().search(legal) !== -1;
}

/** Phrases, in lower case, that occur on copyright pages only. Others also occur in notes on a text or an author. */
const rights = new RegExp(
  `(?:©|\\(c\\)|copyright)[^.]{0,60}\\b(?:1[5-9]|20)\\d\\d\\b|\\b(?:1[5-9]|20)\\d\\d\\s*©|${reserved}`,
  'u',
);

/** Returns the number of blocks with a year of rights or a reservation of rights. */
export function countRightsNotices(blocks: readonly FlowBlock[]): number {
  return blocks.filter(({ text }) => rights.test(text.toLowerCase())).length;
}

/** Reports whether a block has the number of a book. */
export function holdsBookNumber({ text }: FlowBlock): boolean {
  return /\bisbn\b/iu.test(text);
}
