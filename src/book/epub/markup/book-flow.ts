import type { FlowDocument, FlowBlock, Extent } from './flow-block.ts';
import type { Reference } from './resolve-reference.ts';

/** A document and its range in the flow of the whole book. */
export interface PlacedDocument extends Extent {
  readonly document: FlowDocument;
  readonly linear: boolean;
}

/** All blocks of the book in reading order, and the ranges of its documents and elements. */
export interface BookFlow {
  readonly blocks: readonly FlowBlock[];
  readonly documents: readonly PlacedDocument[];
  /**
   * Returns the blocks of a document or element; undefined when the document is missing or not linear. An unknown element
   * counts as the whole document.
   */
  locate(reference: Reference): Extent | undefined;
  /** Returns the blocks of an element; undefined when the document does not have it. */
  locateElement(reference: Reference): Extent | undefined;
}

/** Joins documents, given in reading order, into one flow. */
export function joinDocuments(
  documents: readonly { readonly document: FlowDocument; readonly linear: boolean }[],
  canonicalPath: (path: string) => string,
): BookFlow {
  const blocks: FlowBlock[] = [];
  const placed: PlacedDocument[] = [];
  for (const { document, linear } of documents) {
    const start = blocks.length;
    for (const block of document.blocks) blocks.push(block);
    placed.push({ document, linear, start, end: blocks.length });
  }
  const byPath = new Map(placed.map((place) => [place.document.path, place]));
  const locateElement = ({ path, fragment }: Reference): Extent | undefined => {
    const place = byPath.get(canonicalPath(path));
    const extent = place?.document.extents.get(fragment ?? '');
    return place && extent && { start: place.start + extent.start, end: place.start + extent.end };
  };
  return {
    blocks,
    documents: placed,
    locateElement,
    locate: (reference) => {
      const place = byPath.get(canonicalPath(reference.path));
      if (!place?.linear) return undefined;
      return (reference.fragment !== undefined && locateElement(reference)) || place;
    },
  };
}

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
