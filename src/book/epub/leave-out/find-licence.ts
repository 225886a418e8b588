import { titleWords } from '../../titles/title-words.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { isProse } from '../markup/is-prose.ts';

const licenceStart = /\*{2,3}\s*START OF (?:THE|THIS) PROJECT GUTENBERG/iu;
const licenceEnd = /^(?:\*{2,3}\s*END OF (?:THE|THIS) PROJECT GUTENBERG|End of (?:the |this )?Project Gutenberg)/iu;
/** Texts from before 2003 have these marks instead; the small print is above or below the book. */
const smallPrintStart = /\*{3}\s*START\s*\*{2}\s*THE SMALL PRINT/u;
const smallPrintEnd = /\*END\s*\*?\s*THE SMALL PRINT/u;
const credit = new RegExp(`^(?:${titleWords('credit')})\\b`, 'iu');

/** The header starts within this number of blocks; the phrase in the middle of a book is a quotation. */
const maxHeaderBlocks = 200;

/** The blocks of Project Gutenberg, which are in the same documents as the text. */
interface Licence {
  /** Above the text. */
  readonly header: readonly FlowBlock[];
  /** Below it. */
  readonly licence: readonly FlowBlock[];
}

/** Finds Project Gutenberg's header and licence in a book. */
export function findLicence(blocks: readonly FlowBlock[]): Licence {
  const start = headerEnd(blocks.slice(0, maxHeaderBlocks), blocks);
  const credits = blocks.slice(start + 1, start + 6).findLastIndex(({ text }) => credit.test(text));
  const end = blocks.findIndex(
    ({ text }, index) => licenceEnd.test(text) || (index > start && smallPrintStart.test(text)),
  );
  return {
    header: start === -1 ? [] : blocks.slice(0, start + credits + 2),
    licence: end === -1 ? [] : licenceIn(blocks.slice(end)),
  };
}

/** The licence has about 3,000 words. */
const maxLicenceSize = 6000;

/** Returns the licence below a book. Where much more text follows, as in files that were joined, it ends where it speaks of itself last. */
function licenceIn(below: readonly FlowBlock[]): readonly FlowBlock[] {
  const near = firstWords(below, maxLicenceSize);
  if (near.length === below.length) return below;
  return near.slice(0, near.findLastIndex(({ text }) => /project gutenberg/iu.test(text)) + 1);
}

/** Returns the first blocks, with this many words at most. */
function firstWords(blocks: readonly FlowBlock[], most: number): readonly FlowBlock[] {
  let words = 0;
  for (const [index, { size }] of blocks.entries()) {
    words += size;
    if (words > most) return blocks.slice(0, index);
  }
  return blocks;
}

/** The small print below a book has no prose after it. */
function headerEnd(first: readonly FlowBlock[], blocks: readonly FlowBlock[]): number {
  const start = first.findIndex(({ text }) => text.includes('**') && licenceStart.test(text));
  if (start !== -1) return start;
  const end = first.findIndex(({ text }) => text.includes('*END') && smallPrintEnd.test(text));
  return blocks.slice(end + 1).some(isProse) ? end : -1;
}
