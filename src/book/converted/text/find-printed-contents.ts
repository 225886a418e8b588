import { isBookTitle } from '../../titles/book-title.ts';
import { isIndexTitle } from '../../titles/title-patterns.ts';
import { ContentsEntries, entryName, hasPageNumber } from './contents-entries.ts';
import { joinGroup } from './text-group.ts';
import type { TextGroup } from './text-group.ts';

const maxLineLength = 100;
const minEntries = 3;
const maxGroups = 1000;
/** Between a heading and its text stand its name and a motto at most. */
const maxGroupsToText = 3;
const minTextLength = 200;

/**
 * Finds the printed table of contents: the heading (`CONTENTS`) and the short lines below, up to where one of them stands
 * again above text, where text begins, or where more empty lines follow the page numbers. `INDEX`, which is their name in French,
 * Italian or Spanish, heads them only if the lines are headings of the text. Empty when there is none.
 */
export function findPrintedContents(groups: readonly TextGroup[]): ReadonlySet<TextGroup> {
  const contents = contentsAt(groups, groups.findIndex(isContentsHeading));
  if (contents.size > 0) return contents;
  const index = contentsAt(
    groups,
    groups.findIndex(({ lines: [title = ''] }) => isIndexTitle(title)),
  );
  return findListedHeadings(groups, index).size >= minEntries ? index : new Set();
}

function contentsAt(groups: readonly TextGroup[], start: number): ReadonlySet<TextGroup> {
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
  const entries = new ContentsEntries();
  let firstEntry: string | undefined;
  for (const [offset, group] of groups.slice(start, start + maxGroups).entries()) {
    const lines = own.length === 0 ? group.lines.slice(1) : group.lines;
    if (lines.some((line) => line.trim().length > maxLineLength)) break;
    if (repeats(group, firstEntry)) break;
    if (own.length > 0 && isProse(group)) break;
    const next = groups.slice(start + offset + 1, start + offset + 1 + maxGroupsToText);
    if (isBelow(group, next, own, entries)) break;
    firstEntry ??= lines.map((line) => entryName(line)).find((name) => name !== '');
    entries.add(lines);
    own.push(group);
  }
  return own;
}

/** Reports whether a group is no longer an entry but what stands below them. */
function isBelow(
  group: TextGroup,
  next: readonly TextGroup[],
  own: readonly TextGroup[],
  entries: ContentsEntries,
): boolean {
  if (entries.size < minEntries) return false;
  return (entries.isRepeatedBy(group) && isAboveText(next)) || isApart(group, own, next);
}

/** Reports whether text follows: an entry can repeat another, too, as where each part has a conclusion. */
function isAboveText(next: readonly TextGroup[]): boolean {
  return next.some((group) => isProse(group) || (joinGroup(group).length > minTextLength && !hasPages(group)));
}

/** Reports whether more empty lines than between the entries divide a group from them, and no page number stands in it or below. */
function isApart(group: TextGroup, own: readonly TextGroup[], next: readonly TextGroup[]): boolean {
  const entries = own.slice(1);
  if (entries.flatMap(({ lines }) => lines).filter((line) => hasPageNumber(line)).length < minEntries) return false;
  const gap = Math.max(1, ...entries.slice(1).map((entry) => entry.gap));
  return group.gap > gap && ![group, ...next].some((one) => hasPages(one));
}

function hasPages({ lines }: TextGroup): boolean {
  return lines.some((line) => hasPageNumber(line));
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
function repeats(group: TextGroup, firstEntry: string | undefined): boolean {
  if (firstEntry === undefined) return false;
  const [whole, first] = [entryName(joinGroup(group)), entryName(group.lines[0] ?? '')];
  return (
    whole === firstEntry ||
    (first.length > 1 && firstEntry.startsWith(first)) ||
    (whole.length > 3 && firstEntry.startsWith(whole))
  );
}

/** Several lines of the width of the text; entries have an indent, a number or a short line. */
function isProse({ lines }: TextGroup): boolean {
  const full = lines.filter((line) => line.length > 55 && !/\d\s*$/u.test(line));
  return full.length >= 3 && full.length > lines.length / 2;
}
