import type { Chapter } from '../../core/book.ts';
import { sizeInWordsOf } from '../../text/count-words.ts';
import type { PdfChapterStart } from './chapter-starts.ts';
import type { Passage } from './text/to-passages.ts';
import { isNumberOnly, titleKey } from './text/titles.ts';

/** A chapter before its notes are placed. */
export interface Section {
  readonly title: string;
  readonly source: Chapter['titleSource'];
  readonly passages: readonly Passage[];
}

/** A part's own text stands alone from this size in words on; a motto goes with the first chapter. */
const minPartWords = 150;

/** Divides passages at the starts. What stands before the first start is not part of any section. */
export function toSections(passages: readonly Passage[], starts: readonly PdfChapterStart[]): Section[] {
  const sections: Section[] = [];
  const isDoubled = doubledTitles(starts);
  const beginnings = starts.map((start, position) => beginning(start, starts[position - 1], passages));
  let held: readonly Passage[] = [];
  let part: string | undefined;
  for (const [position, start] of starts.entries()) {
    const own = passages.slice(beginnings[position], beginnings[position + 1]);
    const all = [...held, ...own];
    if (start.isPart) part = start.title;
    const waits = start.isPart && position < starts.length - 1 && sizeInWordsOf(all) < minPartWords;
    held = waits ? all : [];
    if (waits || all.length === 0) continue;
    const title = fullTitle(start, own);
    const named = isDoubled(start) && isNumberOnly(title) ? inPart(title, part) : title;
    sections.push({ title: named, source: start.source, passages: all });
  }
  return sections;
}

function inPart(title: string, part: string | undefined): string {
  return part === undefined ? title : `${part}, ${title}`;
}

/** `Chapter I` comes once in every part: such a title needs its part's name. */
function doubledTitles(starts: readonly PdfChapterStart[]): (start: PdfChapterStart) => boolean {
  const counts = new Map<string, number>();
  for (const { isPart, title } of starts) {
    if (!isPart) counts.set(titleKey(title), (counts.get(titleKey(title)) ?? 0) + 1);
  }
  return (start) => (counts.get(titleKey(start.title)) ?? 0) > 1;
}

/** A start takes the larger headings right above it along: `PART TWO` over `Chapter 9`. */
function beginning(start: PdfChapterStart, before: PdfChapterStart | undefined, passages: readonly Passage[]): number {
  if (before === undefined) return start.index;
  const own = passages[start.index];
  let index = start.index;
  while (index - 1 > before.index && leadsTo(passages[index - 1], own)) index -= 1;
  return index;
}

function leadsTo(above: Passage | undefined, own: Passage | undefined): boolean {
  if (above === undefined || own === undefined || above.page !== own.page) return false;
  return above.kind === 'heading' && (above.level ?? 9) <= (own.level ?? 0);
}

/** A title that is only a number is completed by the heading below it. */
function fullTitle(start: PdfChapterStart, passages: readonly Passage[]): string {
  if (!isNumberOnly(start.title)) return start.title;
  const headings: Passage[] = [];
  for (const passage of passages) {
    if (passage.kind !== 'heading') break;
    headings.push(passage);
  }
  const key = titleKey(start.title);
  const whole = headings.find((one) => titleKey(one.text).startsWith(key) && titleKey(one.text) !== key);
  if (whole !== undefined) return whole.text;
  const own = headings.findIndex((one) => titleKey(one.text) === key);
  const below = headings[own + 1];
  if (below === undefined || below.text.length > 100) return start.title;
  return `${start.title.replace(/[\s.:]+$/u, '')}. ${below.text}`;
}
