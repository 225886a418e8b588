import type { BookFlow } from './book-flow.ts';
import type { FlowBlock } from './flow-block.ts';

/** Divides each document at its headings; headings in a row start one section. */
export function sectionsOf({ blocks, documents }: Pick<BookFlow, 'blocks' | 'documents'>): FlowBlock[][] {
  const sections: FlowBlock[][] = [];
  for (const { start, end } of documents) {
    let from = start;
    for (let index = start + 1; index <= end; index += 1) {
      const startsSection = blocks[index]?.kind === 'heading' && blocks[index - 1]?.kind !== 'heading';
      if (index < end && !startsSection) continue;
      sections.push(blocks.slice(from, index));
      from = index;
    }
  }
  return sections;
}
