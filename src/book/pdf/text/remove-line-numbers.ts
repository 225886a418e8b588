import { readableText } from '../layout/readable-text.ts';
import type { Fragment, PdfPage } from '../layout/pdf-page.ts';

/** Removes line numbers in the margin: integers in one column that rise by 1, 5 or 10 down the page. */
export function removeLineNumbers(page: PdfPage): PdfPage {
  const numbers = page.fragments.filter((one) => /^\d{1,5}$/u.test(textOf(one)));
  if (numbers.length < 2) return page;
  const removed = new Set<Fragment>();
  for (const edge of ['left', 'right'] as const) {
    for (const column of columnsBy(edge, numbers)) {
      if (countsLines(column, page.fragments)) column.forEach((one) => removed.add(one));
    }
  }
  return removed.size === 0 ? page : { ...page, fragments: page.fragments.filter((one) => !removed.has(one)) };
}

function columnsBy(edge: 'left' | 'right', numbers: readonly Fragment[]): Fragment[][] {
  const columns: Fragment[][] = [];
  for (const one of [...numbers].toSorted((a, b) => a.baseline - b.baseline)) {
    const column = columns.find((other) => Math.abs((other[0]?.[edge] ?? 0) - one[edge]) < 2);
    if (column === undefined) columns.push([one]);
    else column.push(one);
  }
  return columns;
}

function countsLines(column: readonly Fragment[], all: readonly Fragment[]): boolean {
  const values = column.map((one) => Number(textOf(one)));
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0));
  const step = steps[0] ?? 0;
  if (![1, 5, 10].includes(step) || steps.some((one) => one !== step)) return false;
  // Consecutive numbers can be a list, so there must be many. Of every fifth line, two with lines between are enough.
  if (step === 1 && column.length < 8) return false;
  const [first, last] = [column[0], column.at(-1)];
  if (first === undefined || last === undefined) return false;
  const others = all.filter(
    (one) => !column.includes(one) && one.baseline >= first.baseline && one.baseline <= last.baseline,
  );
  const outside = others.every((one) => one.left > first.right || one.right < first.left);
  return outside && others.length >= minTexts(column.length, step);
}

/** Returns how many texts there must be beside numbers of lines. */
function minTexts(numbers: number, step: number): number {
  if (step === 1 && numbers >= minLongColumn) return (numbers - 1) * minTextShare;
  return (numbers - 1) * Math.min(step, 3);
}

/** Word processors count empty lines, too: so many numbers are those of lines even if some have no text beside them. */
const minLongColumn = 15;
const minTextShare = 0.6;

function textOf(fragment: Fragment): string {
  return readableText(fragment.runs.map((run) => run.text).join(''));
}
