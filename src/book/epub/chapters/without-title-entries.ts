import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import type { OutlineEntry } from '../../outline/outline-entry.ts';
import { firstPosition, placedChildren } from '../../outline/outline-entry.ts';
import { isEnd } from '../../titles/is-end.ts';
import { isTitleOfBook } from '../../titles/is-title-of-book.ts';
import { isTitleOfPiece } from '../../titles/title-patterns.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { isProse, sumSizes } from '../markup/is-prose.ts';
import { minEntryWords } from './join-loose-pages.ts';

/** The names of a book. */
export interface BookNames {
  readonly title: string;
  readonly persons: readonly string[];
}

/**
 * Returns contents without entries that lead to no chapter: the lines of a title page, which some programs list as they list all
 * headings, and the last words of a book. Nothing is left out of the text by this.
 */
export function withoutTitleEntries(
  outline: readonly OutlineEntry[],
  blocks: readonly FlowBlock[],
  names: BookNames,
): OutlineEntry[] {
  const open = withoutEnds(outline);
  const all = inOrder(open);
  const prose = blocks.findIndex(isProse);
  const front: OutlineEntry[] = [];
  for (const [index, entry] of all.entries()) {
    const [at, next] = [firstPosition(entry) ?? 0, all[index + 1]];
    const words = sumSizes(blocks.slice(at, next === undefined ? undefined : firstPosition(next)));
    const isRepeated = front.some(({ label }) => label === entry.label);
    if (at > prose || isTitleOfPiece(entry.label) || (words >= minEntryWords && !isRepeated)) break;
    front.push(entry);
  }
  if (!front.some(({ label }) => isNameOfBook(label, names))) return open;
  return without(open, new Set(front.filter((entry) => isLine(entry, names))));
}

/** `THE END` is no chapter. */
function withoutEnds(outline: readonly OutlineEntry[]): OutlineEntry[] {
  return outline
    .filter(({ label, children }) => children.length > 0 || !isEnd(label))
    .map((entry) => ({ ...entry, children: withoutEnds(entry.children) }));
}

function isLine(entry: OutlineEntry, names: BookNames): boolean {
  return placedChildren(entry).length === 0 || isNameOfBook(entry.label, names);
}

function isNameOfBook(label: string, { title, persons }: BookNames): boolean {
  const plain = normalizeForComparison(label);
  return (
    isTitleOfBook(label, title) || persons.some((name) => name !== '' && plain.endsWith(normalizeForComparison(name)))
  );
}

function inOrder(outline: readonly OutlineEntry[]): OutlineEntry[] {
  const all = (entries: readonly OutlineEntry[]): OutlineEntry[] =>
    entries.flatMap((entry) => [...(entry.position === undefined ? [] : [entry]), ...all(entry.children)]);
  return all(outline).toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0));
}

/** Lifts the entries below those that go. */
function without(outline: readonly OutlineEntry[], gone: ReadonlySet<OutlineEntry>): OutlineEntry[] {
  return outline.flatMap((entry) => {
    const children = without(entry.children, gone);
    return gone.has(entry) ? children : [{ ...entry, children }];
  });
}
