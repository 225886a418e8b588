import type { Line } from '../layout/pdf-page.ts';

/** An entry of a printed table of contents. */
export interface PrintedEntry {
  readonly title: string;
  /** Lines above it without a page number, which can be the beginning of its title. */
  readonly above: string;
  /** Page number as printed, in Arabic digits; undefined without one. */
  readonly pageNumber?: number | undefined;
  /** Left edge in points. */
  readonly left: number;
}

/** Dots that lead to a page number. A sentence can end in four dots, but not in dots and a number. */
const dotLeaders = /\s*(?:[.·…_]\s?){5,}\s*(?:\p{Nd}{1,4}|[ivxlc]{1,7})$/iu;
const endsWithPage = /\s(?:\p{Nd}{1,4}|[ivxlc]{1,7})$/iu;
const maxEntryLength = 120;

/** Reports whether a line has dot leaders and a page number. */
export function hasDotLeaders(line: Line): boolean {
  return dotLeaders.test(line.text);
}

/** Reports whether a line looks like an entry with a page number. */
export function isNumberedEntry(line: Line): boolean {
  return hasDotLeaders(line) || (line.text.length <= maxEntryLength && endsWithPage.test(line.text));
}

/** Reads the entries of a list. In a list without page numbers every line is an entry. */
export function printedEntries(lines: readonly Line[]): PrintedEntry[] {
  const isNumbered = lines.filter((line) => isNumberedEntry(line)).length >= Math.max(2, lines.length / 4);
  const entries: PrintedEntry[] = [];
  let above: Line[] = [];
  for (const line of lines) {
    if (isNumbered && !isNumberedEntry(line)) {
      above.push(line);
      continue;
    }
    const { title, pageNumber } = isNumbered ? withoutPage(line.text) : { title: line.text, pageNumber: undefined };
    const first = above[0] ?? line;
    if (/\p{L}|\p{N}/u.test(title))
      entries.push({ title, above: above.map(({ text }) => text).join(' '), pageNumber, left: first.left });
    above = [];
  }
  return entries;
}

function withoutPage(text: string): { readonly title: string; readonly pageNumber: number | undefined } {
  const number = /\p{Nd}{1,4}$/u.exec(text)?.[0];
  const title = text
    .replace(dotLeaders, '')
    .replace(endsWithPage, '')
    .replace(/[\s.·…_]+$/u, '');
  return { title, pageNumber: number === undefined ? undefined : Number(number.normalize('NFKC')) };
}
