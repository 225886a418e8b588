import type { LeftOut } from '../../../core/book.ts';
import { countWords } from '../../../text/count-words.ts';
import { removeContentsList } from './remove-contents-list.ts';
import { extractFootnotes } from './extract-footnotes.ts';
import type { Footnote } from './extract-footnotes.ts';
import { removeLicence } from './sort-front-matter.ts';
import { markHeadings } from './mark-headings.ts';
import { countLineWords } from './join-lines.ts';
import { removeLineNumbers } from './remove-line-numbers.ts';
import type { Line, PdfPage } from '../layout/pdf-page.ts';
import { pageLines } from '../layout/page-lines.ts';
import { toPassages } from './to-passages.ts';
import type { Passage } from './to-passages.ts';
import { removeRunningHeads } from './remove-running-heads.ts';
import { markVerse } from './mark-verse.ts';
import type { LeaveOutRules } from '../../leave-out-rules.ts';

export interface ExtractedText {
  /** All lines in reading order, front matter and notes among them. */
  readonly lines: readonly Line[];
  readonly passages: readonly Passage[];
  readonly notes: readonly Footnote[];
  readonly bodySize: number;
  readonly leftOut: readonly LeftOut[];
}

/** From pieces of text on pages to paragraphs and notes, without what stands on the page for the eye only. */
export function extractPassages(pages: readonly PdfPage[], rules: LeaveOutRules): ExtractedText {
  const heads = removeRunningHeads(pages.map(removeLineNumbers));
  const lines = pageLines(heads.pages);
  const bodySize = bodySizeOf(lines);
  const vocabulary = countLineWords(lines.map((line) => line.text));
  const contents = removeContentsList(lines, bodySize, pages.length);
  const { lines: body, notes } = extractFootnotes(contents.lines, bodySize, vocabulary);
  const passages = markVerse(markHeadings(toPassages(body, bodySize, vocabulary), bodySize));
  const licence = removeLicence(passages, rules);
  return {
    lines,
    passages: licence.kept,
    notes,
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
