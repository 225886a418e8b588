import type { Chapter } from '../../core/book.ts';
import { sizeInWords } from '../../text/count-words.ts';
import { headingRank } from './text/mark-headings.ts';
import type { Bookmark } from './document/read-bookmarks.ts';
import type { Passage } from './text/to-passages.ts';
import { isChapterTitle, isNamedPiece, isPartTitle, leaveOutReason } from './text/titles.ts';
import { normalizeForComparison } from '../normalize-for-comparison.ts';

/** The beginning of a chapter. */
export interface PdfChapterStart {
  /** Index of its first passage. */
  readonly index: number;
  readonly title: string;
  readonly source: Chapter['titleSource'];
  /** A part, whose chapters follow. Its own text is added to the first of them unless it is long. */
  readonly isPart: boolean;
}

/** A bookmarked section longer than this is divided at its child bookmarks, if these are long enough to be chapters. */
const longSectionWords = 20_000;
/** Mean length in words from which child bookmarks are chapters. */
const minChapterWords = 1500;

/** Returns the chapter starts that the bookmarks point to, sorted; empty when no bookmark leads to a passage. */
export function startsFromBookmarks(bookmarks: readonly Bookmark[], passages: readonly Passage[]): PdfChapterStart[] {
  const sizes = sizesBefore(passages);
  const indexOf = (bookmark: Bookmark) => passageAt(bookmark, passages);
  const choose = (level: readonly Bookmark[], end: number): PdfChapterStart[] => {
    const [only] = level;
    return level.flatMap((bookmark, position) => {
      const index = indexOf(bookmark);
      const next = level[position + 1];
      const stop = next === undefined ? end : indexOf(next);
      const { children } = bookmark;
      const size = (sizes[Math.max(index, stop)] ?? 0) - (sizes[index] ?? 0);
      const isPart = children.length > 0 && (hasChapters(bookmark, size) || (level.length === 1 && bookmark === only));
      const start: PdfChapterStart = { index, title: bookmark.title, source: 'contents', isPart };
      return isPart ? [start, ...choose(children, stop)] : [start];
    });
  };
  const starts = choose(bookmarks, passages.length).filter((one) => one.index < passages.length);
  return starts.toSorted((a, b) => a.index - b.index);
}

function hasChapters(bookmark: Bookmark, size: number): boolean {
  const { title, children } = bookmark;
  if (isChapterTitle(title)) return false;
  if (isPartTitle(title) || children.some((child) => isChapterTitle(child.title))) return true;
  return size > longSectionWords && size / children.length > minChapterWords;
}

function sizesBefore(passages: readonly Passage[]): number[] {
  const sums = [0];
  for (const passage of passages) sums.push((sums.at(-1) ?? 0) + sizeInWords(passage.text));
  return sums;
}

/** Finds the passage a bookmark points to: the heading with its title on the page, or the first passage below the point. */
function passageAt(bookmark: Bookmark, passages: readonly Passage[]): number {
  const { page, fromTop } = bookmark;
  const key = normalizeForComparison(bookmark.title);
  const canBeTitle = (one: Passage) => one.page === page && (one.kind === 'heading' || one.lines <= 2);
  const isNear = (one: Passage) => fromTop === undefined || Math.abs(one.baseline - fromTop) < 72;
  const named = passages.findIndex(
    (one) => canBeTitle(one) && isNear(one) && key !== '' && containsTitle(normalizeForComparison(one.text), key),
  );
  if (named !== -1) return named;
  const below = passages.findIndex(
    (one) => one.page > page || (one.page === page && (fromTop === undefined || one.baseline >= fromTop - 1)),
  );
  return below === -1 ? passages.length : below;
}

function containsTitle(text: string, title: string): boolean {
  if (text === '') return false;
  return text.length <= title.length * 2 + 12 ? text.includes(title) : false;
}

/** Returns the chapter starts at headings: those worded as chapters, otherwise those of the largest recurring size. */
export function startsFromHeadings(passages: readonly Passage[], bodySize: number): PdfChapterStart[] {
  const headings = passages.flatMap((passage, index) => (passage.kind === 'heading' ? [{ passage, index }] : []));
  const chapters = headings.filter(({ passage }) => isChapterTitle(passage.text));
  if (chapters.length >= 2) {
    const extra = headings.filter(
      ({ passage }) =>
        isPartTitle(passage.text) || isNamedPiece(passage.text) || leaveOutReason(passage.text) !== undefined,
    );
    return [...new Set([...chapters, ...extra])].toSorted((a, b) => a.index - b.index).map(toStart);
  }
  const large = headings.filter(({ passage }) => passage.size >= bodySize * 1.15);
  for (const one of [...new Set(large.map(({ passage }) => headingRank(passage)))].toSorted((a, b) => b - a)) {
    const same = large.filter(({ passage }) => headingRank(passage) === one);
    if (
      new Set(same.map(({ passage }) => passage.page)).size >= 2 &&
      haveText(
        same.map(({ index }) => index),
        passages,
      )
    ) {
      return large.filter(({ passage }) => headingRank(passage) === one || isPartTitle(passage.text)).map(toStart);
    }
  }
  return [];
}

function toStart({ passage, index }: { readonly passage: Passage; readonly index: number }): PdfChapterStart {
  return { index, title: passage.text, source: 'heading', isPart: isPartTitle(passage.text) };
}

/** Reports whether most headings are followed by more than a few sentences, as those of chapters are. */
function haveText(indexes: readonly number[], passages: readonly Passage[]): boolean {
  const sizes = sizesBefore(passages);
  const filled = indexes.filter(
    (index, position) => (sizes[indexes[position + 1] ?? passages.length] ?? 0) - (sizes[index] ?? 0) > 80,
  );
  return filled.length >= Math.max(2, indexes.length * 0.6);
}
