import type { BlockPicture } from '../../../core/book.ts';
import type { BookFlow, PlacedDocument } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';

/**
 * Returns the pictures beside each block that is read. A picture stands before the block that follows it in its document, or after
 * the one before it where that is left out, or a heading, which begins something else. Between blocks that are left out it is left
 * out, too. A page that is only a picture belongs to what follows it, at the end of the book to what is before it.
 */
export function picturesByBlock(
  { blocks, documents }: BookFlow,
  kept: ReadonlySet<FlowBlock>,
): ReadonlyMap<FlowBlock, readonly BlockPicture[]> {
  const found = new Map<FlowBlock, BlockPicture[]>();
  const isShown = (block: FlowBlock): boolean => kept.has(block) && isText(block);
  for (const { document, linear, start, end } of documents) {
    if (!linear) continue;
    for (const { at, source, alt } of document.pictures) {
      const beside =
        start === end ? besidePage(blocks, start, isShown) : besideIn(blocks, { start, end, at: start + at }, isShown);
      if (beside === undefined) continue;
      const own = found.get(beside.block) ?? [];
      own.push({ place: beside.place, source, alt });
      found.set(beside.block, own);
    }
  }
  return found;
}

interface Beside {
  readonly block: FlowBlock;
  readonly place: BlockPicture['place'];
}

type Test = (block: FlowBlock) => boolean;

/** Returns the block beside a place in a document. Scene breaks may go, so nothing stands beside them. */
function besideIn(
  blocks: readonly FlowBlock[],
  { start, end, at }: Pick<PlacedDocument, 'start' | 'end'> & { readonly at: number },
  isShown: Test,
): Beside | undefined {
  const next = blocks.slice(at, end).find(isText);
  const last = blocks.slice(start, at).findLast(isText);
  const [before, after] = [last && isShown(last) ? last : undefined, next && isShown(next) ? next : undefined];
  if (before && (after === undefined || after.kind === 'heading')) return { block: before, place: 'after' };
  return after && { block: after, place: 'before' };
}

function isText({ kind }: FlowBlock): boolean {
  return kind !== 'scene-break';
}

function besidePage(blocks: readonly FlowBlock[], at: number, isShown: Test): Beside | undefined {
  const next = blocks.slice(at).find(isShown);
  if (next) return { block: next, place: 'before' };
  const last = blocks.slice(0, at).findLast(isShown);
  return last && { block: last, place: 'after' };
}
