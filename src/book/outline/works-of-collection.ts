import { countOf } from '../titles/numbered-title.ts';
import { isNamedPiece, startsLikePart } from '../titles/title-patterns.ts';
import type { ChapterStart, DividedText } from './chapter-start.ts';
import { maxPartPageWords } from './choose-levels.ts';

/**
 * Returns for each start the title of its work in a collection whose contents have one level; undefined outside of one. A work begins
 * at a page that holds only a title, before numbers that begin again.
 */
export function worksOf(starts: readonly ChapterStart[], text: DividedText): (string | undefined)[] {
  const counts = starts.map(({ label }) => countOf(label));
  const titles = starts.map((_, index) => (beginsWork(index, { starts, counts, text }) ? index : undefined));
  const found = titles.filter((index) => index !== undefined);
  if (found.length < 2) return starts.map(() => undefined);
  return starts.map((_, index) => starts[found.findLast((title) => title <= index) ?? -1]?.label);
}

interface CountedStarts {
  readonly starts: readonly ChapterStart[];
  /** What each counts by, such as `scene 2`. */
  readonly counts: readonly (string | undefined)[];
  readonly text: DividedText;
}

function beginsWork(index: number, { starts, counts, text }: CountedStarts): boolean {
  const start = starts[index];
  if (start === undefined || !isTitlePage(start, starts[index + 1], text)) return false;
  const next = counts.findIndex((count, other) => other > index && count !== undefined);
  const count = counts[next];
  if (count === undefined || !/(?:^|\s)1$/u.test(count)) return false;
  const isRepeated = counts.filter((other) => other === count).length > 1;
  // Of several pages before the first number, the first is the title.
  const before = counts.findLastIndex((other, at) => at < index && other !== undefined);
  const others = starts.slice(before + 1, index);
  return isRepeated && !others.some((other, at) => isTitlePage(other, starts[before + 2 + at], text));
}

function isTitlePage(start: ChapterStart, next: ChapterStart | undefined, { sizes }: DividedText): boolean {
  const { label, position, above } = start;
  if (next === undefined || above.length > 0 || countOf(label) !== undefined) return false;
  return !isNamedPiece(label) && !startsLikePart(label) && sizes(position, next.position) < maxPartPageWords;
}
