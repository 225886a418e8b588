import { addTo } from '../../../core/collections/add-to.ts';
import type { LeftOut } from '../../../core/book.ts';
import { countWords } from '../../../text/count-words.ts';
import type { PrintedEntry } from './printed-contents.ts';
import { attachPictures } from './attach-pictures.ts';
import { removeContentsList } from './remove-contents-list.ts';
import { extractFootnotes } from './extract-footnotes.ts';
import type { Footnote } from './extract-footnotes.ts';
import { removeLicence } from './sort-front-matter.ts';
import { markHeadings } from './mark-headings.ts';
import { bookWords } from './book-words.ts';
import { removeLineNumbers } from './remove-line-numbers.ts';
import type { PagePicture, Line, PdfPage } from '../layout/pdf-page.ts';
import { pageLines } from '../layout/page-lines.ts';
import { titleLines } from './title-lines.ts';
import type { PageTitle } from './title-lines.ts';
import { toPassages } from './to-passages.ts';
import type { Passage } from './to-passages.ts';
import { removeRunningHeads } from './remove-running-heads.ts';
import { markVerse } from './mark-verse.ts';
import type { LeaveOutRules } from '../../leave-out-rules.ts';

/** The text of a PDF, with everything removed that is on the page only for the eye. */
export interface ExtractedText {
  readonly passages: readonly Passage[];
  readonly notes: readonly Footnote[];
  /** Entries of the printed table of contents. */
  readonly printedContents: readonly PrintedEntry[];
  /** The font size, in points, in which most of the book is set. */
  readonly bodySize: number;
  readonly leftOut: readonly LeftOut[];
}

/** The lines of pages, and what was left out of them. */
interface PageText {
  /** In reading order, including front matter and notes. */
  readonly lines: readonly Line[];
  readonly leftOut: readonly LeftOut[];
  readonly pageCount: number;
}

/** Options for joining lines to paragraphs. */
interface PassageOptions {
  /** BCP-47 code of the book. */
  readonly language: string;
  readonly rules: LeaveOutRules;
  readonly pictures: readonly PagePicture[];
  readonly titles: readonly PageTitle[];
}

/** Returns the lines of pages without line numbers, running heads and page numbers. */
export function readLines(pages: readonly PdfPage[]): PageText {
  const heads = removeRunningHeads(pages.map(removeLineNumbers));
  return {
    lines: pageLines(heads.pages),
    leftOut: [...heads.leftOut, ...rotatedText(pages)],
    pageCount: pages.length,
  };
}

/**
 * Turns the fragments of pages into paragraphs and notes. The order of the steps matters: each needs the output of the
 * ones before it.
 *
 * 1. Line numbers go first: running heads are found as whole rows, and a number beside a row would change its text.
 * 2. Running heads and page numbers are rows of the whole page. They go before lines, which are rows of one column.
 * 3. Body size and the words of the book come from all lines, because the steps below need them.
 * 4. The table of contents goes before footnotes: its entries can be small and numbered, as notes are.
 * 5. Footnotes go before paragraphs are formed, so that a paragraph can continue on the next page.
 * 6. Headings are marked before verse: a row of short headings looks like verse.
 * 7. Pictures are put beside paragraphs while all of them are there, with their lines.
 * 8. The licence goes last: it is found by the wording of whole paragraphs.
 */
export function extractPassages(text: PageText, { language, rules, pictures, titles }: PassageOptions): ExtractedText {
  const { lines } = text;
  const bodySize = bodySizeOf(lines);
  const words = bookWords(
    lines.map((line) => line.text),
    language,
  );
  const contents = removeContentsList(lines, bodySize, text.pageCount);
  const { lines: body, notes } = extractFootnotes(contents.lines, bodySize, words);
  const facts = { bodySize, words, titles: titleLines(body, titles) };
  const passages = markVerse(markHeadings(toPassages(body, facts), bodySize));
  const licence = removeLicence(attachPictures(passages, body, pictures), rules);
  return {
    passages: licence.kept,
    notes,
    printedContents: contents.entries,
    bodySize,
    leftOut: [...contents.leftOut, ...licence.leftOut, ...text.leftOut],
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
    addTo(groups, text, page.number);
  }
  return [...groups].map(([text, on]) => ({
    document: `page ${on[0] ?? 0}`,
    reason: 'running-head',
    words: countWords(text) * on.length,
    about: `Rotated: ${text.slice(0, 80)} (on ${on.length} ${on.length === 1 ? 'page' : 'pages'})`,
  }));
}
