import { addTo } from '../../../core/collections/add-to.ts';
import { horizontalGap } from './to-fragments.ts';
import type { Fragment } from './pdf-page.ts';
import { limits } from './limits.ts';

/** Fragments on one baseline, including superscripts and subscripts, from left to right. */
export interface Row {
  readonly fragments: readonly Fragment[];
  readonly baseline: number;
  readonly size: number;
  readonly left: number;
  readonly right: number;
}

/** Groups fragments into rows, from the top of the page down. */
export function toRows(fragments: readonly Fragment[]): Row[] {
  const rows: Fragment[][] = [];
  const byBucket = new Map<number, Fragment[][]>();
  // Large fragments first and signs last, so that a note mark joins its line and not the other way round.
  const signs = fragments.filter((one) => isSign(one));
  const others = fragments.filter((one) => !isSign(one)).toSorted((a, b) => b.size - a.size);
  for (const fragment of [...others, ...signs]) {
    const bucket = Math.round(fragment.baseline / limits.row.bucketPoints);
    const near = [bucket, bucket - 1, bucket + 1].flatMap((one) => byBucket.get(one) ?? []);
    const row = near.find((candidate) => belongs(fragment, candidate));
    if (row !== undefined) {
      row.push(fragment);
      continue;
    }
    const opened = [fragment];
    rows.push(opened);
    addTo(byBucket, bucket, opened);
  }
  return rows.map(toRow).toSorted((a, b) => a.baseline - b.baseline);
}

function belongs(fragment: Fragment, row: readonly Fragment[]): boolean {
  const main = row[0];
  if (main === undefined) return false;
  const distance = Math.abs(main.baseline - fragment.baseline);
  const { rise, smaller, riseOfSmaller, gapOfSmaller } = limits.row;
  if (distance <= rise * Math.min(main.size, fragment.size)) return true;
  if ((fragment.size > main.size * smaller && !isSign(fragment)) || distance > main.size * riseOfSmaller) return false;
  return row.some((other) => horizontalGap(other, fragment) < other.size * gapOfSmaller);
}

/** Signs of notes can be raised without being smaller. */
function isSign({ runs }: Fragment): boolean {
  return runs.every(({ text }) => !/[\p{L}\p{N}]/u.test(text)) && runs.some(({ text }) => sign.test(text));
}

const sign = /[*∗†‡§¶‖]/u;

function toRow(row: readonly Fragment[]): Row {
  return {
    fragments: [...row].toSorted((a, b) => a.left - b.left),
    baseline: row[0]?.baseline ?? 0,
    size: row[0]?.size ?? 0,
    left: Math.min(...row.map((one) => one.left)),
    right: Math.max(...row.map((one) => one.right)),
  };
}
