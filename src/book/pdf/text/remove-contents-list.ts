import type { LeftOut } from '../../../core/book.ts';
import { countWordsOf } from '../../../text/count-words.ts';
import type { Line } from '../layout/pdf-page.ts';
import { leaveOutReason } from './titles.ts';

/** Dots that lead to a page number. A sentence can end in four dots, but not in dots and a number. */
const dotLeaders = /(?:[.·…_]\s?){5,}\s*(?:\p{Nd}{1,4}|[ivxlc]{1,7})$/iu;
const endsWithPage = /\s(?:\p{Nd}{1,4}|[ivxlc]{1,7})$/iu;

/** The lines without the table of contents, and the report entry for it. */
export interface ContentsListRemoval {
  readonly lines: readonly Line[];
  readonly leftOut: readonly LeftOut[];
}

/** Removes the printed table of contents: the list below its heading, and lines with dot leaders and a page number. */
export function removeContentsList(lines: readonly Line[], bodySize: number, pageCount: number): ContentsListRemoval {
  const removed = new Set<Line>();
  const lastFrontPage = Math.max(3, Math.min(40, pageCount * 0.2));
  for (const [index, line] of lines.entries()) {
    if (
      line.page <= lastFrontPage &&
      !removed.has(line) &&
      line.cells.length === 1 &&
      leaveOutReason(line.text) === 'contents'
    ) {
      for (const one of listFrom(lines.slice(index), bodySize)) removed.add(one);
    }
  }
  // Price lists and tables in the middle of a book have dot leaders too.
  const isOutside = (line: Line) => line.page <= lastFrontPage || line.page > pageCount * 0.9;
  const withLeaders = lines.filter((line) => isOutside(line) && dotLeaders.test(line.text) && /\p{L}/u.test(line.text));
  if (withLeaders.length >= 3) withLeaders.forEach((line) => removed.add(line));
  const removedLines = lines.filter((line) => removed.has(line));
  const first = removedLines[0];
  if (first === undefined) return { lines, leftOut: [] };
  const words = countWordsOf(removedLines);
  return {
    lines: lines.filter((line) => !removed.has(line)),
    leftOut: [{ document: `page ${first.page}`, reason: 'contents', words, about: first.text }],
  };
}

/** Returns the heading and its entries, up to the next large heading or the first page with few entries. */
function listFrom(lines: readonly Line[], bodySize: number): Line[] {
  const [heading] = lines;
  if (heading === undefined) return [];
  const pages = new Map<number, Line[]>();
  for (const line of lines.slice(1, 2000)) pages.set(line.page, [...(pages.get(line.page) ?? []), line]);
  const list = [heading];
  for (const page of pages.values()) {
    const entries = page.filter(isEntry).length;
    if (page[0]?.page !== heading.page && entries < page.length * 0.5) break;
    const end = page.findIndex((line) => endsList(line, entries > 2, bodySize));
    list.push(...(end === -1 ? page : page.slice(0, end)));
    if (end !== -1) break;
  }
  return list;
}

function isEntry(line: Line): boolean {
  return dotLeaders.test(line.text) || endsWithPage.test(line.text);
}

function endsList(line: Line, isNumbered: boolean, bodySize: number): boolean {
  if (isEntry(line)) return false;
  return (
    line.size >= bodySize * 1.15 ||
    (!isNumbered && line.text.length > 80) ||
    (leaveOutReason(line.text) ?? 'contents') !== 'contents'
  );
}
