import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import type { BookFlow } from '../markup/book-flow.ts';
import type { ContentsEntry } from '../package/read-contents.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { isGenericTitle, startsLikeChapter, startsLikePart } from '../../titles/title-patterns.ts';

/** The position of a chapter in the flow, and its label in the table of contents. */
export interface EpubChapterStart {
  readonly position: number;
  /** From the contents; undefined when the text alone decides. */
  readonly label?: string | undefined;
  /** Label of the part that holds the chapter. */
  readonly part?: string | undefined;
  /** The start is a part's own page. */
  readonly isPart: boolean;
}

interface PlacedEntry {
  readonly label: string;
  readonly position: number | undefined;
  readonly path: string | undefined;
  readonly children: readonly PlacedEntry[];
}

/** Returns the positions of all contents entries that lead into the text, in the order of the contents. */
export function contentsTargets(entries: readonly ContentsEntry[], flow: BookFlow): number[] {
  const positions = (entry: PlacedEntry): number[] => [
    ...(entry.position === undefined ? [] : [entry.position]),
    ...entry.children.flatMap((child) => positions(child)),
  ];
  return entries.flatMap((entry) => positions(place(entry, flow)));
}

/**
 * Finds chapter starts by the table of contents, in reading order. Levels are judged by size, because books disagree on
 * what a level means: parts are opened until their entries look like chapters; sections of a chapter are not chapters.
 */
export function startsByContents(
  entries: readonly ContentsEntry[],
  flow: BookFlow,
  sizes: SizeBetween,
): EpubChapterStart[] {
  const placed = entries.map((entry) => place(entry, flow));
  const [only, ...others] = placed;
  // An entry over all others is the book itself.
  const isWrapped =
    only !== undefined && others.length === 0 && only.position !== undefined && only.children.length > 1;
  const starts = isWrapped
    ? [...startOfPart(only, undefined), ...choose(only.children, flow.blocks.length, sizes, undefined)]
    : choose(placed, flow.blocks.length, sizes, undefined);
  const sorted = starts.toSorted((one, other) => one.position - other.position);
  return sorted
    .filter((start, index) => start.position !== sorted[index + 1]?.position)
    .map((start, index, all) => withFlatPart(start, index, all));
}

/** Returns the number of words that are read between two positions. */
export type SizeBetween = (start: number, end: number) => number;

/** Creates a function that measures the kept blocks in constant time per call. */
export function sizeBetween(blocks: readonly FlowBlock[], kept: ReadonlySet<FlowBlock>): SizeBetween {
  const sums = [0];
  for (const block of blocks) sums.push((sums.at(-1) ?? 0) + (kept.has(block) ? block.size : 0));
  return (start, end) => (sums[Math.max(start, end)] ?? 0) - (sums[start] ?? 0);
}

/** Finds chapter starts at each kept heading of the highest level that occurs more than once. */
export function startsByHeadings(blocks: readonly FlowBlock[], kept: ReadonlySet<FlowBlock>): EpubChapterStart[] {
  const headings = [...blocks.entries()].filter(([, block]) => block.kind === 'heading' && kept.has(block));
  for (const level of [1, 2, 3, 4, 5, 6]) {
    const found = headings.filter(([, block]) => block.level === level);
    if (found.length > 1)
      return found
        .filter(([index]) => !found.some(([other]) => other === index - 1))
        .map(([position]) => ({ position, isPart: false }));
  }
  return [];
}

/** Finds chapter starts at each linear document with text. */
export function startsByDocuments(flow: BookFlow): EpubChapterStart[] {
  return flow.documents
    .filter(({ linear, start, end }) => linear && end > start)
    .map(({ start }) => ({ position: start, isPart: false }));
}

function place({ label, target, children }: ContentsEntry, flow: BookFlow): PlacedEntry {
  const extent = target && flow.locate(target);
  return {
    label,
    position: extent && atHeading(flow.blocks, extent.start, label),
    path: target?.path,
    children: children.map((child) => place(child, flow)),
  };
}

/** Moves a position to the heading with the label: anchors are often just behind or just before it. */
function atHeading(blocks: readonly FlowBlock[], position: number, label: string): number {
  const wholeLabel = normalizeForComparison(label);
  const matchesLabel = (index: number): boolean => {
    const block = blocks[index];
    const text =
      block?.kind === 'heading' && block.document === blocks[position]?.document
        ? normalizeForComparison(block.text)
        : '';
    return text !== '' && (wholeLabel.includes(text) || text.includes(wholeLabel)) && wholeLabel !== '';
  };
  if (!matchesLabel(position) && blocks[position]?.kind !== 'heading' && matchesLabel(position + 1))
    return position + 1;
  let start = position;
  while (start > 0 && matchesLabel(start - 1)) start -= 1;
  return start;
}

function choose(
  entries: readonly PlacedEntry[],
  end: number,
  sizes: SizeBetween,
  part: string | undefined,
): EpubChapterStart[] {
  return entries.flatMap((entry, index) => {
    const next = entries
      .slice(index + 1)
      .map((other) => firstPosition(other))
      .find((position) => position !== undefined);
    if (!holdsChapters(entry, next ?? end, sizes)) return startOfChapter(entry, part);
    return [...startOfPart(entry, part), ...choose(entry.children, next ?? end, sizes, entry.label)];
  });
}

function startOfPart({ label, position }: PlacedEntry, part: string | undefined): EpubChapterStart[] {
  return position === undefined ? [] : [{ position, label, isPart: true, part }];
}

/** A chapter without a link starts where its first section does. */
function startOfChapter(entry: PlacedEntry, part: string | undefined): EpubChapterStart[] {
  const position = firstPosition(entry);
  return position === undefined ? [] : [{ position, label: entry.label, isPart: false, part }];
}

/**
 * Reports whether an entry's children are the chapters. Sections of a chapter are short and in its document; parts are
 * called so or hold separate documents.
 */
function holdsChapters(entry: PlacedEntry, end: number, sizes: SizeBetween): boolean {
  const { label, position, path, children } = entry;
  const starts = children.map((child) => firstPosition(child)).filter((start) => start !== undefined);
  const first = starts[0];
  if (first === undefined) return false;
  const minSize = position === undefined ? 150 : minMeanSize(label, path, children);
  return sizes(first, end) / starts.length >= minSize;
}

/** Returns the size in words from which children of an entry are chapters and not sections. */
function minMeanSize(label: string, path: string | undefined, children: readonly PlacedEntry[]): number {
  const areChapters = children.every((child) => startsLikeChapter(child.label) || isGenericTitle(child.label));
  if (startsLikePart(label)) return 150;
  if (areChapters) return 1000;
  const haveOwnDocuments = children.every((child) => child.path !== path);
  return haveOwnDocuments && !startsLikeChapter(label) ? 700 : 3000;
}

function firstPosition(entry: PlacedEntry): number | undefined {
  return (
    entry.position ?? entry.children.map((child) => firstPosition(child)).find((position) => position !== undefined)
  );
}

/** In contents without levels, a chapter belongs to the last entry that is called a part. */
function withFlatPart(start: EpubChapterStart, index: number, all: readonly EpubChapterStart[]): EpubChapterStart {
  if (start.part !== undefined || startsLikePart(start.label ?? '')) return start;
  const part = all
    .slice(0, index)
    .findLast(
      ({ label = '', part: above }) => above === undefined && startsLikePart(label) && !startsLikeChapter(label),
    );
  return part?.label === undefined ? start : { ...start, part: part.label };
}
