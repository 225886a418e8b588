import type { Chapter } from '../../core/book.ts';
import { sizeInWordsOf } from '../../text/count-words.ts';
import type { ChapterStart } from '../outline/chapter-start.ts';
import { nameChapters } from '../titles/name-chapters.ts';
import { isGenericTitle, startsLikePart } from '../titles/title-patterns.ts';
import type { Passage } from './text/to-passages.ts';
import { leaveOutReason } from './text/titles.ts';
import { normalizeForComparison } from '../normalize-for-comparison.ts';

/** A chapter before its notes are placed. */
export interface Section {
  readonly title: string;
  readonly source: Chapter['titleSource'];
  readonly passages: readonly Passage[];
}

interface UnnamedSection extends Section {
  readonly above: readonly string[];
  readonly leads: readonly string[];
}

/** A part with at least this many words before its first chapter is its own section. A motto joins the first chapter. */
const minPartWords = 150;

/** Divides passages at the chapter starts. Passages before the first start are not part of any section. */
export function toSections(
  passages: readonly Passage[],
  starts: readonly ChapterStart[],
  bookTitle: string,
): Section[] {
  const sections: UnnamedSection[] = [];
  const beginnings = starts.map((start, index) => firstPassageOf(start, starts[index - 1], passages));
  let heldBack: readonly Passage[] = [];
  let leads: readonly string[] = [];
  for (const [index, start] of starts.entries()) {
    const own = passages.slice(beginnings[index], beginnings[index + 1]);
    const all = [...heldBack, ...own];
    const names = [...leads, ...start.others];
    const waits = index < starts.length - 1 && isLoose(start, all);
    heldBack = waits ? all : [];
    leads = waits ? [...names, start.label] : [];
    if (waits || all.length === 0) continue;
    const source = start.isHeading ? 'heading' : 'contents';
    sections.push({ title: fullTitle(start.label, own), source, passages: all, above: start.above, leads: names });
  }
  const titles = nameChapters(sections, bookTitle);
  return sections.map(({ title, source, passages: own }, index) => ({
    title: titles[index] ?? title,
    source,
    passages: own,
  }));
}

/** A part's page and a title without text belong to the section below. */
function isLoose({ isPart, label }: ChapterStart, passages: readonly Passage[]): boolean {
  if (leaveOutReason(label) !== undefined) return false;
  if (passages.length > 0 && passages.every(({ kind }) => kind === 'heading' || kind === 'scene-break')) return true;
  return (isPart || startsLikePart(label)) && sizeInWordsOf(passages) < minPartWords;
}

/** Returns the index at which a chapter begins, including larger headings directly above, such as `PART TWO`. */
function firstPassageOf(start: ChapterStart, previous: ChapterStart | undefined, passages: readonly Passage[]): number {
  if (previous === undefined) return start.position;
  const own = passages[start.position];
  let index = start.position;
  while (
    index - 1 > previous.position &&
    (leadsTo(passages[index - 1], own) || isOnTitlePage(passages, index - 1, previous.position))
  )
    index -= 1;
  return index;
}

/** A page with nothing but headings, such as `PART TWO`, belongs to what follows. */
function isOnTitlePage(passages: readonly Passage[], index: number, previous: number): boolean {
  const page = passages[index]?.page;
  for (let other = index; other > previous && passages[other]?.page === page; other -= 1)
    if (passages[other]?.kind !== 'heading') return false;
  return passages[previous]?.page !== page && passages[index + 1]?.page !== page;
}

function leadsTo(above: Passage | undefined, own: Passage | undefined): boolean {
  if (above === undefined || own === undefined || above.page !== own.page) return false;
  return above.kind === 'heading' && (above.level ?? 9) <= (own.level ?? 0);
}

/** Completes a title that is only a number with the heading below it. */
function fullTitle(label: string, passages: readonly Passage[]): string {
  if (!isGenericTitle(label) || startsLikePart(label)) return label;
  const headings: Passage[] = [];
  for (const passage of passages) {
    if (passage.kind !== 'heading') break;
    headings.push(passage);
  }
  const key = normalizeForComparison(label);
  const complete = headings.find(
    (one) => normalizeForComparison(one.text).startsWith(key) && normalizeForComparison(one.text) !== key,
  );
  if (complete !== undefined) return complete.text;
  const own = headings.findIndex((one) => normalizeForComparison(one.text) === key);
  const below = headings[own + 1];
  if (below === undefined || below.text.length > 100) return label;
  return `${label.replace(/[\s.:]+$/u, '')}. ${below.text}`;
}
