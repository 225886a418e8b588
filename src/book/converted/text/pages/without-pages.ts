import { median } from '../../../../core/statistics.ts';
import { isTitleOfPiece } from '../../../titles/title-patterns.ts';
import { findEdgesInText, findEdgesOfPages } from './find-page-edges.ts';
import { goesOn } from './goes-on.ts';

/** A text without its pages. */
export interface UnpagedText {
  readonly text: string;
  /** The running heads and page numbers. */
  readonly edges: readonly string[];
}

/** A page with fewer of the usual lines, or above a title, ends with a chapter. */
const minFullShare = 0.75;

/**
 * Removes running heads, feet and the numbers of pages from a plain text, found by what repeats or counts around the ends of its
 * pages, and joins sentences over these. A text without pages stays as it is.
 */
export function withoutPages(text: string): UnpagedText {
  const pages = text.split('\f').map((page) => page.split(/\r\n|[\n\r]/u));
  const lines = pages.flat();
  const whole = { text, edges: [] };
  if (pages.length === 1) {
    const edges = findEdgesInText(lines);
    return edges.size === 0 ? whole : withoutLines(lines, edges);
  }
  const starts = [0];
  for (const page of pages.slice(0, -1)) starts.push((starts.at(-1) ?? 0) + page.length);
  const unpaged = joinPages(lines, starts, findEdgesOfPages(lines, starts));
  // Where nothing else is on the pages, what repeats is the text.
  return isText(unpaged.text) ? unpaged : whole;
}

/** Takes lines out of a text without form feeds, with the empty lines around them where a sentence goes on. */
function withoutLines(lines: readonly string[], edges: ReadonlySet<number>): UnpagedText {
  const kept = new Set(lines.keys());
  for (const at of edges) {
    kept.delete(at);
    if (!goesOn(lines, at, edges)) continue;
    for (const step of [-1, 1])
      for (let index = at + step; edges.has(index) || lines[index]?.trim() === ''; index += step) kept.delete(index);
  }
  return { text: lines.filter((_, index) => kept.has(index)).join('\n'), edges: textsOf(lines, edges) };
}

function joinPages(lines: readonly string[], starts: readonly number[], edges: ReadonlySet<number>): UnpagedText {
  const pages = starts.map((start, page) => {
    const own = lines.slice(start, starts[page + 1]).filter((_, index) => !edges.has(start + index));
    return trimmed(own);
  });
  const usual = median(pages.map(({ length }) => length));
  const text = pages.map((page, index) => {
    const next = starts[index + 1];
    const isFull = edges.size > 0 && page.length >= minFullShare * usual;
    if (next === undefined) return page.join('\n');
    if (page.length > 0 && goesOn(lines, next, edges)) return `${page.join('\n')}\n`;
    const isTitle = isTitleOfPiece(pages[index + 1]?.[0] ?? '');
    return `${page.join('\n')}${isFull && !isTitle ? '\n\n' : '\f'}`;
  });
  return { text: text.join(''), edges: textsOf(lines, edges) };
}

function trimmed(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex(isText);
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex(isText) + 1);
}

function textsOf(lines: readonly string[], edges: ReadonlySet<number>): readonly string[] {
  return [...edges].toSorted((one, other) => one - other).map((at) => (lines[at] ?? '').trim());
}

function isText(line: string): boolean {
  return line.trim() !== '';
}
