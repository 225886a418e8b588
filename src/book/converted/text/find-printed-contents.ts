import { isBookTitle } from '../../titles/book-title.ts';
import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import { joinGroup } from './text-group.ts';
import type { TextGroup } from './text-group.ts';

const maxLineLength = 100;
const minEntries = 3;
const maxGroups = 1000;

/**
 * Finds the printed table of contents: the heading (`CONTENTS`) and the short lines below, up to where the first of them stands
 * again or where text begins. Empty when there is none.
 */
export function findPrintedContents(groups: readonly TextGroup[]): ReadonlySet<TextGroup> {
  const start = groups.findIndex((group) => isContentsHeading(group));
  if (start === -1) return new Set();
  const own = entriesOf(groups, start);
  const lines = own.flatMap((group) => group.lines).length;
  return new Set(lines - 1 < minEntries ? [] : own);
}

function isContentsHeading(group: TextGroup): boolean {
  const title = (group.lines[0] ?? '').trim().replace(/[.:]$/u, '').replaceAll('_', '');
  return (
    title !== '' &&
    title.length < 40 &&
    /\p{L}/u.test(title) &&
    !isBookTitle(title) &&
    !/^(?:cover|untitled|page|title)/iu.test(title)
  );
}

function entriesOf(groups: readonly TextGroup[], start: number): TextGroup[] {
  const own: TextGroup[] = [];
  let firstEntry: string | undefined;
  for (const group of groups.slice(start, start + maxGroups)) {
    const lines = own.length === 0 ? group.lines.slice(1) : group.lines;
    if (lines.some((line) => line.trim().length > maxLineLength)) break;
    if (firstEntry !== undefined && repeats(group, firstEntry)) break;
    if (own.length > 0 && isProse(group)) break;
    firstEntry ??= lines.map((line) => entryName(line)).find((name) => name !== '');
    own.push(group);
  }
  return own;
}

/** Returns the groups that repeat an entry of the printed contents; none unless most entries have one. */
export function findListedHeadings(
  groups: readonly TextGroup[],
  contents: ReadonlySet<TextGroup>,
): ReadonlySet<TextGroup> {
  const lines = [...contents].flatMap((group) => group.lines).slice(1);
  const names = new Set(lines.map((line) => entryName(line)).filter((name) => name !== ''));
  const found = groups.filter(
    (group) => !contents.has(group) && group.lines.length <= 3 && names.has(entryName(joinGroup(group))),
  );
  const repeated = new Set(found.map((group) => entryName(joinGroup(group))));
  return new Set(repeated.size >= 2 && repeated.size > names.size / 2 ? found : []);
}

/** The heading of a chapter can be shorter than its entry, which also has its name and page. */
function repeats(group: TextGroup, firstEntry: string): boolean {
  const [whole, first] = [entryName(joinGroup(group)), entryName(group.lines[0] ?? '')];
  return (
    whole === firstEntry ||
    (first.length > 1 && firstEntry.startsWith(first)) ||
    (whole.length > 3 && firstEntry.startsWith(whole))
  );
}

/** Without dots and the page number; empty for a line that is too long to be an entry. */
function entryName(line: string): string {
  if (line.length > 3 * maxLineLength) return '';
  return normalizeForComparison(line.replace(/[\s._]+\d+\s*$/u, ''));
}

/** Several lines of the width of the text; entries have an indent, a number or a short line. */
function isProse({ lines }: TextGroup): boolean {
  const full = lines.filter((line) => line.length > 55 && !/\d\s*$/u.test(line));
  return full.length >= 3 && full.length > lines.length / 2;
}
