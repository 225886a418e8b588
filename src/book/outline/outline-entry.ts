import type { BlockKind } from '../../core/book.ts';
import { isEnd } from '../titles/is-end.ts';

/** An entry of the table of contents, or a heading, with its place in the text. */
export interface OutlineEntry {
  readonly label: string;
  /** Position in the flow; undefined when the entry does not lead into the text. */
  readonly position: number | undefined;
  /** Document that it leads to, where a book has several. */
  readonly path: string | undefined;
  /** The label is a heading of the text, not an entry of the contents. */
  readonly isHeading: boolean;
  /** Its document has no text, only pictures for example: the position is that of what follows. */
  readonly isEmpty?: boolean | undefined;
  /** The label is a number that stands nowhere in the book. */
  readonly isCounted?: boolean | undefined;
  readonly children: readonly OutlineEntry[];
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

/** A block, as far as an outline is concerned. */
export interface HeadingOrText {
  readonly kind: BlockKind;
  readonly text: string;
  /** Level of a heading; undefined counts as the lowest. */
  readonly level?: number | undefined;
  /** Level of a heading right above it that is only a picture. */
  readonly pictureLevel?: number | undefined;
  /** Number of the chapter of scripture whose first verse it begins with. */
  readonly firstVerse?: number | undefined;
}

/** Builds an outline from the headings of a range of blocks, nested by their levels. */
export function outlineOfHeadings(
  blocks: readonly HeadingOrText[],
  { start, end }: { readonly start: number; readonly end: number },
): OutlineEntry[] {
  const root: MutableEntry[] = [];
  const open: { readonly level: number; readonly children: MutableEntry[] }[] = [{ level: 0, children: root }];
  for (let position = start; position < end; position += 1) {
    const block = blocks[position];
    const level = levelOf(block);
    if (level === undefined) continue;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const entry = { label: labelOf(block), position, path: undefined, isHeading: true, children: [] };
    open.at(-1)?.children.push(entry);
    open.push({ level, children: entry.children });
  }
  return root;
}

interface MutableEntry extends OutlineEntry {
  readonly children: MutableEntry[];
}

function levelOf(block: HeadingOrText | undefined): number | undefined {
  if (block === undefined || isEnd(block.text)) return undefined;
  return block.kind === 'heading' ? (block.level ?? 6) : block.pictureLevel;
}

/** A heading that is only a picture has no words. */
function labelOf(block: HeadingOrText | undefined): string {
  return block?.kind === 'heading' ? block.text : '';
}
