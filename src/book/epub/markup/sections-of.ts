import type { BookFlow } from './book-flow.ts';
import type { FlowBlock } from './flow-block.ts';

/** Divides each document at its headings; headings in a row start one section. */
export function sectionsOf({ blocks, documents }: Pick<BookFlow, 'blocks' | 'documents'>): FlowBlock[][] {
  const sections: FlowBlock[][] = [];
  for (const { start, end } of documents) {
    for (let index = start; index < end; index += 1) {
      const block = blocks[index];
      if (!block) continue;
      const followsHeading = index > start && blocks[index - 1]?.kind === 'heading';
      if (index === start || (block.kind === 'heading' && !followsHeading)) sections.push([]);
      sections.at(-1)?.push(block);
    }
  }
  return sections;
}
