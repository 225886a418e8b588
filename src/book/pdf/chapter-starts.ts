import { startsByOutline, sizesOf } from '../outline/chapter-starts.ts';
import type { ChapterStart } from '../outline/chapter-start.ts';
import type { OutlineEntry } from '../outline/outline-entry.ts';
import { scanText } from '../../text/count-words.ts';
import { headingRank } from './text/mark-headings.ts';
import type { Bookmark } from './document/read-bookmarks.ts';
import type { Passage } from './text/to-passages.ts';
import { isNamedPiece } from '../titles/title-patterns.ts';
import { isChapterTitle, isNotesTitle, isPartTitle, leaveOutReason } from './text/titles.ts';
import { normalizeForComparison } from '../normalize-for-comparison.ts';

/** Returns the chapter starts that an outline makes of the passages, sorted; empty when no entry leads to a passage. */
export function startsFromOutline(outline: readonly OutlineEntry[], passages: readonly Passage[]): ChapterStart[] {
  const blocks = passages.map(({ kind, text, level }) => ({ kind, text, level, ...scanText(text) }));
  return startsByOutline(outline, { blocks, sizes: sizesOf(blocks) });
}

/** Returns the passages with the spaces of bookmarks in headings that are printed without them: `RipplesintheStone`. */
export function withSpacesOfTitles(passages: readonly Passage[], titles: readonly Bookmark[]): readonly Passage[] {
  const spaced = new Map(
    titles.flatMap(({ title, page }) => (title.includes(' ') ? [[keyOf(title, page), title]] : [])),
  );
  return passages.map((passage) => {
    const { kind, text, page } = passage;
    if (kind !== 'heading' || text.includes(' ')) return passage;
    const title = spaced.get(keyOf(text, page));
    return title === undefined ? passage : { ...passage, text: title, emphasis: undefined };
  });
}

function keyOf(title: string, page: number): string {
  return `${page} ${normalizeForComparison(title)}`;
}

/** Returns the bookmarks with the passages that they point to. */
export function outlineOfBookmarks(bookmarks: readonly Bookmark[], passages: readonly Passage[]): OutlineEntry[] {
  return bookmarks.map((bookmark) => {
    const position = passageAt(bookmark, passages);
    return {
      label: bookmark.title,
      position: position < passages.length ? position : undefined,
      path: undefined,
      isHeading: false,
      children: outlineOfBookmarks(bookmark.children, passages),
    };
  });
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
  if (fromTop === undefined) {
    const begun = beginningOfTitle(key, page, passages);
    if (begun !== undefined) return begun;
  }
  const below = passages.findIndex(
    (one) => one.page > page || (one.page === page && (fromTop === undefined || one.baseline >= fromTop - 1)),
  );
  return below === -1 ? passages.length : below;
}

/** Most passages that a title is set in, such as its number, its name and a subtitle. */
const maxTitlePassages = 3;

/** Finds a title that is set in several passages of a page: `CHAPTER V` above `The Storm`. */
function beginningOfTitle(key: string, page: number, passages: readonly Passage[]): number | undefined {
  const first = passages.findIndex((one) => one.page === page);
  const own = passages.slice(Math.max(0, first)).filter((one) => one.page === page);
  const found = own.findIndex((_, index) => {
    const candidates = own.slice(index, index + maxTitlePassages).map((one) => {
      return one.kind === 'heading' || one.lines <= 2 ? normalizeForComparison(one.text) : '\n';
    });
    return candidates.some((_text, count) => key !== '' && candidates.slice(0, count + 1).join('') === key);
  });
  return found === -1 ? undefined : first + found;
}

function containsTitle(text: string, title: string): boolean {
  if (text === '') return false;
  return text.length <= title.length * 2 + 12 ? text.includes(title) : false;
}

/** A book in fewer parts has other chapters. */
const minParts = 3;

/** Returns the headings that begin chapters: those worded as chapters, else as parts, else those of the largest recurring size. */
export function outlineOfChapterHeadings(passages: readonly Passage[], bodySize: number): OutlineEntry[] {
  const headings = passages.flatMap((passage, index) => (passage.kind === 'heading' ? [{ passage, index }] : []));
  const chapters = headings.filter(({ passage }) => isChapterTitle(passage.text));
  if (chapters.length >= 2) {
    const extra = headings.filter(({ passage }) => opensPiece(passage.text));
    return [...new Set([...chapters, ...extra])].toSorted((a, b) => a.index - b.index).map(toEntry);
  }
  const parts = headings.filter(({ passage }) => isPartTitle(passage.text));
  if (parts.length >= minParts && haveText(positionsOf(parts), passages)) {
    return headings.filter(({ passage }) => opensPiece(passage.text)).map(toEntry);
  }
  const large = headings.filter(({ passage }) => passage.size >= bodySize * 1.15);
  for (const one of [...new Set(large.map(({ passage }) => headingRank(passage)))].toSorted((a, b) => b - a)) {
    const same = large.filter(({ passage }) => headingRank(passage) === one);
    if (new Set(same.map(({ passage }) => passage.page)).size >= 2 && haveText(positionsOf(same), passages)) {
      return large.filter(({ passage }) => headingRank(passage) === one || isPartTitle(passage.text)).map(toEntry);
    }
  }
  return [];
}

/** Reports whether a heading begins a piece beside the numbered chapters. */
export function opensPiece(text: string): boolean {
  return isPartTitle(text) || isNamedPiece(text) || isNotesTitle(text) || leaveOutReason(text) !== undefined;
}

/** Returns the entry of a heading and its place. */
export function toEntry({ passage, index }: { readonly passage: Passage; readonly index: number }): OutlineEntry {
  return { label: passage.text, position: index, path: undefined, isHeading: true, children: [] };
}

function positionsOf(headings: readonly { readonly index: number }[]): number[] {
  return headings.map(({ index }) => index);
}

/** Reports whether most headings are followed by more than a few sentences, as those of chapters are. */
function haveText(indexes: readonly number[], passages: readonly Passage[]): boolean {
  const sizes = sizesOf(passages.map(({ text }) => scanText(text)));
  const filled = indexes.filter((index, position) => sizes(index, indexes[position + 1] ?? passages.length) > 80);
  return filled.length >= Math.max(2, indexes.length * 0.6);
}
