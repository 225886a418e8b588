import type { LeftOut } from '../../../core/book.ts';
import { countWords } from '../../../text/count-words.ts';
import { bodySize } from '../layout/body-size.ts';
import { withoutContentsList } from './contents-list.ts';
import { withoutFootnotes } from './footnotes.ts';
import type { Footnote } from './footnotes.ts';
import { withoutLicence } from './front-matter.ts';
import { withHeadings } from './headings.ts';
import { vocabularyOf } from './hyphenation.ts';
import { withoutLineNumbers } from './line-numbers.ts';
import type { Line, PdfPage } from '../layout/page.ts';
import { pageLines } from '../layout/page-lines.ts';
import { toPassages } from './paragraphs.ts';
import type { Passage } from './paragraphs.ts';
import { withoutRunningHeads } from './running-heads.ts';
import { withVerse } from './verse.ts';
import type { Wishes } from './wishes.ts';

export interface CleanText {
  /** All lines in reading order, front matter and notes among them. */
  readonly lines: readonly Line[];
  readonly passages: readonly Passage[];
  readonly notes: readonly Footnote[];
  readonly bodySize: number;
  readonly leftOut: readonly LeftOut[];
}

/** From pieces of text on pages to paragraphs and notes, without what stands on the page for the eye only. */
export function cleanText(pages: readonly PdfPage[], wishes: Wishes): CleanText {
  const heads = withoutRunningHeads(pages.map(withoutLineNumbers));
  const lines = pageLines(heads.pages);
  const size = bodySize(lines);
  const vocabulary = vocabularyOf(lines.map((line) => line.text));
  const contents = withoutContentsList(lines, size, pages.length);
  const { lines: body, notes } = withoutFootnotes(contents.lines, size, vocabulary);
  const passages = withVerse(withHeadings(toPassages(body, size, vocabulary), size));
  const licence = withoutLicence(passages, wishes);
  return {
    lines,
    passages: licence.kept,
    notes,
    bodySize: size,
    leftOut: [...contents.leftOut, ...licence.leftOut, ...heads.leftOut, ...rotatedText(pages)],
  };
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
