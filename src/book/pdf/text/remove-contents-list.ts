import type { LeftOut } from '../../../core/book.ts';
import { countWordsOf } from '../../../text/count-words.ts';
import type { Line } from '../layout/pdf-page.ts';
import { leaveOutReason } from './titles.ts';

/** Dots that lead to a page number; a sentence can end in four dots, but not in dots and a number. */
const dotLeaders = /(?:[.·…_]\s?){5,}\s*(?:\p{Nd}{1,4}|[ivxlc]{1,7})$/iu;
const endsWithPage = /\s(?:\p{Nd}{1,4}|[ivxlc]{1,7})$/iu;

export interface WithoutContentsList {
  readonly lines: readonly Line[];
  readonly leftOut: readonly LeftOut[];
}

/** Takes the printed table of contents away: the list under its heading, and lines that dots lead to a page number. */
export function removeContentsList(lines: readonly Line[], bodySize: number, pageCount: number): WithoutContentsList {
  const gone = new Set<Line>();
  const lastFrontPage = Math.max(3, Math.min(40, pageCount * 0.2));
  for (const [index, line] of lines.entries()) {
    if (
      line.page <= lastFrontPage &&
      !gone.has(line) &&
      line.cells.length === 1 &&
      leaveOutReason(line.text) === 'contents'
    ) {
      for (const one of listFrom(lines.slice(index), bodySize)) gone.add(one);
    }
  }
  // Price lists and tables in the middle of a book have leaders too.
  const isOutside = (line: Line) => line.page <= lastFrontPage || line.page > pageCount * 0.9;
  const led = lines.filter((line) => isOutside(line) && dotLeaders.test(line.text) && /\p{L}/u.test(line.text));
  if (led.length >= 3) led.forEach((line) => gone.add(line));
  const removed = lines.filter((line) => gone.has(line));
  const first = removed[0];
  if (first === undefined) return { lines, leftOut: [] };
  const words = countWordsOf(removed);
  return {
    lines: lines.filter((line) => !gone.has(line)),
    leftOut: [{ document: `page ${first.page}`, reason: 'contents', words, about: first.text }],
  };
}

/** The heading and its entries: up to the next large heading, or to the page where entries are no longer entries. */
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

function endsList(line: Line, numbered: boolean, bodySize: number): boolean {
  if (isEntry(line)) return false;
  return (
    line.size >= bodySize * 1.15 ||
    (!numbered && line.text.length > 80) ||
    (leaveOutReason(line.text) ?? 'contents') !== 'contents'
  );
}
