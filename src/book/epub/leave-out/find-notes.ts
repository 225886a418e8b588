import { addTo } from '../../../core/collections/add-to.ts';
import type { BookFlow } from '../markup/book-flow.ts';
import type { Extent, FlowBlock } from '../markup/flow-block.ts';
import { sectionsOf } from '../markup/book-flow.ts';
import { findNumberedNotes } from './find-numbered-notes.ts';

/** The notes of a book. */
export interface Notes {
  /** Blocks that belong to notes, including headings with nothing but notes below. */
  readonly blocks: ReadonlySet<FlowBlock>;
  /** Bodies of the notes that a block refers to. */
  readonly bodies: ReadonlyMap<FlowBlock, readonly (readonly FlowBlock[])[]>;
}

/** A target further on counts as a note only up to this number of blocks. */
const maxNoteBlocks = 40;

/**
 * Finds footnotes and endnotes: blocks marked up as notes, and blocks further on that a note mark points at or that begin with
 * its number.
 */
export function findNotes(flow: BookFlow): Notes {
  const blocks = new Set(flow.blocks.filter(({ isMarkedAsNote }) => isMarkedAsNote));
  const bodies = new Map<FlowBlock, (readonly FlowBlock[])[]>();
  const taken = new Set<number>();
  const add = (block: FlowBlock, { start, end }: Extent): void => {
    taken.add(start);
    const body = flow.blocks.slice(start, end);
    for (const part of body) blocks.add(part);
    addTo(bodies, block, body);
  };
  for (const [index, block] of flow.blocks.entries()) {
    for (const reference of block.references) {
      const extent = locateNote(flow, reference, index, blocks);
      if (extent && !taken.has(extent.start)) add(block, extent);
    }
  }
  for (const { block, body } of findNumberedNotes(flow, (one) => !blocks.has(one))) add(block, body);
  if (blocks.size === 0) return { blocks, bodies };
  const sections = sectionsOf(flow).filter((section) => startsWithNote(section, blocks));
  return { blocks: new Set([...blocks, ...sections.flat()]), bodies };
}

/** Returns the notes without those that no mark refers to, so that they are read in place, with the headings above them. */
export function withoutLooseNotes(flow: BookFlow, { blocks, bodies }: Notes): Notes {
  if (blocks.size === 0) return { blocks, bodies };
  const kept = new Set(blocks);
  const referred = bodyBlocks({ bodies });
  for (const section of sectionsOf(flow)) {
    const loose = section.filter((block) => blocks.has(block) && !referred.has(block));
    if (loose.some(({ kind }) => kind !== 'heading')) for (const block of loose) kept.delete(block);
  }
  return { blocks: kept, bodies };
}

/** Returns the blocks of all bodies that a mark refers to. */
export function bodyBlocks({ bodies }: Pick<Notes, 'bodies'>): ReadonlySet<FlowBlock> {
  return new Set([...bodies.values()].flat(2));
}

/** Removes the number or symbol at the start of a note's body. */
export function withoutNoteNumber(text: string): string {
  const rest = text.replace(/^\s*(?:[[(]?(?:\d{1,4}|[*†‡§¶]{1,3})[\])]?[.:]?\s+|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}\s*)/u, '');
  return rest === '' ? text : rest;
}

function locateNote(
  flow: BookFlow,
  reference: string,
  from: number,
  noteBlocks: ReadonlySet<FlowBlock>,
): Extent | undefined {
  const hash = reference.indexOf('#');
  const found = flow.locateElement({ path: reference.slice(0, hash), fragment: reference.slice(hash + 1) });
  if (!found) return undefined;
  const { start } = found;
  const end = Math.max(found.end, start + 1);
  const body = flow.blocks.slice(start, end);
  if (body.length > 0 && body.every((block) => noteBlocks.has(block))) return { start, end };
  // A target further up is the text that a note leads back to.
  const follows = start > from && end - start <= maxNoteBlocks && body.length > 0;
  return follows && body.every(({ kind, markupReason }) => kind !== 'heading' && markupReason === undefined)
    ? { start, end }
    : undefined;
}

/** A section that starts with a note holds only notes: its other paragraphs continue them. */
function startsWithNote(section: readonly FlowBlock[], noteBlocks: ReadonlySet<FlowBlock>): boolean {
  const first = section.find(({ kind }) => kind !== 'heading' && kind !== 'scene-break');
  return first !== undefined && noteBlocks.has(first);
}
