import type { ChapterStart, DividedText } from '../../outline/chapter-start.ts';
import { sizesOf } from '../../outline/chapter-starts.ts';
import type { BookFlow } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';

/** Returns the text of a book with only what is kept: other blocks have no size and are not headings. */
export function keptText({ blocks }: BookFlow, kept: ReadonlySet<FlowBlock>): DividedText {
  const known = kept.size === blocks.length ? blocks : blocks.map((block) => (kept.has(block) ? block : leftOut));
  return { blocks: known, sizes: sizesOf(known) };
}

const leftOut = { kind: 'paragraph', text: '', size: 0, isUnspaced: false } as const;

/** Finds chapter starts at each linear document with text. */
export function startsByDocuments(flow: BookFlow): ChapterStart[] {
  return flow.documents
    .filter(({ linear, start, end }) => linear && end > start)
    .map(({ start }) => ({ position: start, label: '', isHeading: true, above: [], others: [], isPart: false }));
}
