import {
  isCalledChapter,
  isGenericTitle,
  isNamedPiece,
  startsLikeChapter,
  startsLikePart,
} from '../titles/title-patterns.ts';
import { firstPosition, placedChildren } from './outline-entry.ts';
import type { OutlineEntry } from './outline-entry.ts';
import { sum } from '../../core/statistics.ts';

/** Returns the number of words that are read between two positions. */
export type SizeBetween = (start: number, end: number) => number;

/** Words of the longest chapter: 90 minutes at 150 words per minute. */
export const maxChapterWords = 13_500;
/** Words of the shortest chapter: one minute. */
export const minChapterWords = 150;
/** Fewer words are a title page of a part; they are read with the chapter below. */
export const maxPartPageWords = 100;

/** The place where a chapter or a part starts, when an outline is opened down to a level. */
export interface OutlineStart {
  readonly position: number;
  readonly entry: OutlineEntry;
  /** Entries above it, the outermost first. */
  readonly above: readonly OutlineEntry[];
  /** Its children are chapters. */
  readonly isPart: boolean;
}

/** The measures by which levels are chosen. */
export interface LevelMeasures {
  /** End of the text that the outline divides. */
  readonly end: number;
  readonly sizes: SizeBetween;
}

/**
 * Returns how many levels of an outline are opened, so that the entries below are the chapters; 0 when the top entries are.
 * The rule is the same for the whole book: a level is opened when the chapters then lie better between one and 90 minutes,
 * and, when both fit, if its entries are called parts or hold chapters rather than sections.
 */
export function chooseLevels(entries: readonly OutlineEntry[], measures: LevelMeasures): number {
  const depth = depthOf(entries);
  const costs = Array.from({ length: depth }, (_, levels) => costOf(startsAt(entries, levels), measures));
  let levels = 0;
  while (levels < depth - 1) {
    const cost = costs[levels] ?? 0;
    const best = Math.min(...costs.slice(levels + 1));
    const isBetter = best < cost - tolerance;
    const isOver = isOverAll(entries, levels, measures);
    const isAsGood = (costs[levels + 1] ?? 0) <= cost + (isOver ? mostlyChapters : tolerance);
    if (!isBetter && !(isAsGood && (isOver || holdsChapters(entries, levels, measures)))) break;
    levels += 1;
  }
  return levels;
}

/** Differences in cost up to this are decided by names. */
const tolerance = 0.1;
/** One chapter over the whole text is worse than chapters of which up to this share is too short. */
const mostlyChapters = 0.5;

/** Returns the starts when the upper levels of an outline are opened, in reading order. */
export function startsAt(entries: readonly OutlineEntry[], levels: number): OutlineStart[] {
  const starts: OutlineStart[] = [];
  const visit = (list: readonly OutlineEntry[], depth: number, above: readonly OutlineEntry[]): void => {
    for (const entry of list) {
      // A preface with sections stays whole beside parts with chapters.
      const isPart = depth < levels && placedChildren(entry).length > 0 && !isNamedPiece(entry.label);
      const position = isPart ? entry.position : firstPosition(entry);
      if (position !== undefined) starts.push({ position, entry, above, isPart });
      if (isPart) visit(entry.children, depth + 1, [...above, entry]);
    }
  };
  visit(entries, 0, []);
  return starts.toSorted((one, other) => one.position - other.position);
}

/**
 * Returns the share of chapters that are too long, plus the share of those that are too short. A few that are too long cost
 * nothing: each is divided by itself, and the others are not cut for it.
 */
function costOf(starts: readonly OutlineStart[], measures: LevelMeasures): number {
  const chapters = chapterSizes(starts, measures);
  const total = sum(chapters.map(({ size }) => size));
  if (total === 0) return 0;
  const long = chapters.filter(({ size }) => size > maxChapterWords).length / chapters.length;
  return (long > fewLong ? long : 0) + shareOfShort(chapters, minChapterWords);
}

/** Up to this share of chapters is divided one by one; of more, the level is too high for the book. */
const fewLong = 0.25;

/**
 * Reports whether a chapter that is too long is better divided at sections: these are mostly not short, or it is so long that
 * short ones are better. `starts` are its own and those of the sections.
 */
export function isWorthDividing(starts: readonly OutlineStart[], measures: LevelMeasures): boolean {
  const chapters = chapterSizes(starts, measures);
  const total = sum(chapters.map(({ size }) => size));
  if (total === 0 || chapters.length < 2) return false;
  const long = sum(chapters.map(({ size }) => size * excessOf(size)));
  return long / total + shareOfShort(chapters, minSectionWords) < excessOf(total);
}

/** Two minutes. */
const minSectionWords = 300;

/** Returns how much longer than the longest chapter a size is: 0 when it is not, 1 from twice as long. */
function excessOf(size: number): number {
  return Math.min(1, Math.max(0, size / maxChapterWords - 1));
}

/** Returns the share of chapters with fewer words. A preface or a dedication may be short. */
function shareOfShort(chapters: readonly SizedChapter[], words: number): number {
  return chapters.filter(({ label, size }) => size < words && !isNamedPiece(label)).length / chapters.length;
}

interface SizedChapter {
  readonly label: string;
  /** Words. */
  readonly size: number;
}

/** Returns the words of each chapter. Titles alone and pages of parts belong to the chapter below. */
function chapterSizes(starts: readonly OutlineStart[], { end, sizes }: LevelMeasures): SizedChapter[] {
  const result: SizedChapter[] = [];
  let pending = 0;
  for (const [index, { position, entry, isPart }] of starts.entries()) {
    const size = sizes(position, starts[index + 1]?.position ?? end) + pending;
    const isJoined = index < starts.length - 1 && size < (isPart ? maxPartPageWords : maxTitleWords);
    pending = isJoined ? size : 0;
    if (!isJoined && size > 0) result.push({ label: entry.label, size });
  }
  return result;
}

const maxTitleWords = 20;

function depthOf(entries: readonly OutlineEntry[]): number {
  const placed = entries.filter((entry) => firstPosition(entry) !== undefined);
  return placed.length === 0 ? 0 : 1 + Math.max(...placed.map(({ children }) => depthOf(children)));
}

/** Returns the entries of a level that are not opened, with the words of each. */
function sizedEntries(entries: readonly OutlineEntry[], levels: number, measures: LevelMeasures) {
  const starts = startsAt(entries, levels);
  return starts.flatMap(({ entry, position, isPart }, index) =>
    isPart ? [] : [{ entry, size: measures.sizes(position, starts[index + 1]?.position ?? measures.end) }],
  );
}

/** Reports whether one entry holds all that is read: it is the book itself. */
function isOverAll(entries: readonly OutlineEntry[], levels: number, measures: LevelMeasures): boolean {
  const [only, ...others] = sizedEntries(entries, levels, measures).filter(({ size }) => size > 0);
  return only !== undefined && others.length === 0 && placedChildren(only.entry).length > 1;
}

/** Reports whether most of the text on a level is in entries that are parts by their names, their documents and sizes. */
function holdsChapters(entries: readonly OutlineEntry[], levels: number, measures: LevelMeasures): boolean {
  const sized = sizedEntries(entries, levels, measures);
  const holding = sized.filter(({ entry }) => placedChildren(entry).length > 0);
  const [only] = holding;
  // One entry over one other does not divide the book.
  if (only !== undefined && sized.length === 1) return placedChildren(only.entry).length > 1;
  const covered = sum(holding.map(({ size }) => size));
  if (covered < 0.5 * sum(sized.map(({ size }) => size))) return false;
  const parts = holding.filter(({ entry, size }) => size / placedChildren(entry).length >= minMeanWords(entry));
  return sum(parts.map(({ size }) => size)) > 0.5 * covered;
}

/** Returns the mean length in words from which children of an entry are chapters and not sections. */
function minMeanWords(entry: OutlineEntry): number {
  const { label, path, position } = entry;
  const children = placedChildren(entry);
  if (position === undefined || startsLikePart(label) || children.some((child) => isCalledChapter(child.label)))
    return minChapterWords;
  if (children.every((child) => startsLikeChapter(child.label) || isGenericTitle(child.label))) return 1000;
  const haveOwnDocuments = children.every((child) => child.path !== path);
  return haveOwnDocuments && !startsLikeChapter(label) && !isNamedPiece(label) ? 700 : 3000;
}
