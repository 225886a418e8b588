import { median } from '../../../../core/statistics.ts';
import { isCalledChapter, isTitleOfPiece, startsLikePart } from '../../../titles/title-patterns.ts';
import { countedLines, edgeLine, kindOf, minPages, numbersIn, repeatedLines } from './page-lines.ts';
import type { EdgeLine } from './page-lines.ts';
import { goesOn } from './goes-on.ts';

/** A running head has at most this many lines. */
const maxRows = 3;
/** Pages that end within a sentence, as chapters do not. */
const minOpenShare = 0.2;
/** Numbers that rise by more leave out too many pages. */
const maxStep = 6;
const minNumbered = 5;
/** A page has more lines than a stanza. */
const minLines = 15;

/** Finds the running heads and feet of the pages of a text, which form feeds part: indexes of lines. */
export function findEdgesOfPages(lines: readonly string[], starts: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const direction of [1, -1]) {
    for (let row = 0; row < maxRows; row += 1) {
      const edges = starts.flatMap((start, page) => {
        const end = starts[page + 1] ?? lines.length;
        const own = outermost(lines, { start, end, direction, page, found });
        return own === undefined ? [] : [own];
      });
      const removed = edgesAmong(edges);
      if (removed.length === 0) break;
      for (const { at } of removed) found.add(at);
    }
  }
  return found;
}

interface Side {
  readonly start: number;
  readonly end: number;
  readonly direction: number;
  readonly page: number;
  readonly found: ReadonlySet<number>;
}

function outermost(lines: readonly string[], { start, end, direction, page, found }: Side): EdgeLine | undefined {
  for (let at = direction === 1 ? start : end - 1; at >= start && at < end; at += direction) {
    const line = lines[at] ?? '';
    if (line.trim() !== '' && !found.has(at)) return edgeLine(line, lines[at + direction] ?? '', { at, page });
  }
  return undefined;
}

function edgesAmong(lines: readonly EdgeLine[]): readonly EdgeLine[] {
  const repeated = repeatedLines(lines);
  const counted = countedLines(lines);
  const [numbered, seen] = [new Set(counted), new Set<string>()];
  const isTitle = (line: EdgeLine): boolean => {
    const isFirst = !seen.has(line.text);
    seen.add(line.text);
    const { text } = line;
    return isFirst && (numbered.has(line) ? isCalledChapter(text) || startsLikePart(text) : isTitleOfPiece(text));
  };
  // The first of equal titles is that of the chapter, and chapters of a page each are numbered as pages are.
  return [...new Set([...counted, ...repeated])].filter((line) => !isTitle(line));
}

/**
 * Finds the numbers of pages and the running heads around them in a text without form feeds, such as that of a scan: lines alone
 * whose numbers rise, and of which many stand within a sentence.
 */
export function findEdgesInText(lines: readonly string[]): ReadonlySet<number> {
  const alone = aloneLines(lines);
  const numbered = risingLines(alone);
  if (numbered.length < minNumbered || median(distances(numbered)) < minLines) return new Set();
  const passed = new Set(numbered.map(({ at }) => at));
  const open = numbered.filter(({ at }) => goesOn(lines, at, passed));
  if (open.length < Math.max(minPages, minOpenShare * numbered.length)) return new Set();
  const kinds = new Map<string, number>();
  for (const line of numbered) kinds.set(kindOf(line), (kinds.get(kindOf(line)) ?? 0) + 1);
  // The number of some pages is misread.
  const alike = alone.filter((line) => numbersIn(line.text).length > 0 && (kinds.get(kindOf(line)) ?? 0) >= minPages);
  const around = new Set(numbered.flatMap(({ at }) => [-4, -2, 2, 4].map((step) => at + step)));
  const near = repeatedLines(alone).filter(({ at }) => around.has(at));
  return new Set([...numbered, ...alike, ...near].map(({ at }) => at));
}

function distances(lines: readonly EdgeLine[]): number[] {
  return lines.slice(1).map(({ at }, index) => at - (lines[index]?.at ?? 0));
}

function aloneLines(lines: readonly string[]): readonly EdgeLine[] {
  return lines.flatMap((line, at) => {
    if (line.trim() === '' || (lines[at - 1] ?? '').trim() !== '' || (lines[at + 1] ?? '').trim() !== '') return [];
    const own = edgeLine(line, '', { at, page: 0 });
    return own === undefined ? [] : [own];
  });
}

interface RisingRow {
  readonly value: number;
  readonly length: number;
  readonly line: EdgeLine;
  readonly before: RisingRow | undefined;
}

/** Returns the longest row of lines whose numbers rise by one or by few. */
function risingLines(lines: readonly EdgeLine[]): readonly EdgeLine[] {
  let open: readonly RisingRow[] = [];
  let best: RisingRow | undefined;
  for (const line of lines) {
    const own = numbersIn(line.text).map((value) => {
      const fitting = open.filter((row) => value > row.value && value <= row.value + maxStep);
      const before = longest(fitting);
      return { value, length: (before?.length ?? 0) + 1, line, before };
    });
    best = longest(best === undefined ? own : [best, ...own]);
    open = [...own, ...open].slice(0, maxOpenRows);
  }
  const row: EdgeLine[] = [];
  for (let one = best; one !== undefined; one = one.before) row.push(one.line);
  return row.toReversed();
}

function longest(rows: readonly RisingRow[]): RisingRow | undefined {
  return rows.reduce<RisingRow | undefined>((most, row) => (row.length > (most?.length ?? 0) ? row : most), undefined);
}

/** Rows that can go on: other numbers stand between those of pages. */
const maxOpenRows = 50;
