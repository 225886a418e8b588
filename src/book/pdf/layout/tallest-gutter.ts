import { median } from '../../../core/statistics.ts';
import type { Fragment } from './pdf-page.ts';
import { limits } from './limits.ts';

/** A vertical blank stripe that separates two columns. */
export interface Gutter {
  /** Baselines between which the stripe is blank, both excluded. */
  readonly top: number;
  readonly bottom: number;
  readonly middle: number;
}

interface Candidate extends Gutter {
  readonly height: number;
}

/**
 * Returns the tallest stripe that divides columns of running text. Stripes between the cells of a table or of a table of
 * contents do not count.
 */
export function tallestGutter(fragments: readonly Fragment[]): Gutter | undefined {
  const unit = median(fragments.map((one) => one.size));
  const edges = new Map<number, number>();
  for (const { right } of fragments) {
    const bucket = Math.round(right / (unit * 0.5));
    edges.set(bucket, Math.max(edges.get(bucket) ?? 0, right));
  }
  let best: Candidate | undefined;
  for (const edge of edges.values()) {
    for (const candidate of stripesAt(edge, unit, fragments)) {
      if (best !== undefined && candidate.height <= best.height) continue;
      if (dividesColumns(candidate, fragments, unit)) best = candidate;
    }
  }
  return best;
}

function stripesAt(edge: number, unit: number, fragments: readonly Fragment[]): Candidate[] {
  const width = unit * limits.gutter.width;
  const blockers = fragments
    .filter((one) => one.left < edge + width && one.right > edge + 0.5)
    .map((one) => one.baseline)
    .toSorted((a, b) => a - b);
  const ends = [-Infinity, ...blockers, Infinity];
  const stripes: Candidate[] = [];
  for (let index = 1; index < ends.length; index += 1) {
    const [top = 0, bottom = 0] = [ends[index - 1], ends[index]];
    const inside = fragments.filter((one) => one.baseline > top && one.baseline < bottom);
    if (inside.length < 4) continue;
    const baselines = inside.map((one) => one.baseline);
    const height = Math.max(...baselines) - Math.min(...baselines);
    stripes.push({ top, bottom, middle: edge + width / 2, height });
  }
  return stripes;
}

function dividesColumns(gutter: Candidate, fragments: readonly Fragment[], unit: number): boolean {
  const inside = fragments.filter((one) => one.baseline > gutter.top && one.baseline < gutter.bottom);
  const left = side(inside.filter((one) => one.left < gutter.middle));
  const right = side(inside.filter((one) => one.left >= gutter.middle));
  const narrow = unit * limits.gutter.column;
  if (Math.min(left.rows, right.rows) < 2 || Math.min(left.width, right.width) < narrow) return false;
  if (Math.min(left.bottom, right.bottom) <= Math.max(left.top, right.top)) return false;
  const ordered = [...inside].toSorted((a, b) => a.order - b.order);
  const switches = ordered.filter(
    (one, index) => index > 0 && one.left < gutter.middle !== (ordered[index - 1]?.left ?? 0) < gutter.middle,
  ).length;
  if (switches <= Math.max(2, 0.2 * Math.min(left.rows, right.rows))) return true;
  return Math.min(left.rows, right.rows) >= 4 && left.filled > 0.75 && right.filled > 0.75;
}

function side(fragments: readonly Fragment[]) {
  const from = Math.min(...fragments.map((one) => one.left));
  const width = Math.max(0, ...fragments.map((one) => one.right)) - from;
  return {
    rows: new Set(fragments.map((one) => Math.round(one.baseline))).size,
    width,
    top: Math.min(...fragments.map((one) => one.baseline)),
    bottom: Math.max(...fragments.map((one) => one.baseline)),
    filled: median(fragments.map((one) => one.right - one.left)) / width,
  };
}
