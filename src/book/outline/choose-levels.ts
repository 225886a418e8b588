import {
  isCalledChapter,
  isGenericTitle,
  isNamedPiece,
  startsLikeChapter,
  startsLikePart,
} from '../titles/title-patterns.ts';
import { firstPosition, placedChildren } from './outline-entry.ts';
import type { OutlineEntry } from './outline-entry.ts';

/** Returns the number of words that are read between two positions. */
export type SizeBetween = (start: number, end: number) => number;

/** Words of the longest chapter: 90 minutes at 150 words per minute. */
export const maxChapterWords = 13_500;
/** Words of the shortest chapter: one minute. */
export const minChapterWords = 150;
/** Fewer words are a title page of a part; they are read with the chapter below. */
const maxPartPageWords = 100;

/** The place where a chapter or a part starts, when an outline is opened down to a level. */
export interface OutlineStart {
  readonly position: number;
  readonly entry: OutlineEntry;
  /** Entries above it, the outermost first. */
  readonly above: readonly OutlineEntry[];
  /** Its children are chapters. */
  readonly isPart: boolean;
}

/** What levels are chosen by. */
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
    const isAsGood = (costs[levels + 1] ?? 0) <= cost + tolerance;
    if (!isBetter && !(isAsGood && holdsChapters(entries, levels, measures))) break;
    levels += 1;
  }
  return levels;
}

/** Differences in cost up to this are decided by names. */
const tolerance = 0.1;

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

/** Returns the share of the text in chapters that are too long, plus the share of chapters that are too short. */
export function costOf(starts: readonly OutlineStart[], measures: LevelMeasures): number {
  const sizes = chapterSizes(starts, measures);
  const total = sum(sizes);
  if (total === 0) return 0;
  const long = sum(sizes.filter((size) => size > maxChapterWords));
  return long / total + sizes.filter((size) => size < minChapterWords).length / sizes.length;
}

/** Returns the words of each chapter. Titles alone and pages of parts belong to the chapter below. */
function chapterSizes(starts: readonly OutlineStart[], { end, sizes }: LevelMeasures): number[] {
  const result: number[] = [];
  let pending = 0;
  for (const [index, { position, isPart }] of starts.entries()) {
    const size = sizes(position, starts[index + 1]?.position ?? end) + pending;
    const isJoined = index < starts.length - 1 && size < (isPart ? maxPartPageWords : maxTitleWords);
    pending = isJoined ? size : 0;
    if (!isJoined && size > 0) result.push(size);
  }
  return result;
}

const maxTitleWords = 20;

function depthOf(entries: readonly OutlineEntry[]): number {
  const placed = entries.filter((entry) => firstPosition(entry) !== undefined);
  return placed.length === 0 ? 0 : 1 + Math.max(...placed.map(({ children }) => depthOf(children)));
}

/** Reports whether most of the text on a level is in entries that are parts by their names, their documents and sizes. */
function holdsChapters(entries: readonly OutlineEntry[], levels: number, measures: LevelMeasures): boolean {
  const starts = startsAt(entries, levels);
  const sized = starts.flatMap(({ entry, position, isPart }, index) =>
    isPart ? [] : [{ entry, size: measures.sizes(position, starts[index + 1]?.position ?? measures.end) }],
  );
  const holding = sized.filter(({ entry }) => placedChildren(entry).length > 0);
  const [only] = holding;
  // An entry over all others is the book itself.
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

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
