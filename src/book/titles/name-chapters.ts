import { separator } from './join-title.ts';
import { countOf } from './numbered-title.ts';
import { normalizeTitle } from './same-title.ts';
import { isCalledChapter, isGenericTitle, isPlaceholderTitle } from './title-patterns.ts';

/** A chapter before its name is complete. */
export interface UnnamedChapter {
  readonly title: string;
  /** Titles of the parts that hold it, the outermost first. */
  readonly above: readonly string[];
  /** Titles without text of their own above it, which its name must show. */
  readonly leads: readonly string[];
}

const maxTitleLength = 200;

/**
 * Returns a name for each chapter that can be shown alone. A bare number gets the name of its part (`Act IV: Scene VI`,
 * `A Scandal in Bohemia, II`), as do titles that recur and those whose numbers begin again (`SCENE II. The Tower` in each act); the first chapter of a part whose own page holds only the title
 * gets it, too. Titles of parts that only repeat the book's are not used.
 */
export function nameChapters(chapters: readonly UnnamedChapter[], bookTitle: string): string[] {
  const usable = chapters.map(({ title, above, leads }) => ({
    title,
    above: above.filter((label) => isPartName(label, bookTitle)),
    leads: leads.filter((label) => isPartName(label, bookTitle)),
  }));
  const counts: number[] = usable.map(({ title }) => (isBare(title) ? 1 : 0));
  const numbers = usable.map(({ title }) => (isGenericTitle(title) ? title : countOf(title)));
  const depth = Math.max(0, ...usable.map(({ above }) => above.length));
  for (let count = 1; count <= depth; count += 1) {
    const names = usable.map((chapter, index) =>
      nameWith({ ...chapter, title: numbers[index] ?? chapter.title, leads: [] }, counts[index] ?? 0),
    );
    const isRepeated = repeatedAmong(names, usable);
    // All numbered chapters get the same: `Part I: Chapter 1` beside `Chapter 12` would look like another level.
    const areNumbersRepeated = names.some((name, index) => numbers[index] !== undefined && isRepeated(name));
    for (const [index, name] of names.entries()) {
      const isAmbiguous = numbers[index] === undefined ? isRepeated(name) : areNumbersRepeated;
      if (isAmbiguous) counts[index] = count;
    }
  }
  return usable.map((chapter, index) => nameWith(chapter, counts[index] ?? 0));
}

/** Shortens a title that a player could not show. */
export function shortenTitle(title: string, length = maxTitleLength): string {
  if (title.length <= length) return title;
  return `${title.slice(0, length).replace(/(?:\s+\S*|[\uD800-\uDBFF])$/u, '')}…`;
}

function isBare(title: string): boolean {
  return isGenericTitle(title) && !isCalledChapter(title);
}

function isPartName(label: string, bookTitle: string): boolean {
  return !isPlaceholderTitle(label) && normalizeTitle(label) !== normalizeTitle(bookTitle);
}

/** Puts the innermost `count` parts before the title, and as many more as the leads need. */
function nameWith({ title, above, leads }: UnnamedChapter, count: number): string {
  const highest = above.findIndex((label) => leads.includes(label));
  const parts = above.slice(highest === -1 ? above.length - count : Math.min(highest, above.length - count));
  const others = leads.filter((label) => !above.includes(label));
  const names = [...(count > above.length ? above : parts), ...others].filter((label) => !contains(title, label));
  const all = [...new Set(names), title];
  return shortenTitle(all.map((name, index) => name + separator(name, all[index + 1])).join(''));
}

function contains(title: string, label: string): boolean {
  return ` ${normalizeTitle(title)} `.includes(` ${normalizeTitle(label)} `);
}

/** Those with the same parts above them cannot be told apart by parts. */
function repeatedAmong(names: readonly string[], chapters: readonly UnnamedChapter[]): (name: string) => boolean {
  const parts = new Map<string, Set<string>>();
  for (const [index, name] of names.entries()) {
    const [key, above] = [normalizeTitle(name), chapters[index]?.above.join('\n') ?? ''];
    const known = parts.get(key);
    if (known === undefined) parts.set(key, new Set([above]));
    else known.add(above);
  }
  return (name) => (parts.get(normalizeTitle(name))?.size ?? 0) > 1;
}
