import { tallestGutter } from './tallest-gutter.ts';
import { median } from './median.ts';
import { ascent } from './pdf-page.ts';
import type { Fragment } from './pdf-page.ts';

/** No page has columns within columns deeper than this. */
const maxDepth = 12;

/** Divides a page into regions in reading order, each of which is read line by line: columns, and what spans them. */
export function readingOrder(fragments: readonly Fragment[], rightToLeft: boolean): Fragment[][] {
  if (fragments.length === 0) return [];
  return mergeStacked(divide(fragments, rightToLeft, 0));
}

function divide(fragments: readonly Fragment[], rightToLeft: boolean, depth: number): Region[] {
  if (fragments.length < 4 || depth > maxDepth) return [{ fragments: [...fragments], column: false }];
  const bands = cutAtWideGaps(fragments);
  if (bands.length > 1) return bands.flatMap((band) => divide(band, rightToLeft, depth + 1));
  const gutter = tallestGutter(fragments);
  if (gutter === undefined) return [{ fragments: [...fragments], column: false }];
  const inside = fragments.filter((one) => one.baseline > gutter.top && one.baseline < gutter.bottom);
  const sides = [inside.filter((one) => one.left < gutter.middle), inside.filter((one) => one.left >= gutter.middle)];
  if (rightToLeft) sides.reverse();
  const parts = [
    fragments.filter((one) => one.baseline <= gutter.top),
    ...sides,
    fragments.filter((one) => one.baseline >= gutter.bottom),
  ];
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part) => {
      const regions = divide(part, rightToLeft, depth + 1);
      if (!sides.includes(part)) return regions;
      return mergeStacked(regions).map((one) => ({ fragments: one, column: true }));
    });
}

interface Region {
  readonly fragments: Fragment[];
  /** Stands beside another one, so nothing may be added to it from above or below. */
  readonly column: boolean;
}

/** Cuts where a blank stripe of more than two lines crosses the whole region: title blocks, figures between columns. */
function cutAtWideGaps(fragments: readonly Fragment[]): Fragment[][] {
  const sorted = [...fragments].toSorted((a, b) => a.baseline - b.baseline);
  const stripe = 2.4 * median(fragments.map((one) => one.size));
  const bands: Fragment[][] = [];
  let bottom = -Infinity;
  for (const fragment of sorted) {
    const top = fragment.baseline - fragment.size * ascent;
    const band = bands.at(-1);
    if (band === undefined || top - bottom > stripe) bands.push([fragment]);
    else band.push(fragment);
    bottom = Math.max(bottom, fragment.baseline);
  }
  return bands;
}

/** Puts stacked parts of one column of text together again: their common edges tell where its lines begin and end. */
function mergeStacked(regions: readonly Region[]): Fragment[][] {
  const merged: { fragments: Fragment[]; column: boolean }[] = [];
  for (const region of regions) {
    const last = merged.at(-1);
    if (last !== undefined && !last.column && !region.column) last.fragments.push(...region.fragments);
    else merged.push({ fragments: [...region.fragments], column: region.column });
  }
  return merged.map((one) => one.fragments);
}
