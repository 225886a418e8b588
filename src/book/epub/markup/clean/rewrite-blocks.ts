import { groupBy } from '../../../../core/collections/group-by.ts';
import { sizeInWords } from '../../../../text/count-words.ts';
import type { FlowBlock, FlowDocument } from '../flow-block.ts';

/** A part of the text of a block, as UTF-16 offsets. */
export interface BlockPart {
  readonly block: FlowBlock;
  readonly start: number;
  readonly end: number;
}

/** Returns a document with the blocks that hold these parts rewritten. `write` gets the text of a block and its parts in order. */
export function rewriteBlocks<Part extends BlockPart>(
  document: FlowDocument,
  parts: readonly Part[],
  write: (text: string, parts: readonly Part[]) => string,
): FlowDocument {
  const byBlock = groupBy(parts, ({ block }) => block);
  const blocks = document.blocks.map((block) => {
    const own = byBlock.get(block)?.toSorted((left, right) => left.start - right.start);
    return own === undefined ? block : withText(block, write(block.text, own));
  });
  return { ...document, blocks };
}

/** Returns a block with another text, its size counted anew. */
export function withText(block: FlowBlock, text: string): FlowBlock {
  return text === block.text ? block : { ...block, text, size: sizeInWords(text) };
}
