import type { Fragment, Run } from './pdf-page.ts';
import { limits } from './limits.ts';

interface Extent {
  readonly left: number;
  readonly right: number;
}

/** Joins runs drawn side by side, one after the other, into fragments: a word, a cell or a line of one column. */
export function toFragments(runs: readonly Run[]): Fragment[] {
  const fragments: Fragment[] = [];
  let open: Run[] = [];
  let hasSpace = false;
  for (const run of runs) {
    if (run.text.trim() === '') {
      hasSpace ||= run.text !== '';
      continue;
    }
    const last = open.at(-1);
    if (last !== undefined && !isNeighbour(last, run)) {
      fragments.push(toFragment(open, fragments.length));
      open = [];
    }
    const before = open.at(-1);
    const isApart = before !== undefined && (hasSpace || horizontalGap(before, run) > run.size * limits.space.ofRuns);
    open.push(isApart ? addSpace(before, run) : run);
    hasSpace = false;
  }
  if (open.length > 0) fragments.push(toFragment(open, fragments.length));
  return fragments;
}

/** Returns the fragment that consists of the runs, which must be of one row. */
export function toFragment(runs: readonly Run[], order: number): Fragment {
  const size = mainSize(runs);
  const main = runs.find((run) => run.size === size) ?? runs[0];
  return {
    runs,
    left: Math.min(...runs.map((run) => run.left)),
    right: Math.max(...runs.map((run) => run.right)),
    baseline: main?.baseline ?? 0,
    size,
    order,
  };
}

/** Returns the largest size that a fair share of the text has, ignoring small capitals, marks and one large letter. */
function mainSize(runs: readonly Run[]): number {
  const all = runs.reduce((sum, run) => sum + run.text.length, 0);
  const share = (size: number) => runs.reduce((sum, run) => sum + (run.size >= size * 0.99 ? run.text.length : 0), 0);
  const sizes = runs.map((run) => run.size).toSorted((a, b) => b - a);
  return sizes.find((size) => share(size) >= Math.max(2, all * limits.mainShare)) ?? sizes.at(-1) ?? 0;
}

function isNeighbour(last: Run, run: Run): boolean {
  const [small, size] = [Math.min(last.size, run.size), Math.max(last.size, run.size)];
  const { smaller, rise, riseOfSmaller, overlap, largest } = limits.neighbour;
  const tolerance = small < size * smaller ? riseOfSmaller : rise;
  if (Math.abs(last.baseline - run.baseline) > size * tolerance) return false;
  const distance = horizontalGap(last, run);
  return distance > -size * overlap && distance < small && size < largest * small;
}

/** Returns the horizontal space between two pieces in either order, negative where they overlap. */
export function horizontalGap(one: Extent, other: Extent): number {
  return Math.max(one.left, other.left) - Math.min(one.right, other.right);
}

/** Adds a space to the side of the run that faces the previous run. */
export function addSpace(before: Run, run: Run): Run {
  const follows = run.left > before.left !== run.rightToLeft;
  return { ...run, text: follows ? ` ${run.text}` : `${run.text} ` };
}
