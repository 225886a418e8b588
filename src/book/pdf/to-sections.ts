import type { Chapter } from '../../core/book.ts';
import { sizeInWordsOf } from '../../text/count-words.ts';
import type { PdfChapterStart } from './chapter-starts.ts';
import type { Passage } from './text/to-passages.ts';
import { isNumberOnly } from './text/titles.ts';
import { normalizeForComparison } from '../normalize-for-comparison.ts';

/** A chapter before its notes are placed. */
export interface Section {
  readonly title: string;
  readonly source: Chapter['titleSource'];
  readonly passages: readonly Passage[];
}

/** A part with at least this many words before its first chapter is its own section. A motto joins the first chapter. */
const minPartWords = 150;

/** Divides passages at the chapter starts. Passages before the first start are not part of any section. */
export function toSections(passages: readonly Passage[], starts: readonly PdfChapterStart[]): Section[] {
  const sections: Section[] = [];
  const isRepeated = repeatedTitles(starts);
  const beginnings = starts.map((start, position) => firstPassageOf(start, starts[position - 1], passages));
  let heldBack: readonly Passage[] = [];
  let part: string | undefined;
  for (const [position, start] of starts.entries()) {
    const own = passages.slice(beginnings[position], beginnings[position + 1]);
    const all = [...heldBack, ...own];
    if (start.isPart) part = start.title;
    const waits = start.isPart && position < starts.length - 1 && sizeInWordsOf(all) < minPartWords;
    heldBack = waits ? all : [];
    if (waits || all.length === 0) continue;
    const title = fullTitle(start, own);
    const qualified = isRepeated(start) && isNumberOnly(title) ? withPartName(title, part) : title;
    sections.push({ title: qualified, source: start.source, passages: all });
  }
  return sections;
}

function withPartName(title: string, part: string | undefined): string {
  return part === undefined ? title : `${part}, ${title}`;
}

/** A title such as `Chapter I` that recurs in every part needs the part's name. */
function repeatedTitles(starts: readonly PdfChapterStart[]): (start: PdfChapterStart) => boolean {
  const counts = new Map<string, number>();
  for (const { isPart, title } of starts) {
    if (!isPart) counts.set(normalizeForComparison(title), (counts.get(normalizeForComparison(title)) ?? 0) + 1);
  }
  return (start) => (counts.get(normalizeForComparison(start.title)) ?? 0) > 1;
}

/** Returns the index at which a chapter begins, including larger headings directly above, such as `PART TWO`. */
function firstPassageOf(
  start: PdfChapterStart,
  previous: PdfChapterStart | undefined,
  passages: readonly Passage[],
): number {
  if (previous === undefined) return start.index;
  const own = passages[start.index];
  let index = start.index;
  while (index - 1 > previous.index && leadsTo(passages[index - 1], own)) index -= 1;
  return index;
}

function leadsTo(above: Passage | undefined, own: Passage | undefined): boolean {
  if (above === undefined || own === undefined || above.page !== own.page) return false;
  return above.kind === 'heading' && (above.level ?? 9) <= (own.level ?? 0);
}

/** Completes a title that is only a number with the heading below it. */
function fullTitle(start: PdfChapterStart, passages: readonly Passage[]): string {
  if (!isNumberOnly(start.title)) return start.title;
  const headings: Passage[] = [];
  for (const passage of passages) {
    if (passage.kind !== 'heading') break;
    headings.push(passage);
  }
  const key = normalizeForComparison(start.title);
  const complete = headings.find(
    (one) => normalizeForComparison(one.text).startsWith(key) && normalizeForComparison(one.text) !== key,
  );
  if (complete !== undefined) return complete.text;
  const own = headings.findIndex((one) => normalizeForComparison(one.text) === key);
  const below = headings[own + 1];
  if (below === undefined || below.text.length > 100) return start.title;
  return `${start.title.replace(/[\s.:]+$/u, '')}. ${below.text}`;
}
