import type { FlowBlock } from '../markup/flow-block.ts';
import { isProse } from '../markup/is-prose.ts';
import { reasonByTitle } from './reason-by-name.ts';

/**
 * Finds tables of contents without markup: lists of links that follow a heading such as "Contents", come before all text
 * or make up most of the document. Lists of links inside the text are text.
 */
export function findContentsLists(blocks: readonly FlowBlock[]): FlowBlock[] {
  if (!blocks.some(isLink)) return [];
  const found: FlowBlock[] = [];
  let start = 0;
  while (start < blocks.length) {
    const end = endOfLinks(blocks, start);
    if (isContents(blocks, start, end)) {
      // A page with nothing else may have any heading (`Summary`).
      const isPage = start === 1 && end === blocks.length && blocks[0]?.kind === 'heading';
      const first = isPage || isContentsHeading(blocks[start - 1]) ? start - 1 : start;
      for (const block of blocks.slice(first, end)) found.push(block);
    }
    start = Math.max(end, start + 1);
  }
  return found;
}

/**
 * Returns the end of a run of linked lines; a line between two links, such as a part's title, does not end it. The heading of the
 * first chapter may lead back to the contents.
 */
function endOfLinks(blocks: readonly FlowBlock[], start: number): number {
  let end = start;
  while (isLink(blocks[end]) || (end > start && isLink(blocks[end + 1]) && !blocks.slice(end, end + 1).some(isProse)))
    end += 1;
  if (blocks[start]?.kind === 'heading') return end;
  while (end > start && !isEntry(blocks[end - 1])) end -= 1;
  return end;
}

function isEntry(block: FlowBlock | undefined): boolean {
  return isLink(block) && block?.kind !== 'heading';
}

function isContents(blocks: readonly FlowBlock[], start: number, end: number): boolean {
  const length = end - start;
  if (length < 4) return false;
  if (isContentsHeading(blocks[start - 1]) || length > 0.6 * blocks.length) return true;
  return length > 4 && !blocks.slice(0, start).some(isProse);
}

function isLink(block: FlowBlock | undefined): boolean {
  return block !== undefined && block.linkedShare > 0.8;
}

function isContentsHeading(block: FlowBlock | undefined): boolean {
  return block !== undefined && reasonByTitle(block.text) === 'contents';
}
