import type { OutlineEntry } from '../../outline/outline-entry.ts';
import { isGenericTitle } from '../../titles/title-patterns.ts';
import type { FlowBlock } from '../markup/flow-block.ts';

/** Moves entries that lead to a heading to the number of the chapter above it, unless `taken` by another entry. */
export function fromNumbers(
  entries: readonly OutlineEntry[],
  blocks: readonly FlowBlock[],
  taken: ReadonlySet<number>,
): OutlineEntry[] {
  return entries.map((entry) => {
    const children = fromNumbers(entry.children, blocks, taken);
    const { position } = entry;
    const isMoved = position !== undefined && !taken.has(position - 1) && standsBelowNumber(blocks, position);
    return { ...entry, children, position: isMoved ? position - 1 : position };
  });
}

/** A number without markup can be that of a page. */
function standsBelowNumber(blocks: readonly FlowBlock[], position: number): boolean {
  const [above, block] = [blocks[position - 1], blocks[position]];
  if (above === undefined || block?.kind !== 'heading' || above.document !== block.document) return false;
  return (above.kind === 'heading' || above.isTitleLike) && isGenericTitle(above.text) && !isGenericTitle(block.text);
}
