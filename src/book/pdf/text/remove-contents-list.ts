import { addTo } from '../../../core/collections/add-to.ts';
import type { LeftOut } from '../../../core/book.ts';
import { countWordsOf } from '../../../text/count-words.ts';
import type { Line } from '../layout/pdf-page.ts';
import { normalizeTitle } from '../../titles/same-title.ts';
import { hasDotLeaders, isNumberedEntry, printedEntries } from './printed-contents.ts';
import type { PrintedEntry } from './printed-contents.ts';
import { leaveOutReason } from './titles.ts';

/** The lines without the table of contents, and the report entry for it. */
export interface ContentsListRemoval {
  readonly lines: readonly Line[];
  readonly leftOut: readonly LeftOut[];
  readonly entries: readonly PrintedEntry[];
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
  const withLeaders = lines.filter((line) => isOutside(line) && hasDotLeaders(line) && /\p{L}/u.test(line.text));
  if (withLeaders.length >= 3) withLeaders.forEach((line) => removed.add(line));
  const removedLines = lines.filter((line) => removed.has(line));
  const first = removedLines[0];
  if (first === undefined) return { lines, leftOut: [], entries: [] };
  const words = countWordsOf(removedLines);
  return {
    lines: lines.filter((line) => !removed.has(line)),
    leftOut: [{ document: `page ${first.page}`, reason: 'contents', words, about: first.text }],
    entries: printedEntries(removedLines.filter((line) => leaveOutReason(line.text) !== 'contents')),
  };
}

/** Returns the heading and its entries, up to the text or to the first page with few entries. */
function listFrom(lines: readonly Line[], bodySize: number): Line[] {
  const [heading] = lines;
  if (heading === undefined) return [];
  const pages = new Map<number, Line[]>();
  for (const line of lines.slice(1, 2000)) addTo(pages, line.page, line);
  const list = [heading];
  for (const page of pages.values()) {
    const entries = page.filter((line) => isNumberedEntry(line)).length;
    if (page[0]?.page !== heading.page && entries < page.length * 0.5) break;
    const length = entries > 2 ? numberedLength(page, bodySize) : unnumberedLength(page, bodySize);
    list.push(...page.slice(0, length));
    if (length < page.length) break;
  }
  return list;
}

/** A list with page numbers ends with its last entry: below are the first lines of the text. */
function numberedLength(page: readonly Line[], bodySize: number): number {
  let length = 0;
  for (const [index, line] of page.entries()) {
    if (isNumberedEntry(line)) length = index + 1;
    else if (index - length >= maxLinesBetweenEntries || isOtherHeading(line, bodySize)) break;
  }
  return length;
}

/** Lines of a long title, or the titles of parts. */
const maxLinesBetweenEntries = 4;

/** A list without page numbers ends where one of its titles stands again, or before a long line. */
function unnumberedLength(page: readonly Line[], bodySize: number): number {
  const titles = new Set<string>();
  const end = page.findIndex((line) => {
    const title = normalizeTitle(line.text);
    if (titles.has(title)) return true;
    titles.add(title);
    return !isNumberedEntry(line) && (line.text.length > 80 || isOtherHeading(line, bodySize));
  });
  return end === -1 ? page.length : end;
}

function isOtherHeading(line: Line, bodySize: number): boolean {
  return line.size >= bodySize * 1.15 || (leaveOutReason(line.text) ?? 'contents') !== 'contents';
}
