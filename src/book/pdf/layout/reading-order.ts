import { tallestGutter } from './tallest-gutter.ts';
import { median } from '../../../core/statistics.ts';
import { ascent } from './pdf-page.ts';
import type { Fragment } from './pdf-page.ts';
import { limits } from './limits.ts';

/** Deepest nesting of columns within columns. */
const maxDepth = 12;

/** Divides a page into regions in reading order: columns, and the text that spans them. Each is read line by line. */
export function readingOrder(fragments: readonly Fragment[], rightToLeft: boolean): Fragment[][] {
  if (fragments.length === 0) return [];
  return mergeStacked(divide(fragments, rightToLeft, 0));
}

function divide(fragments: readonly Fragment[], rightToLeft: boolean, depth: number): Region[] {
  if (fragments.length < 4 || depth > maxDepth) return [{ fragments: [...fragments], isColumn: false }];
  const bands = cutAtWideGaps(fragments);
  if (bands.length > 1) return bands.flatMap((band) => divide(band, rightToLeft, depth + 1));
  const gutter = tallestGutter(fragments);
  if (gutter === undefined) return [{ fragments: [...fragments], isColumn: false }];
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
      return mergeStacked(regions).map((one) => ({ fragments: one, isColumn: true }));
    });
}

interface Region {
  readonly fragments: Fragment[];
  /** Set beside another column, so text above or below must not be merged into it. */
  readonly isColumn: boolean;
}

/** Cuts where a blank stripe of more than two lines crosses the whole region: below title blocks, around figures. */
function cutAtWideGaps(fragments: readonly Fragment[]): Fragment[][] {
  const sorted = [...fragments].toSorted((a, b) => a.baseline - b.baseline);
  const stripe = limits.stripe * median(fragments.map((one) => one.size));
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

/** Merges the stacked parts of one column, so that their common edges show where its lines begin and end. */
function mergeStacked(regions: readonly Region[]): Fragment[][] {
  const merged: { fragments: Fragment[]; isColumn: boolean }[] = [];
  for (const region of regions) {
    const last = merged.at(-1);
    if (last !== undefined && !last.isColumn && !region.isColumn) last.fragments.push(...region.fragments);
    else merged.push({ fragments: [...region.fragments], isColumn: region.isColumn });
  }
  return merged.map((one) => one.fragments);
}
