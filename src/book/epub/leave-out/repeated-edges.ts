import { countEach } from '../../../core/collections/count-each.ts';
import type { BookFlow } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { isProse } from '../markup/is-prose.ts';

/** At the start, below a title and other notices, or at the end. */
const [maxAbove, maxBelow] = [5, 4];
const [minRepeats, minRepeatedShare] = [3, 0.6];

/**
 * Returns the lines of a sort that most texts have at one end, which are no text of the book: those of a story do not repeat. `sortOf` returns
 * undefined for a line that cannot be one.
 */
export function repeatedEdges(
  { blocks, documents }: BookFlow,
  sortOf: (block: FlowBlock) => string | undefined,
): readonly FlowBlock[] {
  const texts = documents.map(({ start, end }) => blocks.slice(start, end)).filter((own) => own.some(isProse));
  const edges = texts.map((own) => edgesOf(own).flatMap((block) => ({ block, sort: sortOf(block) })));
  const counts = countEach(edges.flatMap((lines) => [...new Set(lines.map(({ sort }) => sort))]));
  const least = Math.max(minRepeats, minRepeatedShare * texts.length);
  return edges
    .flat()
    .filter(({ sort }) => sort !== undefined && (counts.get(sort) ?? 0) >= least)
    .map(({ block }) => block);
}

function edgesOf(blocks: readonly FlowBlock[]): readonly FlowBlock[] {
  return [...blocks.slice(0, maxAbove), ...blocks.slice(Math.max(maxAbove, blocks.length - maxBelow))];
}
