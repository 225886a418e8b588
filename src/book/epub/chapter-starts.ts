import { normalizeForComparison } from '../normalize-for-comparison.ts';
import type { BookFlow } from './markup/book-flow.ts';
import type { ContentsEntry } from './package/read-contents.ts';
import type { FlowBlock } from './markup/flow-block.ts';
import { isGenericTitle, startsLikeChapter, startsLikePart } from './markup/title-patterns.ts';

/** Where a chapter starts, and what the table of contents calls it. */
export interface EpubChapterStart {
  readonly position: number;
  /** From the contents; undefined where the text alone decides. */
  readonly label?: string;
  /** Label of the part that the chapter stands in. */
  readonly part?: string;
  /** It is a part's own page. */
  readonly isPart: boolean;
}

interface PlacedEntry {
  readonly label: string;
  readonly position: number | undefined;
  readonly path: string | undefined;
  readonly children: readonly PlacedEntry[];
}

/** Positions of all contents entries that lead into the text, in the order of the contents. */
export function contentsTargets(entries: readonly ContentsEntry[], flow: BookFlow): number[] {
  const positions = (entry: PlacedEntry): number[] => [
    ...(entry.position === undefined ? [] : [entry.position]),
    ...entry.children.flatMap((child) => positions(child)),
  ];
  return entries.flatMap((entry) => positions(place(entry, flow)));
}

/**
 * Chapter starts by the table of contents, in reading order. Levels are judged by size, because books disagree on what a
 * level means: parts are opened until their entries look like chapters, sections inside chapters are not.
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
    ? [...startAt(only, undefined, true), ...choose(only.children, flow.blocks.length, sizes, undefined)]
    : choose(placed, flow.blocks.length, sizes, undefined);
  const sorted = starts.toSorted((one, other) => one.position - other.position);
  return sorted
    .filter((start, index) => start.position !== sorted[index + 1]?.position)
    .map((start, index, all) => withFlatPart(start, index, all));
}

/** How much will be spoken between two positions. */
export type SizeBetween = (start: number, end: number) => number;

/** Measures over the blocks that are not left out, in constant time a question. */
export function sizeBetween(blocks: readonly FlowBlock[]): SizeBetween {
  const sums = [0];
  for (const { size, leftOutReason: matter, isNote: note } of blocks) {
    sums.push((sums.at(-1) ?? 0) + (matter !== undefined || note ? 0 : size));
  }
  return (start, end) => (sums[Math.max(start, end)] ?? 0) - (sums[start] ?? 0);
}

/** Chapter starts at each heading of the highest level that occurs more than once. */
export function startsByHeadings(blocks: readonly FlowBlock[]): EpubChapterStart[] {
  const headings = [...blocks.entries()].filter(
    ([, { kind, leftOutReason: matter, isNote: note }]) => kind === 'heading' && matter === undefined && note !== true,
  );
  for (const level of [1, 2, 3, 4, 5, 6]) {
    const found = headings.filter(([, block]) => block.level === level);
    if (found.length > 1)
      return found
        .filter(([index]) => !found.some(([other]) => other === index - 1))
        .map(([position]) => ({ position, isPart: false }));
  }
  return [];
}

/** Chapter starts at each document. */
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

/** Anchors often stand just behind or just before the heading that they mean. */
function atHeading(blocks: readonly FlowBlock[], position: number, label: string): number {
  const folded = normalizeForComparison(label);
  const says = (index: number): boolean => {
    const block = blocks[index];
    const text =
      block?.kind === 'heading' && block.document === blocks[position]?.document
        ? normalizeForComparison(block.text)
        : '';
    return text !== '' && (folded.includes(text) || text.includes(folded)) && folded !== '';
  };
  if (!says(position) && blocks[position]?.kind !== 'heading' && says(position + 1)) return position + 1;
  let start = position;
  while (start > 0 && says(start - 1)) start -= 1;
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
    if (!holdsChapters(entry, next ?? end, sizes)) return startAt(entry, part, false);
    return [...startAt(entry, part, true), ...choose(entry.children, next ?? end, sizes, entry.label)];
  });
}

function startAt(entry: PlacedEntry, part: string | undefined, isPart: boolean): EpubChapterStart[] {
  const { label } = entry;
  // A heading without link that is a chapter starts where its first section does.
  const position = isPart ? entry.position : firstPosition(entry);
  if (position === undefined) return [];
  return [{ position, label, isPart, ...(part !== undefined && { part }) }];
}

/**
 * True when an entry's children are the chapters. Sections inside a chapter stand in its document and are short; parts
 * say so, or hold documents of their own.
 */
function holdsChapters(entry: PlacedEntry, end: number, sizes: SizeBetween): boolean {
  const { label, position, path, children } = entry;
  const starts = children.map((child) => firstPosition(child)).filter((start) => start !== undefined);
  const first = starts[0];
  if (first === undefined) return false;
  const least = position === undefined ? 150 : leastMeanSize(label, path, children);
  return sizes(first, end) / starts.length >= least;
}

function leastMeanSize(label: string, path: string | undefined, children: readonly PlacedEntry[]): number {
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

/** In contents without levels, a part is what was last called so. */
function withFlatPart(start: EpubChapterStart, index: number, all: readonly EpubChapterStart[]): EpubChapterStart {
  if (start.part !== undefined || startsLikePart(start.label ?? '')) return start;
  const part = all
    .slice(0, index)
    .findLast(
      ({ label = '', part: above }) => above === undefined && startsLikePart(label) && !startsLikeChapter(label),
    );
  return part?.label === undefined ? start : { ...start, part: part.label };
}
