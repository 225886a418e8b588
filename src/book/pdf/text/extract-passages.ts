import type { LeftOut } from '../../../core/book.ts';
import { countWords } from '../../../text/count-words.ts';
import type { PrintedEntry } from './printed-contents.ts';
import { attachPictures } from './attach-pictures.ts';
import { removeContentsList } from './remove-contents-list.ts';
import { extractFootnotes } from './extract-footnotes.ts';
import type { Footnote } from './extract-footnotes.ts';
import { removeLicence } from './sort-front-matter.ts';
import { markHeadings } from './mark-headings.ts';
import { countLineWords } from './join-lines.ts';
import { removeLineNumbers } from './remove-line-numbers.ts';
import type { PagePicture } from '../layout/page-picture.ts';
import type { Line, PdfPage } from '../layout/pdf-page.ts';
import { pageLines } from '../layout/page-lines.ts';
import { toPassages } from './to-passages.ts';
import type { Passage } from './to-passages.ts';
import { removeRunningHeads } from './remove-running-heads.ts';
import { markVerse } from './mark-verse.ts';
import type { LeaveOutRules } from '../../leave-out-rules.ts';

/** The text of a PDF, with everything removed that is on the page only for the eye. */
export interface ExtractedText {
  /** All lines in reading order, including front matter and notes. */
  readonly lines: readonly Line[];
  readonly passages: readonly Passage[];
  readonly notes: readonly Footnote[];
  /** Entries of the printed table of contents. */
  readonly printedContents: readonly PrintedEntry[];
  /** The font size, in points, in which most of the book is set. */
  readonly bodySize: number;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Turns the fragments of pages into paragraphs and notes. The order of the steps matters: each needs the output of the
 * ones before it.
 *
 * 1. Line numbers go first: running heads are found as whole rows, and a number beside a row would change its text.
 * 2. Running heads and page numbers are rows of the whole page. They go before lines, which are rows of one column.
 * 3. Body size and word frequencies come from all lines, because the steps below need them.
 * 4. The table of contents goes before footnotes: its entries can be small and numbered, as notes are.
 * 5. Footnotes go before paragraphs are formed, so that a paragraph can continue on the next page.
 * 6. Headings are marked before verse: a row of short headings looks like verse.
 * 7. Pictures are put beside paragraphs while all of them are there, with their lines.
 * 8. The licence goes last: it is found by the wording of whole paragraphs.
 */
export function extractPassages(
  pages: readonly PdfPage[],
  rules: LeaveOutRules,
  pictures: readonly PagePicture[] = [],
): ExtractedText {
  const heads = removeRunningHeads(pages.map(removeLineNumbers));
  const lines = pageLines(heads.pages);
  const bodySize = bodySizeOf(lines);
  const frequencies = countLineWords(lines.map((line) => line.text));
  const contents = removeContentsList(lines, bodySize, pages.length);
  const { lines: body, notes } = extractFootnotes(contents.lines, bodySize, frequencies);
  const passages = markVerse(markHeadings(toPassages(body, bodySize, frequencies), bodySize));
  const licence = removeLicence(attachPictures(passages, body, pictures), rules);
  return {
    lines,
    passages: licence.kept,
    notes,
    printedContents: contents.entries,
    bodySize,
    leftOut: [...contents.leftOut, ...licence.leftOut, ...heads.leftOut, ...rotatedText(pages)],
  };
}

/** Returns the font size, in points, in which most of the book is set. */
function bodySizeOf(lines: readonly Line[]): number {
  const characters = new Map<number, number>();
  for (const line of lines) {
    const size = Math.round(line.size * 2) / 2;
    characters.set(size, (characters.get(size) ?? 0) + line.text.length);
  }
  return [...characters].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}

function rotatedText(pages: readonly PdfPage[]): LeftOut[] {
  const groups = new Map<string, number[]>();
  for (const page of pages) {
    if (page.rotated.length === 0) continue;
    const text = page.rotated.join(' ');
    groups.set(text, [...(groups.get(text) ?? []), page.number]);
  }
  return [...groups].map(([text, on]) => ({
    document: `page ${on[0] ?? 0}`,
    reason: 'running-head',
    words: countWords(text) * on.length,
    about: `Rotated: ${text.slice(0, 80)} (on ${on.length} ${on.length === 1 ? 'page' : 'pages'})`,
  }));
}
