import { scanText } from '../../text/count-words.ts';
import { sizesOf } from '../outline/chapter-starts.ts';
import type { OutlineEntry } from '../outline/outline-entry.ts';
import { normalizeTitle } from '../titles/same-title.ts';
import { opensPiece, toEntry } from './chapter-starts.ts';
import type { Passage } from './text/to-passages.ts';

/** Chapters that only have numbers, and the passages in which these are headings. */
export interface NumberedChapters {
  readonly outline: readonly OutlineEntry[];
  readonly passages: readonly Passage[];
}

/** Fewer numbers can be those of a list, or of the sections of one story. */
const minChapters = 3;
const minWords = 80;
/** Others are short, such as a chapter of one sentence. */
const minFull = 0.8;
/** Largest shares of the book before the first number and behind the last one. */
const maxShareBefore = 0.25;
const maxShareBehind = 0.5;

/** Finds chapters whose titles are numbers in lines of their own, of any size, that count from one through the book. */
export function numberedChapters(passages: readonly Passage[]): NumberedChapters | undefined {
  const numbers = countFromOne(passages);
  if (numbers.length < minChapters || !areChapters(numbers, passages)) return undefined;
  const places = new Set(numbers);
  const marked = passages.map((passage, index) =>
    places.has(index) ? { ...passage, kind: 'heading' as const, level: passage.level ?? 2 } : passage,
  );
  const outline = marked.flatMap((passage, index) =>
    places.has(index) || (passage.kind === 'heading' && opensPiece(passage.text)) ? [toEntry({ passage, index })] : [],
  );
  return { outline, passages: marked };
}

/** Returns the places of the numbers in order; none when a second one begins, as in a book of several stories. */
function countFromOne(passages: readonly Passage[]): number[] {
  const places: number[] = [];
  for (const [index, passage] of passages.entries()) {
    const value = numberIn(passage);
    if (value === 1 && places.length > 1) return [];
    if (value === 1) places.length = 0;
    if (value === places.length + 1) places.push(index);
  }
  return places;
}

function numberIn({ text, lines, kind }: Passage): number | undefined {
  if (lines > 1 || text.length > 24 || (kind !== 'paragraph' && kind !== 'heading')) return undefined;
  const number = normalizeTitle(text);
  return /^\d{1,3}$/u.test(number) ? Number(number) : undefined;
}

function areChapters(numbers: readonly number[], passages: readonly Passage[]): boolean {
  const words = sizesOf(passages.map(({ text }) => scanText(text)));
  const ends = [...numbers.slice(1), passages.length];
  const sizes = numbers.map((number, index) => words(number, ends[index] ?? number));
  const all = words(0, passages.length);
  return (
    sizes.filter((size) => size >= minWords).length >= minFull * sizes.length &&
    words(0, numbers[0] ?? 0) <= maxShareBefore * all &&
    (sizes.at(-1) ?? 0) <= maxShareBehind * all
  );
}
