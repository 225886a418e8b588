import type { Block, BlockRange } from '../core/book.ts';
import type { CastText } from './cast-text.ts';

/** Returns the blocks of a chapter with ranges for its quotations. `roles` has the role of each, or undefined for the narrator. */
export function addRoles({ blocks, quotations }: CastText, roles: readonly (string | undefined)[]): readonly Block[] {
  const ranges = new Map<number, BlockRange[]>();
  for (const [index, { spans }] of quotations.entries()) {
    const role = roles[index];
    if (role === undefined) continue;
    for (const { block, from, to } of spans) ranges.set(block, [...(ranges.get(block) ?? []), { from, to, role }]);
  }
  return blocks.map((block, index) => {
    const added = ranges.get(index);
    return added ? Object.assign({}, block, { ranges: [...(block.ranges ?? []), ...added] }) : block;
  });
}
