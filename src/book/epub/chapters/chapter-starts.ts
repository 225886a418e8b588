import { startsLikeChapter, startsLikePart } from '../../titles/title-patterns.ts';
import type { BookFlow } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { isUnspaced } from '../../../text/segmenter.ts';
import { chooseLevels, costOf, maxChapterWords, minChapterWords, startsAt } from './choose-levels.ts';
import type { LevelMeasures, OutlineStart, SizeBetween } from './choose-levels.ts';
import { outlineOfHeadings } from './outline.ts';
import type { OutlineEntry } from './outline.ts';

/** The position of a chapter in the flow, and its names. */
export interface EpubChapterStart {
  readonly position: number;
  /** The contents entry, or the heading. */
  readonly label: string;
  /** The label is a heading of the text, not an entry of the contents. */
  readonly isHeading: boolean;
  /** Labels of the parts that hold the chapter, the outermost first. */
  readonly above: readonly string[];
  /** Other contents entries with the same place, in the order of the contents. */
  readonly others: readonly string[];
  /** The start is a part's own page. */
  readonly isPart: boolean;
}

/** The kept text of a book. */
export interface KeptText {
  readonly blocks: readonly FlowBlock[];
  readonly kept: ReadonlySet<FlowBlock>;
  readonly sizes: SizeBetween;
}

/** Creates the measures of the kept text; each measurement takes constant time. */
export function keptText({ blocks }: BookFlow, kept: ReadonlySet<FlowBlock>): KeptText {
  const sums = [0];
  for (const block of blocks) sums.push((sums.at(-1) ?? 0) + (kept.has(block) ? spokenWords(block) : 0));
  return { blocks, kept, sizes: (start, end) => (sums[Math.max(start, end)] ?? 0) - (sums[start] ?? 0) };
}

/** Two characters of a script without spaces take as long to say as a word. */
function spokenWords({ text, size }: FlowBlock): number {
  return isUnspaced(text) ? size / 2 : size;
}

/**
 * Finds chapter starts by an outline, in reading order. One level is chosen for the whole book; a chapter of more than 90
 * minutes is divided at its own entries, or at its headings.
 */
export function startsByOutline(outline: readonly OutlineEntry[], text: KeptText): EpubChapterStart[] {
  const measures = { end: text.blocks.length, sizes: text.sizes };
  const starts = startsAt(outline, chooseLevels(outline, measures));
  const divided = starts.flatMap((start, index) =>
    withInnerStarts(start, starts[index + 1]?.position ?? measures.end, text),
  );
  const before = startsBefore(starts[0]?.position ?? 0, text);
  return mergeSamePlaces([...before, ...divided]).map((start, index, all) => withFlatPart(start, index, all));
}

/** Finds chapter starts at the headings of the kept text; none when these do not make chapters. */
export function startsByHeadings(text: KeptText): EpubChapterStart[] {
  const range = { start: 0, end: text.blocks.length };
  return startsByOutline(outlineOfHeadings(text.blocks, text.kept, range), text);
}

/** Returns the number of chapters that the starts make of the kept text. */
export function countChapters(starts: readonly EpubChapterStart[], text: KeptText): number {
  return chapterWords(starts, text).length;
}

/** Reports whether starts make several chapters, most of them not too short. */
export function areChapters(starts: readonly EpubChapterStart[], text: KeptText): boolean {
  const words = chapterWords(starts, text);
  return words.length > 1 && words.filter((size) => size < minChapterWords).length <= words.length / 2;
}

function chapterWords(starts: readonly EpubChapterStart[], { blocks, sizes }: KeptText): number[] {
  return starts
    .map(({ position }, index) => sizes(position, starts[index + 1]?.position ?? blocks.length))
    .filter((size) => size > 0);
}

/** Finds chapters at the headings of a long text before the first entry of the contents. */
function startsBefore(end: number, text: KeptText): OutlineStart[] {
  if (text.sizes(0, end) <= maxChapterWords) return [];
  const outline = outlineOfHeadings(text.blocks, text.kept, { start: 0, end });
  return startsAt(outline, chooseLevels(outline, { end, sizes: text.sizes }));
}

/** Finds chapter starts at each linear document with text. */
export function startsByDocuments(flow: BookFlow): EpubChapterStart[] {
  return flow.documents
    .filter(({ linear, start, end }) => linear && end > start)
    .map(({ start }) => ({ position: start, label: '', isHeading: true, above: [], others: [], isPart: false }));
}

/** Returns the start of a chapter, followed by those of its sections when it is longer than 90 minutes. */
function withInnerStarts(start: OutlineStart, end: number, text: KeptText): OutlineStart[] {
  const { position, entry, above } = start;
  if (text.sizes(position, end) <= maxChapterWords) return [start];
  const range = { start: position + 1, end };
  const inside = (list: readonly OutlineEntry[]): OutlineStart[] => {
    const measures: LevelMeasures = { end, sizes: text.sizes };
    return startsAt(list, chooseLevels(list, measures))
      .filter((inner) => inner.position > position && inner.position < end)
      .map((inner) => ({ ...inner, above: [...above, entry, ...inner.above] }));
  };
  const candidates = [
    inside(start.isPart ? [] : entry.children),
    inside(outlineOfHeadings(text.blocks, text.kept, range)),
  ];
  const cost = costOf([start], { end, sizes: text.sizes });
  const found = candidates.find(
    (inner) => inner.length > 0 && costOf([start, ...inner], { end, sizes: text.sizes }) < cost,
  );
  if (found === undefined) return [start];
  return [start, ...found.flatMap((inner, index) => withInnerStarts(inner, found[index + 1]?.position ?? end, text))];
}

/** Makes one start of those with the same position; the innermost names the chapter. */
function mergeSamePlaces(starts: readonly OutlineStart[]): EpubChapterStart[] {
  const result: EpubChapterStart[] = [];
  for (const { position, entry, above, isPart } of starts) {
    const { label, isHeading } = entry;
    const start = { position, label, isHeading, above: above.map((one) => one.label), others: [], isPart };
    const last = result.at(-1);
    if (last?.position === position)
      result[result.length - 1] = { ...start, others: [...last.others, last.label].filter((one) => one !== label) };
    else result.push(start);
  }
  return result;
}

/** In contents without levels, a chapter belongs to the last entry before it that is called a part. */
function withFlatPart(start: EpubChapterStart, index: number, all: readonly EpubChapterStart[]): EpubChapterStart {
  if (startsLikePart(start.label)) return start;
  const parent = start.above.at(-1);
  if (parent !== undefined && !startsLikePart(parent)) return start;
  const part = all
    .slice(0, index)
    .findLast(
      ({ label, above }) => above.length <= start.above.length && startsLikePart(label) && !startsLikeChapter(label),
    );
  if (part === undefined || part.label === parent) return start;
  return { ...start, above: [...start.above.slice(0, -1), part.label] };
}
