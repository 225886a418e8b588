import { isRightToLeft, readableText } from './readable-text.ts';
import { extractDropCaps } from './extract-drop-caps.ts';
import { gap, toFragment, withBlank } from './to-fragments.ts';
import { raised, readRaised } from './superscript.ts';
import type { Fragment, Line, Run } from './pdf-page.ts';
import { toRows } from './to-rows.ts';
import type { Row } from './to-rows.ts';

/** The lines of one region, from top to bottom. */
export function toLines(
  fragments: readonly Fragment[],
  place: { readonly page: number; readonly region: number },
): Line[] {
  const { rest, caps } = extractDropCaps(fragments);
  return toRows(rest).flatMap((row) => {
    const line = toLine(row, place);
    if (line.text === '' && line.opensNote === undefined) return [];
    const cap = caps.find((one) => one.row.baseline === row.baseline);
    const beside = caps.find((one) => row.baseline > one.top && row.baseline <= one.bottom && row.left >= one.left);
    return [
      {
        ...line,
        ...(beside === undefined ? {} : { left: beside.left }),
        ...(cap === undefined ? {} : { dropCap: cap.text }),
      },
    ];
  });
}

function toLine(row: Row, place: { readonly page: number; readonly region: number }): Line {
  const cells = toCells(row);
  const rightToLeft = cells.some((cell) => cell.runs.filter((run) => run.rightToLeft).length * 2 > cell.runs.length);
  if (rightToLeft) cells.reverse();
  const marks: string[] = [];
  const texts = cells.map((cell) => cellText(cell, row, rightToLeft, marks)).filter((text) => text !== '');
  const first = row.fragments[0]?.runs[0];
  const opens = marks.length > 0 && first !== undefined && raised(first, row) === 1 ? marks.shift() : undefined;
  const runs = row.fragments.flatMap((one) => one.runs);
  return {
    ...place,
    text: readableText(texts.join(' ')),
    cells: texts.map((text) => readableText(text)),
    left: row.left,
    right: row.right,
    baseline: row.baseline,
    size: row.size,
    bold: charactersOf(runs.filter((run) => run.bold)) > 0.8 * charactersOf(runs),
    rightToLeft,
    marks,
    ...(opens === undefined ? {} : { opensNote: opens }),
  };
}

function charactersOf(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => sum + run.text.trim().length, 0);
}

/** Fragments of a row that stand no further apart than words do are one piece. */
function toCells(row: Row): Fragment[] {
  const cells: Fragment[] = [];
  for (const fragment of row.fragments) {
    const last = cells.at(-1);
    const distance = last === undefined ? Infinity : gap(last, fragment);
    if (last === undefined || distance > row.size * 1.8) {
      cells.push(fragment);
      continue;
    }
    const [head, ...tail] = fragment.runs;
    const neighbour = last.runs.at(-1);
    const apart = distance > row.size * 0.15;
    const joined = apart && head && neighbour ? [withBlank(neighbour, head), ...tail] : fragment.runs;
    cells[cells.length - 1] = toFragment([...last.runs, ...joined], last.order);
  }
  return cells;
}

function cellText(cell: Fragment, row: Row, rightToLeft: boolean, marks: string[]): string {
  let text = '';
  for (const run of rightToLeft ? logicalOrder(cell.runs) : cell.runs) {
    const height = raised(run, row);
    if (height === 0) {
      text += run.text;
      continue;
    }
    const piece = readRaised(run, height, text);
    if (piece.kind === 'text') text += piece.text;
    else {
      marks.push(piece.mark);
      // The blank that stood around the mark still divides the words.
      if (/^\s|\s$/u.test(run.text)) text += ' ';
    }
  }
  return text.replaceAll(/\s+([.,;:!?…]+)(?=\s|$)/gu, (all, stops: string) => (marks.length > 0 ? stops : all));
}

/** From right to left, but with every stretch of numbers and Latin words in its own order. */
function logicalOrder(runs: readonly Run[]): Run[] {
  const ordered: Run[] = [];
  let embedded: Run[] = [];
  for (const run of [...runs].toSorted((a, b) => b.right - a.right)) {
    if (run.rightToLeft || isRightToLeft(run.text)) {
      ordered.push(...embedded.toReversed(), run);
      embedded = [];
    } else {
      embedded.push(run);
    }
  }
  return [...ordered, ...embedded.toReversed()];
}
