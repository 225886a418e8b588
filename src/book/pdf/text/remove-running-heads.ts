import type { LeftOut } from '../../../core/book.ts';
import { countWordsOf } from '../../../text/count-words.ts';
import { readableText } from '../layout/readable-text.ts';
import { median } from '../layout/median.ts';
import type { Fragment, PdfPage } from '../layout/pdf-page.ts';
import { isPageNumberOnly, pageNumberValue, maskNumbers } from './page-numbers.ts';
import { toRows } from '../layout/to-rows.ts';
import type { Row } from '../layout/to-rows.ts';
import { isChapterTitle, isPartTitle } from './titles.ts';

/** The outermost row of a page that has not been taken away yet. */
interface Edge {
  readonly page: PdfPage;
  readonly row: Row;
  readonly text: string;
  readonly key: string;
  /** Looks or reads like the beginning of a chapter: only the very same words on another page make it a running head. */
  readonly isHeading: boolean;
  /** Stands clearly off the text of the page. */
  readonly apart: boolean;
  /** Page number in it, minus the page's place in the file: the same on all pages of one numbering. */
  readonly offsets: readonly number[];
}

type Side = 'top' | 'bottom';
/** Heads and feet of more rows than this are text. */
const maxEdgeRows = 3;
/** How far a running head may move between two pages, in points. */
const maxDrift = 6;

export interface WithoutRunningHeads {
  readonly pages: readonly PdfPage[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Takes running heads, running feet and page numbers away: rows at the edge of the page that come again on other
 * pages at the same height (left and right pages may differ), that count the pages, or that stand where those stand.
 */
export function removeRunningHeads(pages: readonly PdfPage[]): WithoutRunningHeads {
  const rows = new Map(pages.map((page) => [page, toRows(page.fragments)]));
  const taken: Edge[] = [];
  for (const side of ['top', 'bottom'] as const) {
    for (let round = 0; round < maxEdgeRows; round += 1) {
      const edges = pages.flatMap((page) => edgeOf(page, rows.get(page) ?? [], side));
      const found = findRunning(edges, pages.length);
      if (found.length === 0) break;
      for (const edge of found) {
        rows.set(
          edge.page,
          (rows.get(edge.page) ?? []).filter((row) => row !== edge.row),
        );
        taken.push(edge);
      }
    }
  }
  const gone = new Set<Fragment>(taken.flatMap((edge) => edge.row.fragments));
  // A book of one line a page: what looks like running heads is all there is to read.
  if (pages.every((page) => page.fragments.every((one) => gone.has(one)))) return { pages, leftOut: [] };
  return {
    pages: pages.map((page) => ({ ...page, fragments: page.fragments.filter((one) => !gone.has(one)) })),
    leftOut: summary(taken),
  };
}

function edgeOf(page: PdfPage, rows: readonly Row[], side: Side): Edge[] {
  const row = side === 'top' ? rows[0] : rows.at(-1);
  const inner = side === 'top' ? rows[1] : rows.at(-2);
  if (row === undefined) return [];
  // The edge of the page is its outer fifth: a row in the middle of an almost empty page is text.
  const height = row.baseline / page.height;
  if (side === 'top' ? height > 0.2 : height < 0.8) return [];
  const text = rowText(row);
  const leading = median(rows.slice(1).map((one, index) => one.baseline - (rows[index]?.baseline ?? 0)));
  const distance = inner === undefined ? Infinity : Math.abs(inner.baseline - row.baseline);
  const words = text.split(' ');
  const offsets = [words[0], words.at(-1)].flatMap((word) => {
    const value = pageNumberValue(word ?? '');
    return value === undefined ? [] : [value - page.number];
  });
  const usual = median(rows.map((one) => one.size));
  const apart = distance > 1.3 * Math.min(leading, 2 * row.size) || row.size < 0.93 * usual;
  const isHeading = row.size > 1.35 * usual || isChapterTitle(text) || isPartTitle(text);
  return [{ page, row, text, key: maskNumbers(text), isHeading, apart, offsets }];
}

function rowText(row: Row): string {
  return readableText(row.fragments.map((one) => one.runs.map((run) => run.text).join('')).join(' '));
}

function findRunning(edges: readonly Edge[], pageCount: number): Edge[] {
  const numberings = frequent(edges.flatMap((edge) => [...new Set(edge.offsets)]));
  const small = edges.filter(
    (edge) => !edge.isHeading || edges.some((other) => other !== edge && isSameTitle(edge, other)),
  );
  const sure = small.filter((edge) => repeats(edge, small, pageCount) || countsPages(edge, small, numberings));
  if (sure.length < 3 || sure.length < pageCount * 0.2) return sure;
  return small.filter((edge) => sure.includes(edge) || (edge.apart && sure.some((other) => isSamePlace(edge, other))));
}

/** The chapters of two parts can have one title; a running head stands on neighbouring pages. */
function isSameTitle(edge: Edge, other: Edge): boolean {
  if (Math.abs(edge.page.number - other.page.number) > 2) return false;
  return (
    Math.abs(other.row.baseline - edge.row.baseline) < maxDrift && withoutPage(edge.text) === withoutPage(other.text)
  );
}

/** A running head without the page number at one of its ends. */
function withoutPage(text: string): string {
  const words = text.split(' ');
  const isNumber = (word: string | undefined) => words.length > 2 && pageNumberValue(word ?? '') !== undefined;
  if (isNumber(words.at(-1))) return words.slice(0, -1).join(' ');
  return isNumber(words[0]) ? words.slice(1).join(' ') : text;
}

function repeats(edge: Edge, edges: readonly Edge[], pageCount: number): boolean {
  const same = edges.filter(
    (other) => other.key === edge.key && Math.abs(other.row.baseline - edge.row.baseline) < maxDrift,
  ).length;
  const enough = pageCount < 6 ? 2 : 3;
  return same >= enough && /[\p{L}\p{N}]/u.test(edge.key) && edge.apart;
}

function countsPages(edge: Edge, edges: readonly Edge[], numberings: ReadonlySet<number>): boolean {
  const isNumber = isPageNumberOnly(edge.key);
  if (edges.length === 1) return isNumber && edge.apart && edge.offsets.includes(0);
  if (!edge.offsets.some((offset) => numberings.has(offset))) return false;
  return isNumber || (edge.apart && edges.some((other) => other !== edge && other.key === edge.key));
}

/** Offsets that at least two pages share, and a fair part of all pages. */
function frequent(offsets: readonly number[]): Set<number> {
  const counts = new Map<number, number>();
  for (const offset of offsets) counts.set(offset, (counts.get(offset) ?? 0) + 1);
  return new Set(
    [...counts].filter(([, count]) => count >= Math.max(2, offsets.length * 0.02)).map(([offset]) => offset),
  );
}

function isSamePlace(edge: Edge, other: Edge): boolean {
  return Math.abs(edge.row.baseline - other.row.baseline) < 2 && Math.abs(edge.row.size - other.row.size) < 0.5;
}

function summary(taken: readonly Edge[]): LeftOut[] {
  const groups = new Map<string, Edge[]>();
  for (const edge of taken) {
    const key = isPageNumberOnly(edge.key) ? '#' : edge.key;
    groups.set(key, [...(groups.get(key) ?? []), edge]);
  }
  return [...groups].map(([key, edges]) => ({
    document: `page ${edges[0]?.page.number ?? 0}`,
    reason: 'running-head',
    words: countWordsOf(edges),
    about: `${key === '#' ? 'Page numbers' : edges[0]?.text} (on ${edges.length} ${edges.length === 1 ? 'page' : 'pages'})`,
  }));
}
