import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import { isSameTitle } from '../../titles/same-title.ts';
import { isCalledChapter } from '../../titles/title-patterns.ts';
import type { BookFlow, PlacedDocument } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { isProse } from '../markup/is-prose.ts';
import type { ContentsEntry } from '../package/read-contents.ts';

/** An entry of the table of contents, or a heading, with its place in the text. */
export interface OutlineEntry {
  readonly label: string;
  /** Position in the flow; undefined when the entry does not lead into the text. */
  readonly position: number | undefined;
  readonly path: string | undefined;
  /** The label is a heading of the text, not an entry of the contents. */
  readonly isHeading: boolean;
  readonly children: readonly OutlineEntry[];
}

/** Finds the place of each contents entry: its link, or the heading with its label. */
export function placeContents(entries: readonly ContentsEntry[], flow: BookFlow): OutlineEntry[] {
  return liftChapters(entries.map((entry) => place(entry, flow)));
}

/** Returns the positions of all entries that lead into the text, in the order of the outline. */
export function positionsOf(entries: readonly OutlineEntry[]): number[] {
  return entries.flatMap(({ position, children }) => [
    ...(position === undefined ? [] : [position]),
    ...positionsOf(children),
  ]);
}

/** Returns where an entry or the first of its descendants starts; undefined when none leads into the text. */
export function firstPosition({ position, children }: OutlineEntry): number | undefined {
  return position ?? children.map((child) => firstPosition(child)).find((found) => found !== undefined);
}

/** Returns the entries below an entry that lead into the text. */
export function placedChildren({ children }: OutlineEntry): OutlineEntry[] {
  return children.filter((child) => firstPosition(child) !== undefined);
}

/** Builds an outline from the headings of a range of blocks, nested by their levels. */
export function outlineOfHeadings(
  blocks: readonly FlowBlock[],
  kept: ReadonlySet<FlowBlock>,
  { start, end }: { readonly start: number; readonly end: number },
): OutlineEntry[] {
  const root: MutableEntry[] = [];
  const open: { readonly level: number; readonly children: MutableEntry[] }[] = [{ level: 0, children: root }];
  for (let position = start; position < end; position += 1) {
    const block = blocks[position];
    if (block?.kind !== 'heading' || !kept.has(block)) continue;
    const level = block.level ?? 6;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const entry = { label: block.text, position, path: block.document, isHeading: true, children: [] };
    open.at(-1)?.children.push(entry);
    open.push({ level, children: entry.children });
  }
  return root;
}

interface MutableEntry extends OutlineEntry {
  readonly children: MutableEntry[];
}

function place({ label, target, children }: ContentsEntry, flow: BookFlow): OutlineEntry {
  const placed = children.map((child) => place(child, flow));
  const extent = target && flow.locate(target);
  const isExact = target?.fragment === undefined || flow.locateElement(target) !== undefined;
  const position =
    extent === undefined
      ? headingBefore(flow.blocks, placed, label)
      : ((isExact ? undefined : headingIn(flow.blocks, extent, label)) ?? extent.start);
  return {
    label,
    position: position === undefined ? undefined : atHeading(flow.blocks, position, label),
    path: target?.path,
    isHeading: false,
    children: placed,
  };
}

/** A link to an element that does not exist leads to the heading with its label. */
function headingIn(blocks: readonly FlowBlock[], { start, end }: Pick<PlacedDocument, 'start' | 'end'>, label: string) {
  const found = blocks.slice(start, end).findIndex(({ kind, text }) => kind === 'heading' && isSameTitle(text, label));
  return found === -1 ? undefined : start + found;
}

/** An entry without a link starts at the heading with its label above its first child, if there is one. */
function headingBefore(
  blocks: readonly FlowBlock[],
  children: readonly OutlineEntry[],
  label: string,
): number | undefined {
  const below = children.map((child) => firstPosition(child)).find((found) => found !== undefined);
  if (below === undefined) return undefined;
  for (let position = below - 1; position >= Math.max(0, below - maxLinesAboveChild); position -= 1) {
    const block = blocks[position];
    if (block === undefined || isProse(block)) return undefined;
    if (block.kind === 'heading' && saysTheSame(block.text, label)) return position;
  }
  return undefined;
}

const maxLinesAboveChild = 8;

/** Moves a position to the heading with the label: anchors are often just behind or just before it. */
function atHeading(blocks: readonly FlowBlock[], position: number, label: string): number {
  const matchesLabel = (index: number): boolean => {
    const block = blocks[index];
    return block?.kind === 'heading' && block.document === blocks[position]?.document && saysTheSame(block.text, label);
  };
  if (!matchesLabel(position) && blocks[position]?.kind !== 'heading' && matchesLabel(position + 1))
    return position + 1;
  let start = position;
  while (start > 0 && matchesLabel(start - 1)) start -= 1;
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
