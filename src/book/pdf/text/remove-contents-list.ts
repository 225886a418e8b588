import { countEach } from '../../../core/collections/count-each.ts';
import { groupBy } from '../../../core/collections/group-by.ts';
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

/** Returns the heading and its entries, up to the text or to the first page that does not go on with them. */
function listFrom(lines: readonly Line[], bodySize: number): Line[] {
  const [heading] = lines;
  if (heading === undefined) return [];
  const list = [heading];
  let last = 0;
  for (const page of groupBy(lines.slice(1, 2000), (line) => line.page).values()) {
    const entries = page.filter((line) => isNumberedEntry(line));
    if (page[0]?.page !== heading.page && !goesOn(page, entries, last)) break;
    const length = entries.length > 2 ? numberedLength(page, bodySize) : unnumberedLength(page, bodySize);
    list.push(...page.slice(0, length));
    if (length < page.length) break;
    last = pageNumbersOf(entries).at(-1) ?? last;
  }
  return list;
}

/** A page of long titles has fewer numbers than lines, but they rise from those of the page before. */
function goesOn(page: readonly Line[], entries: readonly Line[], last: number): boolean {
  if (entries.length >= page.length * 0.5) return true;
  const numbers = pageNumbersOf(entries);
  const rise = last > 0 && [last, ...numbers].every((number, index, all) => number >= (all[index - 1] ?? 0));
  return rise && numbers.length > 2 && numbers.length >= page.length * minNumberedShare;
}

function pageNumbersOf(entries: readonly Line[]): number[] {
  return entries.flatMap(({ text }) => Number(/\p{Nd}{1,4}$/u.exec(text)?.[0].normalize('NFKC') ?? NaN) || []);
}

/** One line of five, as of titles with what happens in their chapters. */
const minNumberedShare = 0.2;

/** A list with page numbers ends with its last entry, and with as many lines as stand below the others: then the text begins. */
function numberedLength(page: readonly Line[], bodySize: number): number {
  let length = 0;
  const lefts: number[] = [];
  for (const [index, line] of page.entries()) {
    if (isNumberedEntry(line)) {
      if (length > 0) lefts.push(...page.slice(length, index).map(({ left }) => Math.round(left)));
      length = index + 1;
    } else if (index - length >= maxLinesBetweenEntries || endsList(page, index, bodySize)) break;
  }
  const below = countEach(lefts);
  const rest = page.slice(length, length + maxLinesBetweenEntries);
  const isOfEntry = (line: Line) => (below.get(Math.round(line.left)) ?? 0) >= 2 && !isOtherHeading(line, bodySize);
  const end = rest.findIndex((line) => !isOfEntry(line));
  // The text below goes on for longer, or to the end of the page.
  return length + (end === -1 && rest.length < maxLinesBetweenEntries ? rest.length : 0);
}

/** A heading is that of a part of the list if entries stand below it. */
function endsList(page: readonly Line[], index: number, bodySize: number): boolean {
  if (!isOtherHeading(page[index], bodySize)) return false;
  const next = page.slice(index + 1, index + 4);
  return next.filter((line) => isNumberedEntry(line)).length < Math.max(1, Math.min(2, next.length));
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

function isOtherHeading(line: Line | undefined, bodySize: number): boolean {
  if (line === undefined) return false;
  return line.size >= bodySize * 1.15 || (leaveOutReason(line.text) ?? 'contents') !== 'contents';
}
