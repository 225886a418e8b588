import { groupBy } from '../../../core/collections/group-by.ts';
import type { PagePicture, Line } from '../layout/pdf-page.ts';
import type { Passage, PlacedPicture } from './to-passages.ts';

/** A line and the paragraph that it is of. */
interface OwnedLine extends Line {
  /** Index of the paragraph. */
  readonly passage: number;
  /** The first of its paragraph. */
  readonly isFirst: boolean;
}

/** The position of a picture. */
interface Anchor {
  /** Index of a paragraph. */
  readonly passage: number;
  readonly place: PlacedPicture['place'];
}

/**
 * Puts pictures beside the paragraphs that were made of the lines: in a column, after the paragraph above, or before what is below
 * where that is in another column. A page that is only a picture belongs to what follows it.
 */
export function attachPictures(
  passages: readonly Passage[],
  lines: readonly Line[],
  pictures: readonly PagePicture[],
): readonly Passage[] {
  if (pictures.length === 0) return passages;
  const owned = ownedLines(passages, lines);
  const byPage = groupBy(owned, ({ page }) => page);
  const placed = new Map<number, PlacedPicture[]>();
  for (const picture of pictures) {
    const own = byPage.get(picture.page);
    const anchor = own ? anchorOnPage(own, picture, passages) : anchorOfPage(owned, picture.page);
    if (anchor === undefined) continue;
    const { page, source, alt } = picture;
    const beside = placed.get(anchor.passage) ?? [];
    beside.push({ page, source, alt, place: anchor.place });
    placed.set(anchor.passage, beside);
  }
  return passages.map((passage, index) => (placed.has(index) ? { ...passage, pictures: placed.get(index) } : passage));
}

/** Scene breaks may go, so nothing stands beside them. */
function ownedLines(passages: readonly Passage[], lines: readonly Line[]): OwnedLine[] {
  let start = 0;
  return passages.flatMap((passage, index) => {
    const own = lines.slice(start, start + passage.lines);
    start += passage.lines;
    if (passage.kind === 'scene-break') return [];
    return own.map((line, at) => ({ ...line, passage: index, isFirst: at === 0 }));
  });
}

function anchorOnPage(
  own: readonly OwnedLine[],
  picture: PagePicture,
  passages: readonly Passage[],
): Anchor | undefined {
  const inColumn = own.filter((line) => Math.min(line.right, picture.right) > Math.max(line.left, picture.left));
  const near = inColumn.length > 0 ? inColumn : own;
  const isAbove = (line: Line): boolean => line.baseline < picture.top + line.size / 2;
  const above = near.findLast(isAbove);
  const below = near.find((line) => !isAbove(line));
  if (below === undefined || (above !== undefined && (above.region === below.region || isHeading(passages, below))))
    return above && { passage: above.passage, place: 'after' };
  return { passage: below.passage, place: below.isFirst ? 'before' : 'after' };
}

/** A heading begins something else. */
function isHeading(passages: readonly Passage[], { passage, isFirst }: OwnedLine): boolean {
  return isFirst && passages[passage]?.kind === 'heading';
}

/** Returns where the pictures of a page without text stand. */
function anchorOfPage(lines: readonly OwnedLine[], page: number): Anchor | undefined {
  const before = lines.findLast((line) => line.page < page);
  const after = lines.find((line) => line.page > page);
  if (after === undefined || after.passage === before?.passage)
    return before && { passage: before.passage, place: 'after' };
  return { passage: after.passage, place: after.isFirst ? 'before' : 'after' };
}
