import { groupBy } from '../../../core/collections/group-by.ts';
import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import { isSameTitle } from '../../titles/same-title.ts';
import { isGenericTitle } from '../../titles/title-patterns.ts';
import type { Line } from '../layout/pdf-page.ts';

/** A title that stands on a page, such as that of a bookmark. */
export interface PageTitle {
  readonly title: string;
  readonly page: number;
  /** Distance from the top of the page in points. Undefined for the page as a whole. */
  readonly fromTop?: number | undefined;
}

/** The headings that lines are of: the same number for lines of one heading. */
export type TitleLines = ReadonlyMap<Line, number>;

/** Longer ones are paragraphs. */
const maxTitleLength = 200;
const maxTitleLines = 4;
/** A title is among this many lines at the top of its page, or at most this many points from its place. */
const topLines = 8;
const maxDistance = 72;
/** Longest number of a title in letters and digits: `Chapter the Twenty-Third`. */
const maxNumberLength = 24;
/** Shorter titles are found everywhere when their number does not count. */
const minBareLength = 4;

/** Finds the lines in which titles are printed, whatever they look like: in body size, over several lines, below their number. */
export function titleLines(lines: readonly Line[], titles: readonly PageTitle[]): TitleLines {
  const pages = groupBy(lines, ({ page }) => page);
  const found = new Map<Line, number>();
  let heading = 0;
  for (const title of titles) {
    const printed = printedTitle(pages.get(title.page) ?? [], title);
    for (const [index, line] of printed.entries()) {
      const above = printed[index - 1];
      if (above === undefined || isGenericTitle(above.text) || !looksAlike(above, line)) heading += 1;
      found.set(line, heading);
    }
  }
  return found;
}

function looksAlike(one: Line, other: Line): boolean {
  return one.bold === other.bold && Math.abs(one.size - other.size) < 0.08 * one.size;
}

/** Returns the lines of a page that say the title, or none. */
function printedTitle(page: readonly Line[], title: PageTitle): readonly Line[] {
  if (title.title.length > maxTitleLength) return [];
  const titleLength = normalizeForComparison(title.title).length;
  for (const [start, line] of page.entries()) {
    if (normalizeForComparison(line.text) === '' || !isInPlace(line, start, title)) continue;
    for (let end = start + 1; end <= Math.min(page.length, start + maxTitleLines); end += 1) {
      const own = page.slice(start, end);
      const text = own.map((one) => one.text).join(' ');
      const length = normalizeForComparison(text).length;
      if (length > titleLength + maxNumberLength) break;
      if (length >= titleLength - maxNumberLength && saysTitle(text, title.title)) return own;
    }
  }
  return [];
}

function isInPlace(line: Line, index: number, { fromTop }: PageTitle): boolean {
  return fromTop === undefined ? index < topLines : Math.abs(line.baseline - fromTop) <= maxDistance;
}

/** The number of a title can be only in the bookmark, or only in print. */
function saysTitle(text: string, title: string): boolean {
  if (isSameTitle(text, title)) return true;
  const [one, other] = [withoutNumber(text), withoutNumber(title)];
  return normalizeForComparison(one).length >= minBareLength && isSameTitle(one, other);
}

function withoutNumber(title: string): string {
  const words = title.trim().split(/\s+/u);
  const length = [4, 3, 2, 1].find((count) => {
    const lead = words.slice(0, count).join(' ');
    return count < words.length && (isGenericTitle(lead) || /^\d+(?:\.\d+)*\.?$/u.test(lead));
  });
  return words.slice(length ?? 0).join(' ');
}
