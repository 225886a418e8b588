import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import { isSameTitle, normalizeTitle } from '../../titles/same-title.ts';
import { firstPosition, placedChildren, positionsOf } from '../../outline/outline-entry.ts';
import type { OutlineEntry } from '../../outline/outline-entry.ts';
import { isCalledChapter, isGenericTitle } from '../../titles/title-patterns.ts';
import type { BookFlow, PlacedDocument } from '../markup/book-flow.ts';
import type { Extent, FlowBlock } from '../markup/flow-block.ts';
import { isProse, sumSizes } from '../markup/is-prose.ts';
import type { Reference } from '../markup/resolve-reference.ts';
import type { ContentsEntry } from '../package/read-contents.ts';
import { fromNumbers } from './from-numbers.ts';

/** Finds the place of each contents entry: its link, or the heading with its label. */
export function placeContents(entries: readonly ContentsEntry[], flow: BookFlow): OutlineEntry[] {
  const headings = new HeadingIndex(flow.blocks);
  const pages = flow.documents.filter(({ linear, start, end }) => linear && end > start);
  const places = {
    flow,
    headings,
    shared: sharedDocuments(entries),
    listed: listedDocuments(entries, flow),
    pageByEnd: new Map(pages.map((page) => [page.end, page])),
  };
  const placed = placeAll(entries, places);
  return liftChapters(fromNumbers(placed, flow.blocks, new Set(positionsOf(placed))));
}

/** Facts about the targets of all entries. */
interface Places {
  readonly flow: BookFlow;
  readonly headings: HeadingIndex;
  /** Documents that several entries lead to as a whole. */
  readonly shared: ReadonlySet<string>;
  /** Positions of the documents that entries lead to. */
  readonly listed: ReadonlySet<number>;
  /** Linear documents with text, by where they end. */
  readonly pageByEnd: ReadonlyMap<number, PlacedDocument>;
}

function placeAll(entries: readonly ContentsEntry[], places: Places): OutlineEntry[] {
  const placed: OutlineEntry[] = [];
  for (const entry of entries) placed.push(place(entry, placed.at(-1), places));
  return placed;
}

function place(entry: ContentsEntry, before: OutlineEntry | undefined, places: Places): OutlineEntry {
  const { label, target } = entry;
  const children = placeAll(entry.children, places);
  const position = target === undefined ? undefined : placeOfTarget(target, label, places);
  const { blocks } = places.flow;
  const found =
    belowTail(target, label, places) ??
    partPage(position, children, before, places) ??
    position ??
    headingBefore(blocks, children, label);
  return {
    label,
    position: found === undefined ? undefined : atHeading(blocks, found, label),
    path: target?.path,
    isHeading: false,
    isEmpty: target !== undefined && isEmptyDocument(target, places.flow),
    children,
  };
}

function isEmptyDocument({ path }: Reference, flow: BookFlow): boolean {
  const document = flow.locate({ path });
  return document !== undefined && document.start === document.end;
}

/** A link to an element that does not exist, or to a document that others lead to, leads to the heading with its label. */
function placeOfTarget(target: Reference, label: string, { flow, headings, shared }: Places): number | undefined {
  const extent = flow.locate(target);
  if (extent === undefined) return undefined;
  const isExact = target.fragment === undefined ? !shared.has(target.path) : flow.locateElement(target) !== undefined;
  return (isExact ? undefined : headings.find(extent, label)) ?? extent.start;
}

function sharedDocuments(entries: readonly ContentsEntry[]): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  const visit = ({ target, children }: ContentsEntry): void => {
    if (target !== undefined && target.fragment === undefined) {
      if (seen.has(target.path)) shared.add(target.path);
      seen.add(target.path);
    }
    children.forEach(visit);
  };
  entries.forEach(visit);
  return shared;
}

function listedDocuments(entries: readonly ContentsEntry[], flow: BookFlow): Set<number> {
  const listed = new Set<number>();
  const visit = ({ target, children }: ContentsEntry): void => {
    const document = target && flow.locate({ path: target.path, fragment: undefined });
    if (document !== undefined) listed.add(document.start);
    children.forEach(visit);
  };
  entries.forEach(visit);
  return listed;
}

/** The headings of documents by their words, for links to elements that do not exist. */
class HeadingIndex {
  readonly #blocks: readonly FlowBlock[];
  readonly #documents = new Map<number, ReadonlyMap<string, number>>();

  constructor(blocks: readonly FlowBlock[]) {
    this.#blocks = blocks;
  }

  /** Returns the position of the first heading with a label. */
  find(document: Pick<PlacedDocument, 'start' | 'end'>, label: string): number | undefined {
    const known = this.#documents.get(document.start) ?? this.#index(document);
    return known.get(normalizeTitle(label));
  }

  #index({ start, end }: Pick<PlacedDocument, 'start' | 'end'>): ReadonlyMap<string, number> {
    const positions = new Map<string, number>();
    for (let position = start; position < end; position += 1) {
      const block = this.#blocks[position];
      const title = block?.kind === 'heading' ? normalizeTitle(block.text) : '';
      if (title !== '' && !positions.has(title)) positions.set(title, position);
    }
    this.#documents.set(start, positions);
    return positions;
  }
}

/**
 * Returns the page of a part without a link of its own: a short page under a heading between the chapters of two parts, to
 * which no entry leads.
 */
function partPage(
  position: number | undefined,
  children: readonly OutlineEntry[],
  before: OutlineEntry | undefined,
  { pageByEnd, listed }: Places,
): number | undefined {
  const below = firstBelow(children);
  if (before === undefined || placedChildren(before).length === 0 || (position ?? below) !== below) return undefined;
  const page = below === undefined ? undefined : pageByEnd.get(below);
  return page !== undefined && !listed.has(page.start) && isPartPage(page.document.blocks) ? page.start : undefined;
}

function isPartPage(blocks: readonly FlowBlock[]): boolean {
  const [first] = blocks;
  if (first === undefined || sumSizes(blocks) >= maxPartPageWords) return false;
  return first.kind === 'heading' || first.isTitleLike || isGenericTitle(first.text);
}

function firstBelow(children: readonly OutlineEntry[]): number | undefined {
  return children.map((child) => firstPosition(child)).find((found) => found !== undefined);
}

const maxPartPageWords = 100;

/** An entry without a link starts at the heading with its label above its first child, if there is one. */
function headingBefore(
  blocks: readonly FlowBlock[],
  children: readonly OutlineEntry[],
  label: string,
): number | undefined {
  const below = firstBelow(children);
  if (below === undefined) return undefined;
  for (let position = below - 1; position >= Math.max(0, below - maxLinesAboveChild); position -= 1) {
    const block = blocks[position];
    if (block === undefined || isProse(block)) return undefined;
    if (block.kind === 'heading' && saysTheSame(block.text, label)) return position;
  }
  return undefined;
}

const maxLinesAboveChild = 8;

/** Returns the heading with the label below an anchor that stands in the last line of the chapter before. */
function belowTail(target: Reference | undefined, label: string, { flow }: Places): number | undefined {
  if (target?.fragment === undefined || !flow.locate(target)) return undefined;
  const anchor = flow.locateElement(target);
  if (anchor === undefined || !standsInTail(flow.blocks, anchor, target.fragment)) return undefined;
  return isTitle(flow.blocks, anchor.end, label) ? anchor.end : undefined;
}

/** An anchor that holds no line or several stands above the chapter, and so do the first words of a document. */
function standsInTail(blocks: readonly FlowBlock[], { start, end }: Extent, fragment: string): boolean {
  if (end !== start + 1 || isFirstOfDocument(blocks, start) || isFirstOfDocument(blocks, end)) return false;
  const line = blocks[start];
  return line !== undefined && !isPartOfTitle(line, fragment);
}

function isFirstOfDocument(blocks: readonly FlowBlock[], position: number): boolean {
  return blocks[position - 1]?.document !== blocks[position]?.document;
}

/** A heading or number, or a short line that is itself the target, such as a date, belongs to the heading below. */
function isPartOfTitle(line: FlowBlock, fragment: string): boolean {
  if (line.kind === 'heading' || line.isTitleLike || isGenericTitle(line.text)) return true;
  return line.elementId === fragment && !isProse(line);
}

function isTitle(blocks: readonly FlowBlock[], position: number, label: string): boolean {
  const block = blocks[position];
  return block?.kind === 'heading' && saysTheSame(block.text, label);
}

/** Moves a position to the first of the headings with the label: anchors are often just behind it. */
function atHeading(blocks: readonly FlowBlock[], position: number, label: string): number {
  let start = position;
  while (!isFirstOfDocument(blocks, start) && isTitle(blocks, start - 1, label)) start -= 1;
  return start;
}

function saysTheSame(heading: string, label: string): boolean {
  const [text, wholeLabel] = [normalizeForComparison(heading), normalizeForComparison(label)];
  if (text === '' || wholeLabel === '') return false;
  return wholeLabel.includes(text) || text.includes(wholeLabel) || isSameTitle(heading, label);
}

/** `Chapter 6` below `Chapter 5` is a mistake of the contents: both are chapters of the same level. */
function liftChapters(entries: readonly OutlineEntry[]): OutlineEntry[] {
  return entries.flatMap((entry) => {
    const children = liftChapters(entry.children);
    if (!isCalledChapter(entry.label)) return [{ ...entry, children }];
    const first = children.findIndex(({ label }) => isCalledChapter(label));
    if (first === -1) return [{ ...entry, children }];
    return [{ ...entry, children: children.slice(0, first) }, ...children.slice(first)];
  });
}
