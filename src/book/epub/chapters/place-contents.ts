import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import { isSameTitle } from '../../titles/same-title.ts';
import { firstPosition } from '../../outline/outline-entry.ts';
import type { OutlineEntry } from '../../outline/outline-entry.ts';
import { isCalledChapter } from '../../titles/title-patterns.ts';
import type { BookFlow, PlacedDocument } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { isProse } from '../markup/is-prose.ts';
import type { ContentsEntry } from '../package/read-contents.ts';

/** Finds the place of each contents entry: its link, or the heading with its label. */
export function placeContents(entries: readonly ContentsEntry[], flow: BookFlow): OutlineEntry[] {
  return liftChapters(entries.map((entry) => place(entry, flow)));
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
