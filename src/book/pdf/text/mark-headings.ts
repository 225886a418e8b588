import type { Passage } from './to-passages.ts';
import { endsWithStop } from '../../../text/ends-sentence.ts';
import { isNamedPiece } from '../../titles/title-patterns.ts';
import { isChapterTitle, isPartTitle } from './titles.ts';

/** Marks the passages that are headings by size, weight and wording, and sets their level: the largest is level 1. */
export function markHeadings(passages: readonly Passage[], bodySize: number): Passage[] {
  const bold = passages.filter((one) => one.bold);
  const isBoldRare = charactersOf(bold) < 0.3 * charactersOf(passages);
  const headings = passages.map((one) => one.kind === 'heading' || isHeading(one, bodySize, isBoldRare));
  const ranks = [...new Set(passages.filter((_, index) => headings[index]).map((one) => headingRank(one)))].toSorted(
    (a, b) => b - a,
  );
  return passages.map((one, index) =>
    headings[index] === true
      ? { ...one, kind: 'heading', level: Math.min(6, ranks.indexOf(headingRank(one)) + 1) }
      : one,
  );
}

/** Returns a number that is equal for headings that look alike and larger for larger ones. */
export function headingRank(passage: Passage): number {
  return Math.round(passage.size * 2) + (passage.bold ? 0.5 : 0);
}

function charactersOf(passages: readonly Passage[]): number {
  return passages.reduce((sum, one) => sum + one.text.length, 0);
}

function isHeading(passage: Passage, bodySize: number, isBoldRare: boolean): boolean {
  const { text, lines, size, kind } = passage;
  if (kind !== 'paragraph' || text.length > 200 || lines > 4 || !/[\p{L}\p{N}]/u.test(text)) return false;
  if (size >= bodySize * 1.15) return true;
  return (
    size >= bodySize * 0.9 && lines <= 3 && (isWordedAsHeading(passage) || (isBoldRare && isSetAsHeading(passage)))
  );
}

function isWordedAsHeading({ text, bold }: Passage): boolean {
  if (isNamedPiece(text)) return true;
  if (!isChapterTitle(text) && !isPartTitle(text)) return false;
  return text.split(' ').length <= 12 && (bold || !/\p{Ll}[.,;]$/u.test(text));
}

function isSetAsHeading({ text, bold }: Passage): boolean {
  return bold && text.length <= 120 && !endsWithStop(text) && !/[,;]$/u.test(text);
}
