import type { TextScan } from '../../text/count-words.ts';
import { startsLikeChapter, startsLikePart } from '../titles/title-patterns.ts';
import type { ChapterStart, DividedText } from './chapter-start.ts';
import { chooseLevels, isWorthDividing, maxChapterWords, minChapterWords, startsAt } from './choose-levels.ts';
import type { LevelMeasures, OutlineStart, SizeBetween } from './choose-levels.ts';
import { outlineOfBreaks } from './dividing-breaks.ts';
import { outlineOfLines } from './dividing-lines.ts';
import { outlineOfHeadings } from './outline-entry.ts';
import type { OutlineEntry } from './outline-entry.ts';
import { worksOf } from './works-of-collection.ts';

/** Creates a function that measures blocks in constant time per call. Two characters of a script without spaces last as long as a word. */
export function sizesOf(blocks: readonly Pick<TextScan, 'size' | 'isUnspaced'>[]): SizeBetween {
  const sums = [0];
  let sum = 0;
  for (const { size, isUnspaced } of blocks) {
    sum += isUnspaced ? size / 2 : size;
    sums.push(sum);
  }
  return (start, end) => (sums[Math.max(start, end)] ?? 0) - (sums[start] ?? 0);
}

/**
 * Finds chapter starts by an outline, in reading order. One level is chosen for the whole book; a chapter of more than 90
 * minutes is divided at its own entries, at its headings, at lines that count, or at breaks between scenes.
 */
export function startsByOutline(outline: readonly OutlineEntry[], text: DividedText): ChapterStart[] {
  const measures = { end: text.blocks.length, sizes: text.sizes };
  const starts = startsAt(outline, chooseLevels(outline, measures));
  const divided = starts.flatMap((start, index) =>
    withInnerStarts(start, starts[index + 1]?.position ?? measures.end, text),
  );
  const before = startsBefore(starts[0]?.position ?? measures.end, text);
  const merged = mergeSamePlaces([...before, ...divided]);
  return withFlatParts(merged, worksOf(merged, text));
}

/** Finds chapter starts at the headings of a text; none when these do not make chapters. */
export function startsByHeadings(text: DividedText): ChapterStart[] {
  const range = { start: 0, end: text.blocks.length };
  return startsByOutline(outlineOfHeadings(text.blocks, range), text);
}

/** Returns the number of chapters that the starts make. */
export function countChapters(starts: readonly ChapterStart[], text: DividedText): number {
  return chapterWords(starts, text).length;
}

/** Reports whether starts make several chapters, of which at most this share is too short. */
export function areChapters(starts: readonly ChapterStart[], text: DividedText, maxShortShare = 0.5): boolean {
  const words = chapterWords(starts, text);
  return words.length > 1 && words.filter((size) => size < minChapterWords).length <= words.length * maxShortShare;
}

function chapterWords(starts: readonly ChapterStart[], { blocks, sizes }: DividedText): number[] {
  return starts
    .map(({ position }, index) => sizes(position, starts[index + 1]?.position ?? blocks.length))
    .filter((size) => size > 0);
}

/** Finds chapters at the headings, lines that count, or breaks of a long text before the first entry of the contents. */
function startsBefore(end: number, text: DividedText): OutlineStart[] {
  if (text.sizes(0, end) <= maxChapterWords) return [];
  const range = { start: 0, end };
  const measures = { end, sizes: text.sizes };
  const headings = outlineOfHeadings(text.blocks, range);
  const lines = headings.length < 2 ? outlineOfLines(text.blocks, range) : headings;
  const outline = lines.length === 0 ? outlineOfBreaks(text, range) : lines;
  return startsAt(outline, chooseLevels(outline, measures));
}

/** Returns the start of a chapter, followed by those of its sections when it is so much longer than 90 minutes that these are better. */
function withInnerStarts(start: OutlineStart, end: number, text: DividedText): OutlineStart[] {
  const { position, entry, above } = start;
  if (text.sizes(position, end) <= maxChapterWords) return [start];
  const range = { start: position + 1, end };
  const inside = (list: readonly OutlineEntry[]): OutlineStart[] => {
    const measures: LevelMeasures = { end, sizes: text.sizes };
    return startsAt(list, chooseLevels(list, measures))
      .filter((inner) => inner.position > position && inner.position < end)
      .map((inner) => ({ ...inner, above: [...above, entry, ...inner.above] }));
  };
  const outlines: readonly (() => readonly OutlineEntry[])[] = [
    () => (start.isPart ? [] : entry.children),
    () => outlineOfHeadings(text.blocks, range),
    () => outlineOfLines(text.blocks, range),
    () => outlineOfBreaks(text, range),
  ];
  for (const outline of outlines) {
    const found = inside(outline());
    if (found.length === 0 || !isWorthDividing([start, ...found], { end, sizes: text.sizes })) continue;
    return [start, ...found.flatMap((inner, index) => withInnerStarts(inner, found[index + 1]?.position ?? end, text))];
  }
  return [start];
}

/** Makes one start of those with the same position; the innermost whose document has text names the chapter. */
function mergeSamePlaces(starts: readonly OutlineStart[]): ChapterStart[] {
  const result: ChapterStart[] = [];
  for (const start of starts.map(toChapterStart)) {
    const last = result.at(-1);
    if (last?.position === start.position) result[result.length - 1] = merge(last, start);
    else result.push(start);
  }
  return result.map((start) => ({ ...start, others: start.others.slice(0, maxOthers) }));
}

function toChapterStart({ position, entry, above, isPart }: OutlineStart): ChapterStart {
  const { label, isHeading, isEmpty, isCounted } = entry;
  return { position, label, isHeading, above: above.map((one) => one.label), others: [], isPart, isEmpty, isCounted };
}

function merge(first: ChapterStart, second: ChapterStart): ChapterStart {
  const [start, other] = second.isEmpty && !first.isEmpty ? [first, second] : [second, first];
  const labels = other.isEmpty && !isPartOf(other, start) ? other.others : [...other.others, other.label];
  const others = [...labels, ...start.others].filter((label) => label !== start.label);
  return { ...start, others: [...new Set(others)] };
}

/** Reports whether an entry without text of its own names a part that holds a chapter, by its title or by the contents. */
export function isPartOf({ label }: Pick<ChapterStart, 'label'>, chapter: ChapterStart | undefined): boolean {
  return startsLikePart(label) || (chapter?.above.includes(label) ?? false);
}

/** More names do not fit into a title. */
const maxOthers = 5;

/**
 * In contents without levels, a chapter belongs to the last entry before it that is called a part, and to its work in a
 * collection; a part does not go on in the next work.
 */
function withFlatParts(starts: readonly ChapterStart[], works: readonly (string | undefined)[]): ChapterStart[] {
  let parts: ChapterStart[] = [];
  const parted = starts.map((start, index) => {
    if (works[index] !== works[index - 1]) parts = [];
    if (startsLikePart(start.label)) {
      if (!startsLikeChapter(start.label)) parts.push(start);
      return start;
    }
    const parent = start.above.at(-1);
    if (parent !== undefined && !startsLikePart(parent)) return start;
    const part = parts.findLast(({ above }) => above.length <= start.above.length);
    if (part === undefined || part.label === parent) return start;
    return { ...start, above: [...start.above.slice(0, -1), part.label] };
  });
  return parted.map((start, index) => withWork(start, works[index]));
}

function withWork(start: ChapterStart, work: string | undefined): ChapterStart {
  if (work === undefined || start.label === work || start.above.includes(work)) return start;
  return { ...start, above: [work, ...start.above] };
}
