import type { Chapter } from '../../core/book.ts';
import { sizeInWords } from '../../text/count-words.ts';
import { headingRank } from './text/mark-headings.ts';
import type { Bookmark } from './document/read-bookmarks.ts';
import type { Passage } from './text/to-passages.ts';
import { isChapterTitle, isNamedPiece, isPartTitle, leaveOutReason, titleKey } from './text/titles.ts';

/** Where a chapter begins. */
export interface PdfChapterStart {
  /** Index of its first passage. */
  readonly index: number;
  readonly title: string;
  readonly source: Chapter['titleSource'];
  /** A part: its chapters follow, and its own text goes with the first of them unless there is much of it. */
  readonly isPart: boolean;
}

/** A top bookmark of this size in words is divided at its own bookmarks, if those are long enough to be chapters. */
const longSectionWords = 20_000;
const minChapterWords = 1500;

/** The starts that the bookmarks tell; empty when they do not divide the book. */
export function startsFromBookmarks(bookmarks: readonly Bookmark[], passages: readonly Passage[]): PdfChapterStart[] {
  const sizes = sizesBefore(passages);
  const place = (bookmark: Bookmark) => passageAt(bookmark, passages);
  const choose = (level: readonly Bookmark[], end: number): PdfChapterStart[] => {
    const [only] = level;
    return level.flatMap((bookmark, position) => {
      const index = place(bookmark);
      const next = level[position + 1];
      const stop = next === undefined ? end : place(next);
      const { children } = bookmark;
      const size = (sizes[Math.max(index, stop)] ?? 0) - (sizes[index] ?? 0);
      const isPart =
        children.length > 0 && (holdsChapters(bookmark, size) || (level.length === 1 && bookmark === only));
      const start: PdfChapterStart = { index, title: bookmark.title, source: 'contents', isPart };
      return isPart ? [start, ...choose(children, stop)] : [start];
    });
  };
  const starts = choose(bookmarks, passages.length).filter((one) => one.index < passages.length);
  return starts.toSorted((a, b) => a.index - b.index);
}

function holdsChapters(bookmark: Bookmark, size: number): boolean {
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

/** The passage that a bookmark points to: the heading on its page that says the same, else the first one below the point. */
function passageAt(bookmark: Bookmark, passages: readonly Passage[]): number {
  const { page, down } = bookmark;
  const key = titleKey(bookmark.title);
  const isHere = (one: Passage) => one.page === page && (one.kind === 'heading' || one.lines <= 2);
  const near = (one: Passage) => down === undefined || Math.abs(one.baseline - down) < 72;
  const named = passages.findIndex(
    (one) => isHere(one) && near(one) && key !== '' && saysTitle(titleKey(one.text), key),
  );
  if (named !== -1) return named;
  const below = passages.findIndex(
    (one) => one.page > page || (one.page === page && (down === undefined || one.baseline >= down - 1)),
  );
  return below === -1 ? passages.length : below;
}

function saysTitle(text: string, title: string): boolean {
  if (text === '') return false;
  return text.length <= title.length * 2 + 12 ? text.includes(title) : false;
}

/** The starts that headings tell: those that say "chapter", else the largest type that comes more than once. */
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
      isSpread(
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

/** Headings of chapters have text below them: on average more than a few sentences. */
function isSpread(indexes: readonly number[], passages: readonly Passage[]): boolean {
  const sizes = sizesBefore(passages);
  const filled = indexes.filter(
    (index, position) => (sizes[indexes[position + 1] ?? passages.length] ?? 0) - (sizes[index] ?? 0) > 80,
  );
  return filled.length >= Math.max(2, indexes.length * 0.6);
}
