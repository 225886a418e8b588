import type { Fragment } from './pdf-page.ts';
import { median } from '../../../core/statistics.ts';
import { toRows } from './to-rows.ts';
import type { Row } from './to-rows.ts';
import { limits } from './limits.ts';

/** A large first letter beside the lines it begins. */
export interface DropCap {
  readonly fragment: Fragment;
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  /** The row whose first letter it is. */
  readonly row: Row;
}

const initialLetter = /^["'“‘«„¿¡]?\p{L}['’]?["'“”‘«„]?$/u;

/** Separates the drop caps of a region from its other fragments. */
export function extractDropCaps(fragments: readonly Fragment[]): {
  readonly rest: readonly Fragment[];
  readonly dropCaps: readonly DropCap[];
} {
  const body = median(fragments.map((one) => one.size));
  const large = fragments.filter((one) => one.size > body * limits.dropCap.larger && initialLetter.test(textOf(one)));
  if (large.length === 0) return { rest: fragments, dropCaps: [] };
  const others = fragments.filter((one) => !large.includes(one));
  const rows = toRows(others);
  const dropCaps = large.flatMap((cap): DropCap[] => {
    const top = cap.baseline - cap.size * limits.dropCap.height;
    const bottom = cap.baseline + body * limits.dropCap.below;
    const row = rows.find((one) => one.baseline > top && one.baseline <= bottom && isRightOf(one, cap, body));
    return row === undefined ? [] : [{ fragment: cap, text: textOf(cap), left: cap.left, top, bottom, row }];
  });
  const taken = new Set(dropCaps.map((one) => one.fragment));
  return { rest: fragments.filter((one) => !taken.has(one)), dropCaps };
}

function isRightOf(row: Row, cap: Fragment, body: number): boolean {
  const { overlap, gap } = limits.dropCap;
  return row.left >= cap.right - body * overlap && row.left < cap.right + body * gap;
}

function textOf(fragment: Fragment): string {
  return fragment.runs
    .map((run) => run.text)
    .join('')
    .trim();
}
