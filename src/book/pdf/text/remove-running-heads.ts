import { countEach } from '../../../core/collections/count-each.ts';
import { groupBy } from '../../../core/collections/group-by.ts';
import type { LeftOut } from '../../../core/book.ts';
import { countWordsOf } from '../../../text/count-words.ts';
import { readableText } from '../layout/readable-text.ts';
import { median } from '../../../core/statistics.ts';
import type { Fragment, PdfPage } from '../layout/pdf-page.ts';
import { isPageNumberOnly, pageNumberValue, maskNumbers } from './page-numbers.ts';
import { toRows } from '../layout/to-rows.ts';
import type { Row } from '../layout/to-rows.ts';
import { isGenericTitle } from '../../titles/title-patterns.ts';
import { isChapterTitle, isPartTitle } from './titles.ts';

/** The outermost row of a page that has not been removed yet. */
interface EdgeRow {
  readonly page: PdfPage;
  readonly row: Row;
  readonly text: string;
  /** The text with its numbers masked. */
  readonly key: string;
  /** Looks like the beginning of a chapter. It is a running head only if a neighboring page has the same words. */
  readonly isHeading: boolean;
  /** Clearly set apart from the text of the page. */
  readonly isApart: boolean;
  /** Set apart from the text together with the next row. */
  readonly isApartAsTwo: boolean;
  /** Page number in the row minus the page's position in the file, which is equal on all pages of one numbering. */
  readonly offsets: readonly number[];
}

type Side = 'top' | 'bottom';
/** Headers and footers of more rows than this are text. */
const maxEdgeRows = 3;
/** Largest vertical difference between running heads of two pages, in points. */
const maxDrift = 6;

/** The pages without running heads, and the report entries for these. */
export interface RunningHeadRemoval {
  readonly pages: readonly PdfPage[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Removes running headers, footers and page numbers: rows at the edge of the page that recur on other pages at the same
 * height (left and right pages may differ), that contain the page number, or that are in the same place as those.
 */
export function removeRunningHeads(pages: readonly PdfPage[]): RunningHeadRemoval {
  const rows = new Map(pages.map((page) => [page, toRows(page.fragments)]));
  const removedRows: EdgeRow[] = [];
  const inside = rowsInside([...rows.values()]);
  for (const side of ['top', 'bottom'] as const) {
    for (let round = 0; round < maxEdgeRows; round += 1) {
      const edges = pages
        .flatMap((page) => edgeOf(page, rows.get(page) ?? [], side))
        .filter((edge) => !isSubhead(edge, inside));
      const found = findRunning(edges, pages.length);
      if (found.length === 0) break;
      for (const edge of found) {
        rows.set(
          edge.page,
          (rows.get(edge.page) ?? []).filter((row) => row !== edge.row),
        );
        removedRows.push(edge);
      }
    }
  }
  const removed = new Set<Fragment>(removedRows.flatMap((edge) => edge.row.fragments));
  // In a book with one line per page, the rows that look like running heads are the text.
  if (pages.every((page) => page.fragments.every((one) => removed.has(one)))) return { pages, leftOut: [] };
  return {
    pages: pages.map((page) => ({ ...page, fragments: page.fragments.filter((one) => !removed.has(one)) })),
    leftOut: summaryOf(removedRows),
  };
}

/** Rows that stand again and again within pages, and at the top of others by chance, are subheads. */
const minInside = 2;

/** Counts the rows within pages by their text and size. */
function rowsInside(pages: readonly (readonly Row[])[]): ReadonlyMap<string, number> {
  return countEach(pages.flatMap((rows) => rows.slice(maxEdgeRows, -maxEdgeRows)).map(keyOfRow));
}

function keyOfRow(row: Row): string {
  return `${Math.round(row.size)} ${rowText(row)}`;
}

function isSubhead({ row }: EdgeRow, inside: ReadonlyMap<string, number>): boolean {
  return (inside.get(keyOfRow(row)) ?? 0) >= minInside;
}

function edgeOf(page: PdfPage, rows: readonly Row[], side: Side): EdgeRow[] {
  const [row, second, third] = side === 'top' ? rows : rows.slice(-3).toReversed();
  if (row === undefined) return [];
  // Only the outer fifth is an edge: a row in the middle of an almost empty page is text.
  const height = row.baseline / page.height;
  if (side === 'top' ? height > 0.2 : height < 0.8) return [];
  const text = rowText(row);
  const leading = median(rows.slice(1).map((one, index) => one.baseline - (rows[index]?.baseline ?? 0)));
  const words = text.split(' ');
  const offsets = [words[0], words.at(-1)].flatMap((word) => {
    const value = pageNumberValue(word ?? '');
    return value === undefined ? [] : [value - page.number];
  });
  const usual = median(rows.map((one) => one.size));
  const isApart = isFar(row, second, leading) || row.size < 0.93 * usual;
  const isApartAsTwo = third !== undefined && second !== undefined && isFar(second, third, leading);
  const isHeading = row.size > 1.35 * usual || startsChapter(text);
  return [{ page, row, text, key: maskNumbers(text), isHeading, isApart, isApartAsTwo, offsets }];
}

function isFar(row: Row, inner: Row | undefined, leading: number): boolean {
  return inner === undefined || Math.abs(inner.baseline - row.baseline) > 1.3 * Math.min(leading, 2 * row.size);
}

function startsChapter(text: string): boolean {
  return isChapterTitle(text) || isPartTitle(text);
}

function rowText(row: Row): string {
  return readableText(row.fragments.map((one) => one.runs.map((run) => run.text).join('')).join(' '));
}

function findRunning(edges: readonly EdgeRow[], pageCount: number): EdgeRow[] {
  const numberings = frequent(edges.flatMap((edge) => [...new Set(edge.offsets)]));
  const small = edges.filter(
    (edge) =>
      !edge.isHeading ||
      isTitleWithPage(edge, numberings) ||
      edges.some((other) => isSamePageNumber(edge, other)) ||
      edges.some((other) => other !== edge && isSameTitle(edge, other)),
  );
  const certain = small.filter((edge) => repeats(edge, small, pageCount) || countsPages(edge, small, numberings));
  if (certain.length < 3 || certain.length < pageCount * 0.2) return certain;
  return small.filter(
    (edge) => certain.includes(edge) || (edge.isApart && certain.some((other) => isSamePlace(edge, other))),
  );
}

/** The title of a chapter has no page number beside its own. */
function isTitleWithPage({ text, offsets }: EdgeRow, numberings: ReadonlySet<number>): boolean {
  const title = removePageNumber(text);
  return title !== text && startsChapter(title) && offsets.some((offset) => numberings.has(offset));
}

/** A page number can be large on a page of small print, where the number of a chapter would be a heading. */
function isSamePageNumber(edge: EdgeRow, other: EdgeRow): boolean {
  if (other.isHeading || !isPageNumberOnly(edge.key) || other.key !== edge.key) return false;
  return isSamePlace(edge, other) && sharesOffset(edge, other);
}

/** Chapters of two parts can share a title, so only a neighboring page counts. */
function isSameTitle(edge: EdgeRow, other: EdgeRow): boolean {
  if (Math.abs(edge.page.number - other.page.number) > 2) return false;
  return (
    Math.abs(other.row.baseline - edge.row.baseline) < maxDrift &&
    removePageNumber(edge.text) === removePageNumber(other.text)
  );
}

/** Removes the page number at the beginning or the end. */
function removePageNumber(text: string): string {
  const words = text.split(' ');
  const isNumber = (word: string | undefined) => words.length > 2 && pageNumberValue(word ?? '') !== undefined;
  if (isNumber(words.at(-1))) return words.slice(0, -1).join(' ');
  return isNumber(words[0]) ? words.slice(1).join(' ') : text;
}

function repeats(edge: EdgeRow, edges: readonly EdgeRow[], pageCount: number): boolean {
  const same = edges.filter(
    (other) => other.key === edge.key && Math.abs(other.row.baseline - edge.row.baseline) < maxDrift,
  );
  const enough = pageCount < 6 ? 2 : 3;
  if (!/[\p{L}\p{N}]/u.test(edge.key)) return false;
  return edge.isApart ? same.length >= enough && areNeighbors(same) : edge.isApartAsTwo && opensHead(edge, edges);
}

/** Left and right pages can differ, and a page without text or with a picture can stand between. A subhead is anywhere. */
const maxPagesBetween = 4;

function areNeighbors(edges: readonly EdgeRow[]): boolean {
  const numbers = edges.map(({ page }) => page.number).toSorted((one, other) => one - other);
  const near = numbers.filter((number, index) => index > 0 && number - (numbers[index - 1] ?? 0) <= maxPagesBetween);
  return near.length * 2 >= numbers.length - 1;
}

/** The first of two rows repeats on pages next to each other. Above the scenes of a play, the act does, too. */
function opensHead(edge: EdgeRow, edges: readonly EdgeRow[]): boolean {
  if (isGenericTitle(edge.text) || !edges.some((other) => other !== edge && isSameTitle(edge, other))) return false;
  const title = removePageNumber(edge.text);
  const same = edges.filter(
    (other) => removePageNumber(other.text) === title && Math.abs(other.row.baseline - edge.row.baseline) < maxDrift,
  );
  const numbered = same.filter(({ text }) => text !== title);
  const countPages = numbered.every((one) => numbered.every((other) => sharesOffset(one, other)));
  return same.length >= 3 && countPages;
}

function sharesOffset(one: EdgeRow, other: EdgeRow): boolean {
  return one.offsets.some((offset) => other.offsets.includes(offset));
}

function countsPages(edge: EdgeRow, edges: readonly EdgeRow[], numberings: ReadonlySet<number>): boolean {
  const isNumber = isPageNumberOnly(edge.key);
  if (edges.length === 1) return isNumber && edge.isApart && edge.offsets.includes(0);
  if (!edge.offsets.some((offset) => numberings.has(offset))) return false;
  return isNumber || (edge.isApart && edges.some((other) => other !== edge && other.key === edge.key));
}

/** Returns the offsets that at least two pages and 2 % of all offsets share. */
function frequent(offsets: readonly number[]): Set<number> {
  return new Set(
    [...countEach(offsets)]
      .filter(([, count]) => count >= Math.max(2, offsets.length * 0.02))
      .map(([offset]) => offset),
  );
}

function isSamePlace(edge: EdgeRow, other: EdgeRow): boolean {
  return Math.abs(edge.row.baseline - other.row.baseline) < 2 && Math.abs(edge.row.size - other.row.size) < 0.5;
}

function summaryOf(rows: readonly EdgeRow[]): LeftOut[] {
  const groups = groupBy(rows, ({ key }) => (isPageNumberOnly(key) ? '#' : key));
  return [...groups].map(([key, edges]) => ({
    document: `page ${edges[0]?.page.number ?? 0}`,
    reason: 'running-head',
    words: countWordsOf(edges),
    about: `${key === '#' ? 'Page numbers' : edges[0]?.text} (on ${edges.length} ${edges.length === 1 ? 'page' : 'pages'})`,
  }));
}
