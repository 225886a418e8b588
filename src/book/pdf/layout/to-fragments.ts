import type { Fragment, Run } from './pdf-page.ts';

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
    const isApart = before !== undefined && (hasSpace || horizontalGap(before, run) > run.size * 0.2);
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
  return sizes.find((size) => share(size) >= Math.max(2, all * 0.1)) ?? sizes.at(-1) ?? 0;
}

function isNeighbour(last: Run, run: Run): boolean {
  const size = Math.max(last.size, run.size);
  // A superscript or subscript is smaller than the text it belongs to.
  const tolerance = Math.min(last.size, run.size) < size * 0.85 ? 0.55 : 0.25;
  if (Math.abs(last.baseline - run.baseline) > size * tolerance) return false;
  const distance = horizontalGap(last, run);
  return (
    distance > -size * 0.6 && distance < Math.min(last.size, run.size) && size < 2.1 * Math.min(last.size, run.size)
  );
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
