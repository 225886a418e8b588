import { addTo } from '../../core/collections/add-to.ts';
import { endsWithStop } from '../../text/ends-sentence.ts';
import { isFileName } from '../titles/book-title.ts';
import type { Bookmark } from './document/read-bookmarks.ts';
import { isPageNumberOnly, maskNumbers, pageNumberValue } from './text/page-numbers.ts';

/** Fewer can be the names of chapters: `1984`. */
const minPages = 3;
/** A program that lists each paragraph says most of the book in bookmarks. */
const maxShareOfText = 0.25;
const maxTitleLength = 100;

/**
 * Returns the bookmarks that can be chapters. Those that number the pages or name files, and the paragraphs of a book of which
 * most is in bookmarks, are replaced by their children. `length` is that of the text.
 */
export function chapterBookmarks(bookmarks: readonly Bookmark[], length: number): Bookmark[] {
  const all = allOf(bookmarks);
  const isInText = all.reduce((sum, { title }) => sum + title.length, 0) > maxShareOfText * length;
  const pages = countedPages(all);
  return keep(bookmarks, (one) => !pages.has(one) && !isFileName(one.title) && !(isInText && isParagraph(one.title)));
}

/** Returns bookmarks and all those below them, in order. */
export function allOf(bookmarks: readonly Bookmark[]): Bookmark[] {
  return bookmarks.flatMap((bookmark) => [bookmark, ...allOf(bookmark.children)]);
}

function keep(bookmarks: readonly Bookmark[], isChapter: (bookmark: Bookmark) => boolean): Bookmark[] {
  return bookmarks.flatMap((bookmark) => {
    const children = keep(bookmark.children, isChapter);
    return isChapter(bookmark) ? [{ ...bookmark, children }] : children;
  });
}

function isParagraph(title: string): boolean {
  return title.length > maxTitleLength || endsWithStop(title);
}

/** Returns the bookmarks that number their pages: `Page 7` on the seventh page, or with the same distance on all of them. */
function countedPages(bookmarks: readonly Bookmark[]): ReadonlySet<Bookmark> {
  const byOffset = new Map<number, Bookmark[]>();
  for (const bookmark of bookmarks) {
    const number = bookmark.title
      .split(/\s+/u)
      .map(pageNumberValue)
      .find((value) => value !== undefined);
    if (number === undefined || !/\p{Nd}/u.test(bookmark.title)) continue;
    if (!isPageNumberOnly(maskNumbers(bookmark.title))) continue;
    const offset = bookmark.page - number;
    addTo(byOffset, offset, bookmark);
  }
  const counted = [...byOffset.values()].filter((own) => own.length >= minPages && followEachOther(own));
  return new Set(counted.flat());
}

/** Chapters of one page each are numbered as pages are, but most books have longer ones. */
function followEachOther(bookmarks: readonly Bookmark[]): boolean {
  return bookmarks.every((one, index) => index === 0 || one.page > (bookmarks[index - 1]?.page ?? 0));
}
