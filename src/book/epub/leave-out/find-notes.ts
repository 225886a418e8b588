import type { Extent, FlowBlock } from '../markup/flow-block.ts';
import type { BookFlow } from '../markup/book-flow.ts';

const longestNote = 40;

/**
 * Finds the bodies of footnotes: what is marked up as a note, and what a footnote's mark points at further on. Sets
 * `note` on their blocks and on headings that stand over nothing but notes, and gives each block the bodies it refers to.
 */
export function findNotes(flow: BookFlow): void {
  const taken = new Set<number>();
  for (const [index, block] of flow.blocks.entries()) {
    for (const reference of block.references) {
      const extent = noteAt(flow, reference, index);
      if (!extent || taken.has(extent.start)) continue;
      taken.add(extent.start);
      const body = flow.blocks.slice(extent.start, extent.end);
      for (const part of body) part.isNote = true;
      block.noteBodies = [...(block.noteBodies ?? []), body];
    }
  }
  markNoteSections(flow);
}

/** Gives notes that no mark leads to back to the text, with the heading over them: who wants notes hears them where they stand. */
export function releaseLooseNotes(flow: BookFlow): void {
  const referred = new Set(flow.blocks.flatMap(({ noteBodies = [] }) => noteBodies.flat()));
  for (const { start, end } of flow.documents) {
    for (const section of sections(flow.blocks.slice(start, end))) {
      const loose = section.filter((block) => block.isNote === true && !referred.has(block));
      if (loose.some(({ kind }) => kind !== 'heading')) for (const block of loose) block.isNote = false;
    }
  }
}

/** The body without the number that it starts with: a footnote's mark is never read. */
export function withoutMark(text: string): string {
  const rest = text.replace(/^\s*(?:[[(]?(?:\d{1,4}|[*†‡§¶]{1,3})[\])]?[.:]?)\s+/u, '');
  return rest === '' ? text : rest;
}

function noteAt(flow: BookFlow, reference: string, from: number): Extent | undefined {
  const hash = reference.indexOf('#');
  const found = flow.locateElement({ path: reference.slice(0, hash), fragment: reference.slice(hash + 1) });
  if (!found) return undefined;
  const { start } = found;
  const end = Math.max(found.end, start + 1);
  const body = flow.blocks.slice(start, end);
  const isMarkedUp = body.length > 0 && body.every(({ isNote: note }) => note);
  if (isMarkedUp) return { start, end };
  // A mark further up is the text that a note leads back to.
  const follows = start > from && end - start <= longestNote && body.length > 0;
  return follows && body.every(({ kind, leftOutReason: matter }) => kind !== 'heading' && matter === undefined)
    ? { start, end }
    : undefined;
}

/** A section that starts with a note holds nothing else: the rest of its paragraphs belong to notes too, and so does its heading. */
function markNoteSections(flow: BookFlow): void {
  for (const { start, end } of flow.documents) {
    for (const section of sections(flow.blocks.slice(start, end))) {
      const first = section.find(({ kind }) => kind !== 'heading' && kind !== 'scene-break');
      if (first?.isNote) for (const block of section) block.isNote = true;
    }
  }
}

function sections(blocks: readonly FlowBlock[]): FlowBlock[][] {
  const result: FlowBlock[][] = [];
  for (const [index, block] of blocks.entries()) {
    const startsNew = index === 0 || (block.kind === 'heading' && blocks[index - 1]?.kind !== 'heading');
    if (startsNew) result.push([]);
    result.at(-1)?.push(block);
  }
  return result;
}
